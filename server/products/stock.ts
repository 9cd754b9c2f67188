/** The stock of an item code: what its products have together (readings, "Prices"; decision 0187). */
import type pg from 'pg'
import { z } from 'zod'
import { LOW_STOCK_PIECES } from '#contract/products/low-stock.ts'
import { queryRows } from '../platform/rows.ts'

const LockedCode = z.object({ item_code: z.string() })

/**
 * Locks the item codes that a product has and gets, in one order for everybody and before any product of them. Answers the
 * codes; none where there is no such product.
 */
export async function lockCodes(client: pg.ClientBase, upc: string, next?: string): Promise<string[]> {
  const codes = await queryRows(
    client,
    LockedCode,
    `select item_code from item_codes
      where item_code = $2 or item_code = (select item_code from products where upc = $1)
      order by item_code for update`,
    [upc, next ?? null],
  )
  return codes.map(({ item_code }) => item_code)
}

/**
 * Every product of a code carries the sum of their stock. A sum that falls to 0 marks them out of stock, and one that rises
 * from 0 takes the mark back. The codes are locked by the caller. Nothing is written where the sum is unchanged.
 */
export const settleStock = (client: pg.ClientBase, codes: readonly string[]) =>
  client.query(
    `with sums as (
       select item_code, sum(stock_level)::int as stock from products where item_code = any($1) group by item_code)
     update products p
        set combined_stock_level = s.stock,
            stock_level_indicator = case when s.stock is null or s.stock > $2 then 'in stock'
                                         when s.stock > 0 then 'low stock' else 'out of stock' end,
            out_of_stock = case when s.stock <= 0 then true
                                when p.combined_stock_level <= 0 then false else p.out_of_stock end
       from sums s where s.item_code = p.item_code and s.stock is distinct from p.combined_stock_level`,
    [codes, LOW_STOCK_PIECES],
  )
