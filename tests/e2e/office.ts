/** Helpers for tests of screens: orders that no other test touches, and a server between a window and the real one. */
import { TODAY } from '../factories/zone.ts'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PULL_DAYS_AHEAD } from '#contract/spec.ts'
import { CHANNEL } from '#server/platform/announce.ts'
import type { Server } from './larder.ts'

const taken = new Map<Server, Set<number>>()

/** Other tests make orders of their own for days that no device keeps. */
const NOT_LATER = `delivery_date <= ${TODAY} + ${PULL_DAYS_AHEAD}`
const OF_THESE_DAYS = `delivery_date >= ${TODAY} and ${NOT_LATER}`

/** Takes an order that is placed, is on every device, and belongs to this test alone. */
export async function takeOrder(server: Server, where = 'true', { largest = false } = {}): Promise<number> {
  const mine = taken.get(server) ?? new Set()
  taken.set(server, mine)
  const [order] = await server.query<{ id: number }>(
    `select id from orders o where status = 'placed' and not invoiced and id <> all($1) and (${where})
        and ${OF_THESE_DAYS}
      order by items_count ${largest ? 'desc' : 'asc'}, id limit 1`,
    [[...mine]],
  )
  const id = order?.id ?? (await copyOrder(server, where))
  mine.add(id)
  return id
}

/**
 * Makes one more order like those of the demo, with nothing picked, and notifies every device. The demo has few orders
 * of these days, and chance decides which tests share a server, so they may have taken all.
 */
async function copyOrder(server: Server, where: string): Promise<number> {
  const [made] = await server.query<{ id: number; like: number }>(
    `with found as (select * from orders o where (${where}) and items_count > 0 and ${NOT_LATER} order by o.items_count, o.id limit 1)
     insert into orders (company_id, company_location_id, customer_id, delivery_date, placed_date, note)
     select company_id, company_location_id, customer_id, ${TODAY} + 1,
            ${TODAY}, '' from found
     returning id, (select id from found) as like`,
  )
  if (!made) throw new Error(`No order is like: ${where}`)
  await copyLines(
    server,
    made.id,
    'select * from order_items where order_id = $2 and units_ordered + cases_ordered > 0',
    [made.like],
  )
  return made.id
}

/**
 * Puts lines like those of a query into an order, with nothing picked, and notifies every device. The query's own
 * parameters begin at `$2`. Returns the ids of the lines.
 */
export async function copyLines(
  server: Server,
  order: number,
  like: string,
  parameters: readonly unknown[],
): Promise<string[]> {
  const made = await server.query<{ id: string }>(
    `insert into order_items select (jsonb_populate_record(null::order_items, to_jsonb(i) || jsonb_build_object(
         'id', uuidv7(), 'order_id', $1::int, 'version', 1, 'changed_xid', pg_current_xact_id()::text, 'picked', false,
         'scanned', null, 'unit_quantity', 0, 'case_quantity', 0, 'final_price', 0,
         'out_of_stock', false))).*
       from (${like}) i
     returning id`,
    [order, ...parameters],
  )
  await server.query(
    `update orders set items_count = s.items, total = s.total
       from (select count(*) as items, sum(estimated_price) as total from order_items where order_id = $1) s
      where id = $1`,
    [order],
  )
  await server.query('select pg_notify($1, $2)', [CHANNEL, '["*"]'])
  return made.map(({ id }) => id)
}

type Listener = (incoming: IncomingMessage, body: Buffer) => void

/** Returns true where it has answered. */
export type Meddler = (incoming: IncomingMessage, reply: ServerResponse) => boolean | Promise<boolean>

/**
 * Opens the server at another address. A file can be made to end in more text, and `meddle` may answer a request
 * itself or let it wait. Requests that a browser and its service worker make by themselves bypass Playwright's routes.
 */
export async function serveBefore(url: string) {
  const ends = new Map<string, string>()
  const between: { meddle: Meddler | null; files: string; hear: Listener } = {
    meddle: null,
    files: url,
    hear: () => undefined,
  }
  const server = createServer(async (incoming, reply) => {
    if (await between.meddle?.(incoming, reply)) return
    const { method, url: path = '/' } = incoming
    // The answers are whole: neither compressed nor "not modified".
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...headers } = incoming.headers
    const more = ends.get(path)
    const isCall = path.startsWith('/api/')
    const sent = ask(new URL(path, isCall ? url : between.files), {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    sent.on('response', (answer) => {
      const { 'content-length': _length, ...kept } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(reply, { end: false })
      answer.on('end', () => reply.end(more))
    })
    sent.on('error', () => reply.destroy())
    reply.on('close', () => sent.destroy())
    const heard: Buffer[] = []
    incoming.on('data', (part: Buffer) => heard.push(part))
    incoming.on('end', () => between.hear(incoming, Buffer.concat(heard)))
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Sets a function that may answer a request itself, and may take its time. */
    meddle: (how: Meddler | null) => void (between.meddle = how),
    /** Takes the app's own files from another server, as those of another build. */
    filesFrom: (other: string) => void (between.files = other),
    /** Sets a function that receives every request that passes, with its body. */
    listen: (hear: Listener) => void (between.hear = hear),
    append: (path: string, text: string) => void ends.set(path, text),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
