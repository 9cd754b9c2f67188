/**
 * The rows that a device receives before the tables of its first full pull: the orders that are picked next, with all
 * that picking them needs. A person scans their first order while the other rows are on their way
 * (docs/decisions/0265).
 */
import { z } from 'zod'
import { addDays } from '#contract/day.ts'
import { TABLES, type Table } from '#contract/sync/entities.ts'
import { CountRow, queryOnlyRow, queryRows } from '../platform/rows.ts'
import { OrderPlace } from './cursor.ts'
import { priced, type FeedReader } from './reader.ts'
import { productsOf } from '../products/present.ts'
import { NAMES_SCOPE } from './scope.ts'

/** Orders of today and tomorrow: those of tomorrow are picked the evening before. */
const FIRST_DAYS = 2
/** About how many rows come with an order: its items, their pieces and their products. */
const ROWS_AN_ORDER = 40

/**
 * Returns SQL that selects an order `o` that is picked next, by the parameters of the first and the last of its days.
 */
const isNext = (from: string, through: string) =>
  `o.delivery_date between ${from}::date and ${through}::date and not o.invoiced`
const daysFrom = (day: string) => [day, addDays(day, FIRST_DAYS - 1)] as const

/** The condition that a row belongs to the orders `$4`, for tables without a column of the order. */
const BY_ITEMS: Partial<Record<Table, string>> = {
  barcodes: `b.product in (${productsOf('$4')})`,
  products: `p.upc in (${productsOf('$4')})`,
}

/** The rows of a table that belong to orders, as a JSON list. */
const TableRows = z.object({ list: z.string() })

interface FirstOrders {
  /** Each table's rows as a JSON list. */
  rows: Map<Table, string>
  last: OrderPlace
}

/**
 * Reads orders behind a position that are not invoiced yet, of today and tomorrow by the distributor's day, with about
 * `limit` rows; null where there are none.
 */
export async function readFirstOrders(
  reader: FeedReader,
  day: string,
  after: OrderPlace | null,
  limit: number,
): Promise<FirstOrders | null> {
  const { client, scope, tables, view } = reader
  const orders = await queryRows(
    client,
    OrderPlace,
    {
      name: `first orders${after ? ' behind' : ''}`,
      text: `select o.id, o.delivery_date::text as day from orders o
            where ${tables.orders.scope} and ${isNext('$4', '$5')}
                  ${after ? 'and (o.delivery_date, o.id) > ($7::date, $8::int)' : ''}
            order by o.delivery_date, o.id limit $6::int`,
    },
    [
      ...scope,
      ...daysFrom(day),
      Math.max(1, Math.floor(limit / ROWS_AN_ORDER)),
      ...(after ? [after.day, after.id] : []),
    ],
  )
  const last = orders.at(-1)
  if (!last) return null
  const ids = orders.map(({ id }) => id)
  const rows = new Map<Table, string>()
  for (const table of TABLES) {
    const { select, scope: mine, order } = tables[table]
    const isTheirs = order ? `${order} = any($4::int[])` : BY_ITEMS[table]
    if (!isTheirs) continue
    const { list } = await queryOnlyRow(
      client,
      TableRows,
      {
        name: `first ${table} ${view}`,
        text: `select coalesce(json_agg(t), '[]')::text as list
               from (${select} where ${mine} and ${isTheirs} and ${NAMES_SCOPE}) t`,
      },
      [...scope, ids],
    )
    rows.set(table, await priced(reader, table, list))
  }
  return { rows, last }
}

/**
 * Returns about how many rows a first pull sends, so that a device can show its progress: those of the tables, and the
 * first orders.
 */
export async function countRows(
  { client, scope, tables, locations, view }: FeedReader,
  day: string,
): Promise<number> {
  const counted = Object.entries(tables).map(
    ([, { select, scope: mine, at }]) =>
      `(select count(*) from (${select} where ${mine} ${at ? `and ${at('$4')}` : ''}) t)`,
  )
  const { count } = await queryOnlyRow(
    client,
    CountRow,
    {
      name: `full count ${view}`,
      text: `select (${counted.join(' + ')}
             + ${ROWS_AN_ORDER} * (select count(*) from orders o where ${tables.orders.scope} and ${isNext('$5', '$6')}))::int as count
            where ${NAMES_SCOPE}`,
    },
    [...scope, locations, ...daysFrom(day)],
  )
  return count
}
