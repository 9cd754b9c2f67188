/** A page of the catalogue as the server cuts it (B224): a hundred rows, by what is typed. */
import { ItemCode } from '#contract/products/item-codes.ts'
import { ListedProduct } from '#contract/products/schema.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import type { Page } from '#src/kit/use-rows.ts'
import { z } from 'zod'

export interface PageQuery {
  search: string
  /** The first is 0. */
  page: number
  inactive?: boolean
  nonPrimary?: boolean
}

const pageOf = <Row>(row: z.ZodType<Row>) => z.object({ count: z.int(), results: z.array(row) })

async function fetchPage<Row>(
  client: Client,
  path: string,
  row: z.ZodType<Row>,
  { search, page, inactive = false, nonPrimary = false }: PageQuery,
  signal: AbortSignal,
): Promise<Page<Row>> {
  const { count, results } = await client.api('GET', path, {
    query: {
      limit: PAGE_SIZE_DEFAULT,
      offset: page * PAGE_SIZE_DEFAULT,
      search: search || null,
      include_inactive: inactive,
      include_nonprimary: nonPrimary,
    },
    schema: pageOf(row),
    signal,
  })
  return { rows: results, total: count }
}

export const productPage = (client: Client, query: PageQuery, signal: AbortSignal) =>
  fetchPage(client, 'products', ListedProduct, query, signal)
export const itemCodePage = (client: Client, query: PageQuery, signal: AbortSignal) =>
  fetchPage(client, 'itemcodes', ItemCode, query, signal)
