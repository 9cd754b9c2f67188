/**
 * Answers whose JSON PostgreSQL builds (architecture, "Settled": hot answers may be; their schema is checked in tests).
 * The server passes the text on without reading it.
 */
import { MOST_COUNTED } from '#contract/pages.ts'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import type { Context } from './context.ts'
import { filtersOf, type ListFilters } from './filters.ts'
import { LONG_LIST_ROWS, sendLongList, tooManyRows } from './long-list.ts'
import { notFound, type Problem } from './problem.ts'

export interface Paging {
  no_page?: boolean | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** What must hold, as SQL over the list's values, and what is answered where it does not. */
interface Guard {
  holds: string
  otherwise: () => Problem
}

/** SQL of a moment as the API writes it, to the millisecond: `2026-11-24T14:30:00.123Z`. */
export const instantSql = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL of a moment as the API writes it, to the second: `2026-11-24T14:30:00Z`. */
export const secondSql = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** The page size where a call asks for a page and names none. */
export const DEFAULT_PAGE_ROWS = 100

/** A268 over rows at hand. */
export const pageOfRows = <T>(
  rows: readonly T[],
  { no_page, limit = DEFAULT_PAGE_ROWS, offset = 0 }: Paging,
) => (no_page ? [...rows] : { count: rows.length, results: rows.slice(offset, offset + limit) })

/**
 * Sends text that is JSON already. A handler returns what this returns: the rows of its type are in the text, so that the
 * type here is one that fits any of them.
 */
export function sendJson(reply: FastifyReply, text: string, status = 200): Promise<never> {
  return reply.code(status).type('application/json; charset=utf-8').send(text) as never
}

/** The same for one row, which may not be there. @throws 404 with this noun where it is not */
export function sendRow(
  reply: FastifyReply,
  json: string | null,
  noun: string,
  status = 200,
): Promise<never> {
  if (json === null) throw notFound(noun)
  return sendJson(reply, json, status)
}

/** Sends 204 once the work is done. */
export async function sendDone(reply: FastifyReply, work: Promise<unknown>): Promise<FastifyReply> {
  await work
  return reply.code(204).send(null)
}

/** One row as JSON text, or null where there is none. A name makes it a prepared statement. */
export async function jsonRow(
  client: pg.Pool | pg.ClientBase,
  name: string | null,
  select: string,
  values: unknown[],
): Promise<string | null> {
  const { rows } = await client.query<{ json: string }>({
    ...(name !== null && { name }),
    text: `select row_to_json(t)::text as json from (${select}) t`,
    values,
  })
  return rows[0]?.json ?? null
}

/** A whole list as JSON text. A name makes it a prepared statement; null plans it for its values each time, as a search must be. */
export async function jsonList(
  client: pg.Pool | pg.ClientBase,
  name: string | null,
  select: string,
  values: unknown[],
): Promise<string> {
  const { rows } = await client.query<{ json: string }>({
    ...(name !== null && { name }),
    text: `select coalesce(json_agg(t), '[]')::text as json from (${select}) t`,
    values,
  })
  return rows[0]!.json
}

/** PostgreSQL cuts off a longer name, so that two statements could get one. */
const MOST_LETTERS_OF_NAME = 63

/** The name of one of a list's statements; none where it is too long, as with many filters at once. */
function named(list: string | null, part: string): { name?: string } {
  const name = `${list} ${part}`
  return list === null || name.length > MOST_LETTERS_OF_NAME ? {} : { name }
}

/** Rows as JSON text, where the guard holds; its Problem is thrown where it does not. */
async function guardedList(
  client: pg.Pool | pg.ClientBase,
  prepared: { name?: string },
  guard: Guard | undefined,
  select: string,
  values: unknown[],
): Promise<string> {
  const { rows } = await client.query<{ json: string }>({
    ...prepared,
    text: `select coalesce(json_agg(t), '[]')::text as json from (${select}) t
           ${guard ? `having ${guard.holds}` : ''}`,
    values,
  })
  if (rows[0]) return rows[0].json
  throw guard!.otherwise()
}

/**
 * A full list as JSON text, null where it has more than `LONG_LIST_ROWS`. The rows are counted first, and at most that far:
 * a list that is too long is not built.
 */
async function shortList(
  client: pg.Pool | pg.ClientBase,
  { name, select, count, guard, values }: ListQuery,
): Promise<string | null> {
  const { rows } = await client.query<{ json: string | null }>({
    ...named(name, 'all'),
    text: `select case when counted.rows <= ${LONG_LIST_ROWS}
                       then (select coalesce(json_agg(t), '[]') from (${select}) t)::text end as json
             from (select count(*) as rows from (select from (${count}) c limit ${LONG_LIST_ROWS + 1}) c) counted
           ${guard ? `where ${guard.holds}` : ''}`,
    values,
  })
  if (rows[0]) return rows[0].json
  throw guard!.otherwise()
}

/** A list as SQL. */
interface ListQuery {
  /** Makes its statements prepared ones; null where they are planned for their values each time, as a search must be. */
  name: string | null
  /** The rows in their final order. */
  select: string
  /** The rows of a page, where that is more than `select` with its limits at the end. */
  page?: (limits: string) => string
  /** The same rows in any order. */
  count: string
  guard?: Guard
  values: unknown[]
}

/**
 * The `page` of a list whose rows cost more to build than to find: the ids of the page are chosen first, and the rows before the page are
 * not built.
 *
 * @param chosen the ids of all rows, in order
 */
export const chosenFirst =
  ({ row, id, chosen, inOrder }: { row: string; id: string; chosen: string; inOrder: string }) =>
  (limits: string) =>
    `${row} where ${id} in (${chosen} ${limits}) ${inOrder}`

/**
 * A268: with `no_page` the plain full list, else `{count, results}`, counted as far as `MOST_COUNTED`. If the `guard`'s
 * condition does not hold nothing is sent, and its Problem is thrown: to ask in the same statement saves a round trip.
 * `finish` completes the sent rows where the database cannot, from JSON text to JSON text. It gets a page or a part of
 * a long list, never all of it.
 *
 * A full list of more than `LONG_LIST_ROWS` is sent in parts; where it is `bounded`, as no row of the specification asks
 * for all of it, it is refused with 400 `too_many_rows`.
 */
export async function sendList(
  reply: FastifyReply,
  { pool, shares }: Pick<Context, 'pool' | 'shares'>,
  query: ListQuery & { paging: Paging; finish?: (rows: string) => Promise<string>; bounded?: boolean },
): Promise<FastifyReply> {
  const { name, select, count, guard, values, paging, finish = async (rows: string) => rows } = query
  const { page = (limits: string) => `${select} ${limits}` } = query
  if (paging.no_page) {
    const list = await shortList(pool, query)
    if (list !== null) return sendJson(reply, await finish(list))
    if (query.bounded) throw tooManyRows()
    return sendLongList<{ json: string }>(
      reply,
      { pool, shares },
      {
        select: `select row_to_json(t)::text as json from (${select}) t`,
        values,
        finish: (rows) => finish(`[${rows.map(({ json }) => json).join(',')}]`),
      },
    )
  }
  const { limit = DEFAULT_PAGE_ROWS, offset = 0 } = paging
  const n = values.length
  const [results, counted] = await Promise.all([
    guardedList(pool, named(name, 'page'), guard, page(`limit $${n + 1}::int offset $${n + 2}::int`), [
      ...values,
      limit,
      offset,
    ]).then(finish),
    pool.query<{ count: number }>({
      ...named(name, 'count'),
      text: `select count(*)::int as count from (select from (${count}) c limit ${MOST_COUNTED + 1}) t`,
      values,
    }),
  ])
  return sendJson(reply, `{"count":${counted.rows[0]!.count},"results":${results}}`)
}

/** A list as one SELECT, whose parts make the statements of a `ListQuery`. */
interface Selected {
  /** The list's name; each set of filters adds its own to it. */
  name: string
  /** Which of the rows; all of them where it is absent. */
  filters?: ListFilters
  /** The rows, without a condition and an order. */
  sql: string
  /** The table with its alias: it has as many rows as the list. */
  from: string
  order: string
  paging: Paging
  finish?: (rows: string) => Promise<string>
}

/** Sends the rows that the filters choose, in their order, as `sendList` does. */
export function sendSelected(
  reply: FastifyReply,
  context: Pick<Context, 'pool' | 'shares'>,
  { name, filters = filtersOf({}), sql, from, order, ...sent }: Selected,
): Promise<FastifyReply> {
  const { where, nameOf, values } = filters
  return sendList(reply, context, {
    ...sent,
    name: nameOf(name),
    select: `${sql}${where} order by ${order}`,
    count: `select 1 from ${from}${where}`,
    values,
  })
}
