/**
 * Answers whose JSON PostgreSQL builds (architecture, "Settled": hot answers may be; their schema is checked in tests).
 * The server passes the text on without reading it.
 */
import type { FastifyReply } from 'fastify'
import type pg from 'pg'

export interface Paging {
  no_page?: boolean | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** The page size where a call asks for a page and names none. */
const DEFAULT_LIMIT = 100

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}

/** One row as JSON text, or null where there is none. `name` makes it a prepared statement. */
export async function jsonRow(
  client: pg.Pool | pg.ClientBase,
  name: string,
  select: string,
  values: unknown[],
): Promise<string | null> {
  const { rows } = await client.query<{ json: string }>({
    name,
    text: `select row_to_json(t)::text as json from (${select}) t`,
    values,
  })
  return rows[0]?.json ?? null
}

/** A whole list as JSON text. */
export async function jsonList(
  client: pg.Pool | pg.ClientBase,
  name: string,
  select: string,
  values: unknown[],
): Promise<string> {
  const { rows } = await client.query<{ json: string }>({
    name,
    text: `select coalesce(json_agg(t), '[]')::text as json from (${select}) t`,
    values,
  })
  return rows[0]!.json
}

/**
 * A268: with `no_page` the plain full list, else `{count, results}`. `select` is the rows' SQL in its final order;
 * `from` counts the same rows.
 */
export async function sendList(
  reply: FastifyReply,
  pool: pg.Pool,
  query: { name: string; select: string; count: string; values: unknown[]; paging: Paging },
): Promise<FastifyReply> {
  const { name, select, count, values, paging } = query
  if (paging.no_page) return sendJson(reply, await jsonList(pool, name, select, values))
  const { limit = DEFAULT_LIMIT, offset = 0 } = paging
  const n = values.length
  const [results, counted] = await Promise.all([
    jsonList(pool, `${name} page`, `${select} limit $${n + 1}::int offset $${n + 2}::int`, [
      ...values,
      limit,
      offset,
    ]),
    pool.query<{ count: number }>({
      name: `${name} count`,
      text: `select count(*)::int as count from (${count}) t`,
      values,
    }),
  ])
  return sendJson(reply, `{"count":${counted.rows[0]!.count},"results":${results}}`)
}
