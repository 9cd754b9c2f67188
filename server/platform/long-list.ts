/** Full lists that are too long for memory: read with a cursor and sent in parts. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import type { Context } from './context.ts'
import { Problem } from './problem.ts'
import { busy } from './shares.ts'

/** Some MB as JSON, which a whole catalogue or a day's orders seldom exceed. Longer lists are sent in parts. */
export const LONG_LIST_ROWS = 5_000
/** Few enough that other calls are answered between two parts. */
const PART_ROWS = 100

/** Returns a 400 for a full list that no screen needs. */
export const tooManyRows = () =>
  new Problem(400, `These are more than ${LONG_LIST_ROWS} rows. Please ask for fewer, or for pages.`, {
    code: 'too_many_rows',
  })

interface LongList<Row> {
  select: string
  values: unknown[]
  /** The JSON list of some rows, as text. */
  finish(rows: Row[]): Promise<string>
}

/** Reads the next rows as JSON without the brackets, in bytes; null where there are none. */
async function readPart<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { finish }: LongList<Row>,
): Promise<Buffer | null> {
  const { rows } = await client.query<Row>(`fetch ${PART_ROWS} from long_list`)
  if (rows.length === 0) return null
  const part = Buffer.from((await finish(rows)).slice(1, -1))
  // The driver's objects refer to each other: an old one that is not collected yet keeps the rows of all
  // later ones.
  rows.length = 0
  return part
}

/**
 * Reads the rows of a query as one JSON list in parts, all of one snapshot. Holds a connection until the last part, or
 * until it is returned. Only bytes wait for a slow reader: neither the rows nor their text are kept meanwhile.
 */
async function* readParts<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  list: LongList<Row>,
): AsyncGenerator<Buffer, void, undefined> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin read only')
    await client.query(`declare long_list no scroll cursor for ${list.select}`, list.values)
    yield Buffer.from('[')
    let isFirst = true
    for (;;) {
      const part = await readPart(client, list)
      if (!part) break
      if (!isFirst) yield Buffer.from(',')
      yield part
      isFirst = false
    }
    await client.query('commit')
    isDone = true
    yield Buffer.from(']')
  } finally {
    // A connection whose transaction was not ended does not return to the pool.
    client.release(!isDone)
  }
}

/**
 * Sends all rows of a query as one JSON list, in bounded memory. Throws 503 `busy` while another long list of this
 * person is sent, or the server already sends as many as it may. Its type fits any handler, as that of `sendJson` does.
 */
export async function sendLongList<Row extends pg.QueryResultRow>(
  reply: FastifyReply,
  { pool, shares }: Pick<Context, 'pool' | 'shares'>,
  list: LongList<Row>,
): Promise<never> {
  const leaveOwn = shares.longListsOf.tryEnter(reply.request.person?.id ?? null)
  if (!leaveOwn) throw busy('Another long list is being sent to you. Please try again in a moment.')
  const leaveAll = await shares.longLists.enter('all').catch((error: unknown) => {
    leaveOwn()
    throw error
  })
  const parts = readParts(pool, list)
  const stream = Readable.from(parts, { objectMode: false, highWaterMark: 1 })
  // Sent, broken off, or never begun.
  stream.once('close', () => {
    void parts.return().finally(() => {
      leaveAll()
      leaveOwn()
    })
  })
  return reply.type('application/json; charset=utf-8').send(stream) as never
}
