/** Which products a customer's own substitute may be in place of. */
import type pg from 'pg'
import { queryRows, UpcRow } from '../platform/rows.ts'
import { customerProducts } from '../products/present.ts'

/**
 * Those of `upcs` that the company may order, and those that an earlier order of it asked for: a substitute keeps the
 * name of the product that it replaces, even if that product is not sold any more.
 * @param company null for staff, who may name every product
 */
export async function replaceableProducts(
  client: pg.ClientBase,
  company: number | null,
  upcs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (upcs.length === 0) return new Set()
  const products = await queryRows(
    client,
    UpcRow,
    {
      name: 'replaceable products',
      text: `select p.upc from products p
            where p.upc = any($1::text[]) and ($2::int is null or p.upc in (${customerProducts('$2')})
               or exists (select from order_items i join orders o on o.id = i.order_id
                           where o.company_id = $2 and i.original_product = p.upc))`,
    },
    [upcs, company],
  )
  return new Set(products.map(({ upc }) => upc))
}
