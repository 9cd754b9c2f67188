/**
 * Matches a receipt's lines with products: by our own numbers, then by other barcodes, both without leading zeros
 * (readings, "Receipts compared with orders").
 */
import type pg from 'pg'
import { z } from 'zod'
import { notFound } from '../platform/problem.ts'
import { queryRows } from '../platform/rows.ts'
import type { ComparedLine } from './compare.ts'
import { goodsOf, StoredLine } from './goods.ts'

/**
 * Each code that a supplier may write, without its zeros, with the product that it means: our own numbers before
 * alternate barcodes, which it says. As `codes`, for a `with`.
 */
export const CODES_SQL = `
  codes as (
    select distinct on (code) code, upc, is_alternate from (
      select ltrim(upc, '0') as code, upc, false as is_alternate from products
      union all
      select ltrim(barcode, '0'), product, true from barcode_alternates
    ) known order by code, is_alternate, upc)`

/** A code that a supplier may write, and the product that it means. */
const KnownCode = z.object({ code: z.string(), upc: z.string(), is_alternate: z.boolean() })

/**
 * Reads the lines of products on these receipts, each with the upc that its code means. A code that is unknown stays as
 * it is. Throws 404 where one of the receipts is not there.
 */
export async function readGoods(client: pg.ClientBase, receipts: readonly number[]): Promise<ComparedLine[]> {
  if (receipts.length === 0) return []
  const found = await client.query('select from receipts where id = any($1::int[])', [receipts])
  if (found.rowCount! < new Set(receipts).size) throw notFound('receipt')
  const lines = await queryRows(
    client,
    StoredLine,
    `select receipt_id as receipt, product, unit_type, quantity, total from receipt_lines
      where receipt_id = any($1::int[]) order by receipt_id, line`,
    [receipts],
  )
  const goods = goodsOf(lines)
  const known = await queryRows(
    client,
    KnownCode,
    `with ${CODES_SQL} select code, upc, is_alternate from codes where code = any($1::text[])`,
    [goods.map(({ code }) => code)],
  )
  const meant = new Map(known.map((one) => [one.code, one]))
  return goods.map(({ written, code, ...line }) => {
    const product = meant.get(code)
    return { ...line, product: product?.upc ?? code, otherCode: product?.is_alternate ? written : null }
  })
}
