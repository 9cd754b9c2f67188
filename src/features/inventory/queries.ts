/** What the inventory asks and calls: pages of the catalogue as the server cuts them (B224), and an item code. */
import { ItemCode, ListedItemCode } from '#contract/products/item-codes.ts'
import { ListedProduct } from '#contract/products/schema.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import type { Page } from '#src/kit/list/use-rows.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { ChangedMeanwhile, isUnchanged } from '#src/queries/unchanged.ts'
import { z } from 'zod'

/** A hundred rows, by what is typed. */
export interface PageQuery {
  search: string
  /** The first is 0. */
  page: number
  inactive?: boolean
  nonPrimary?: boolean
}

/** A query for one page of a list. */
export interface CataloguePageQuery<Row> extends ServerQuery<Page<Row>> {
  /** Returns what tells a row from the others of its list. */
  keyOf: (row: Row) => string
}

const pageQueryOf =
  <Row>(path: string, row: z.ZodType<Row>, keyOf: (row: Row) => string) =>
  ({ search, page, inactive = false, nonPrimary = false }: PageQuery): CataloguePageQuery<Row> => ({
    queryKey: [path, { search, page, inactive, nonPrimary }],
    keyOf,
    async read(client, signal) {
      const { count, results } = await client.api('GET', path, {
        query: {
          limit: PAGE_SIZE_DEFAULT,
          offset: page * PAGE_SIZE_DEFAULT,
          search: search || null,
          include_inactive: inactive,
          include_nonprimary: nonPrimary,
        },
        schema: z.object({ count: z.int(), results: z.array(row) }),
        signal,
      })
      return { rows: results, total: count }
    },
  })

export const productPageQuery = pageQueryOf('products', ListedProduct, ({ upc }) => upc)
export const itemCodePageQuery = pageQueryOf('itemcodes', ListedItemCode, ({ item_code }) => item_code)

const pathOf = (code: string) => `itemcodes/${encodeURIComponent(code)}`

export const itemCodeQuery = (code: string): ServerQuery<ItemCode> => ({
  queryKey: ['itemcodes', code],
  read: (client, signal) => client.api('GET', pathOf(code), { schema: ItemCode, signal }),
  isForm: true,
})

const ItemCodeFields = ItemCode.pick({ name: true, url: true })
type ItemCodeFields = z.infer<typeof ItemCodeFields>

/**
 * C302: sends both fields. Rejects where another user has changed one of them since this person saw it: the call would take
 * that back.
 */
export async function changeItemCode(
  client: Client,
  code: string,
  body: ItemCodeFields,
  seen: ItemCodeFields,
): Promise<void> {
  if (!(await isUnchanged(client, pathOf(code), ItemCodeFields, seen)))
    throw new ChangedMeanwhile(
      'Somebody else has changed it meanwhile. What you typed is here. Look at it and save again.',
    )
  await client.api('PATCH', pathOf(code), { body })
}

/** An item code's picture is its products' too. */
export const ITEM_CODE_CHANGED = [['itemcodes'], ['products']] as const
