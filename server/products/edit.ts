/** What the back office does to the catalogue, one command each. Devices hear of it by the change feed. */
import type pg from 'pg'
import type { ProductPatch } from '#contract/products/edit.ts'
import { can, type Person } from '#contract/permissions.ts'
import { merge } from '#contract/sync/merge.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { forbidden, notFound, outcomeBody, Problem, wrongField } from '../platform/problem.ts'

/** The fields of the call are the table's columns, by the same names. */
const COLUMNS = `name, size, url, api_description, bin, active, out_of_stock, tax_default, warehouse_id,
  acceptable_substitutions`

/** A290: changes the named fields of a product; a clash with somebody else's change is answered with both values. */
export async function editProduct(
  context: Context,
  person: Person,
  upc: string,
  product: ProductPatch,
  keyed: KeyedCall,
): Promise<void> {
  if (!can(person, 'catalogue.write')) throw forbidden('Only the office may change a product.')
  let changed = false
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      changed = await change(client, upc, product)
      return null
    }),
  )
  if (changed) context.announcer.announce(['*'])
}

/** Whether anything is another than before. */
async function change(
  client: pg.ClientBase,
  upc: string,
  { base = {}, ...patch }: ProductPatch,
): Promise<boolean> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${COLUMNS} from products where upc = $1 for no key update`,
    [upc],
  )
  if (!rows[0]) throw notFound('product')
  await mustExist(client, upc, patch)
  const merged = merge(rows[0], patch, base)
  if ('kind' in merged) throw new Problem(merged.status, merged.message, outcomeBody(merged))
  const fields = Object.keys(merged.set)
  // What stands there already is not written again, so that no device is told of nothing.
  if (fields.length === 0) return false
  await client.query(
    `update products set ${fields.map((field, n) => `${field} = $${n + 2}`).join(', ')} where upc = $1`,
    [upc, ...Object.values(merged.set)],
  )
  return true
}

/** What the patch names must be there; a product is no substitute of itself. */
async function mustExist(client: pg.ClientBase, upc: string, patch: ProductPatch): Promise<void> {
  const { acceptable_substitutions: upcs = [], warehouse_id = null } = patch
  if (upcs.includes(upc)) throw wrongField('acceptable_substitutions', 'a product cannot stand for itself')
  const { rows } = await client.query<{ upc: string }>(
    `select u.upc from unnest($1::text[]) as u(upc) where not exists (select from products p where p.upc = u.upc)`,
    [upcs],
  )
  if (rows[0]) throw wrongField('acceptable_substitutions', `there is no product ${rows[0].upc}`)
  if (warehouse_id === null) return
  const found = await client.query('select from warehouses where id = $1', [warehouse_id])
  if (found.rowCount === 0) throw wrongField('warehouse_id', 'is not a warehouse')
}
