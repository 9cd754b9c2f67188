/** Measures how soon a change reaches the other devices, and what a device that only listens costs the server. */
import http from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { checkout } from '#server/env.ts'
import { MOST_STREAMS } from '#server/feed/stream.ts'
import { percentile } from './numbers.ts'
import type { Server } from './programs.ts'
import { SIGN_IN } from './seed.ts'
import { signIn, type Stack } from './stack.ts'
import { atMost, note, round, type Figure } from './table.ts'

const MEMORY_PROBE = path.join(checkout, 'bench/memory-probe.mjs')

type Headers = Record<string, string>

interface Page {
  cursor: string
  more: boolean
  rows: { items?: { id: string; unit_quantity: number }[] }
}

/** Signs in so many people, who see what `SIGN_IN` sees: the server takes only a few streams of one person. */
async function signInPeople(server: Server, database: string, count: number): Promise<Headers[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ username: string }>(
    `insert into users (username, role_id, is_staff, password_hash)
       select 'listener' || n, role_id, is_staff, password_hash
         from users cross join generate_series(1, $2::int) n where username = $1 returning username`,
    [SIGN_IN.username, count],
  )
  await client.end()
  const people: Headers[] = []
  for (const { username } of rows) people.push(await signIn(server, username))
  return people
}

/** Listens as a device does, and asks for the changes after each notice. */
async function listen(
  server: Server,
  headers: Headers,
  { onItem, onLost }: { onItem: (id: string, quantity: number) => void; onLost: (reason: unknown) => void },
) {
  const ask = async (since?: string): Promise<Page> => {
    const query = new URLSearchParams({ limit: '2000', ...(since && { since }) }).toString()
    const answer = await fetch(`${server.address}/api/sync/changes?${query}`, { headers })
    if (!answer.ok) throw new Error(`changes were answered ${answer.status}`)
    return (await answer.json()) as Page
  }
  let page = await ask()
  while (page.more) page = await ask(page.cursor)
  let { cursor } = page
  let asking: Promise<void> | null = null
  let again = false
  const pull = async () => {
    do {
      again = false
      page = await ask(cursor)
      cursor = page.cursor
      for (const { id, unit_quantity } of page.rows.items ?? []) onItem(id, unit_quantity)
    } while (again || page.more)
  }
  const response = await openStream(server, headers)
  response.setEncoding('utf8').on('data', (text: string) => {
    if (!text.includes('event: cursor')) return
    if (asking) again = true
    else
      asking = pull()
        .catch(onLost)
        .finally(() => (asking = null))
  })
  const ended = () => onLost(new Error('the server ended the stream of a device that listens'))
  response.once('close', ended)
  return () => {
    response.off('close', ended)
    response.destroy()
  }
}

const agent = new http.Agent({ maxSockets: Infinity })
const openStream = (server: Server, headers: Headers) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .get(`${server.address}/api/sync/stream`, { agent, headers }, (response) =>
        response.statusCode === 200
          ? resolve(response)
          : reject(new Error(`a stream was answered ${response.statusCode}`)),
      )
      .on('error', reject)
  })

/** Measures how long each device, and each call, takes for a change by another user. */
async function latencies(
  server: Server,
  database: string,
  headers: Headers,
  { people, changes }: { people: readonly Headers[]; changes: number },
) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select i.id from order_items i join orders o on o.id = i.order_id
      where o.id = (select min(id) from orders where delivery_date >= current_date)
        and not i.out_of_stock and i.units_ordered > 0 order by i.id`,
  )
  await client.end()
  let heard: (id: string, quantity: number) => void = () => undefined
  let lose: (reason: unknown) => void = () => undefined
  const lost = new Promise<never>((_, reject) => (lose = reject))
  // It is raced below, and may be lost before that.
  lost.catch(() => undefined)
  const stops = await Promise.all(
    people.map((person) =>
      listen(server, person, { onItem: (id, quantity) => heard(id, quantity), onLost: lose }),
    ),
  )
  const times: number[] = []
  const calls: number[] = []
  for (let n = 0; n < changes; n++) {
    const { id } = rows[n % rows.length]!
    const quantity = 100 + n
    const from = performance.now()
    const everybody = new Promise<void>((resolve) => {
      let left = people.length
      heard = (item, now) => {
        if (item !== id || now !== quantity) return
        times.push(performance.now() - from)
        if (--left === 0) resolve()
      }
    })
    const answer = await fetch(`${server.address}/api/orderitems/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ unit_quantity: quantity }),
    })
    if (!answer.ok) throw new Error(`a change was answered ${answer.status}`)
    calls.push(performance.now() - from)
    await Promise.race([everybody, lost])
  }
  for (const stop of stops) stop()
  return { times, calls }
}

/** Returns the KiB that the server needs, without garbage that it has not collected yet. */
async function memoryKiB(server: Server): Promise<number> {
  const said = () => [...server.said().matchAll(/memory in use (\d+)/g)]
  const before = said().length
  process.kill(server.pid, 'SIGUSR2')
  while (said().length === before) await delay(20)
  return Number(said().at(-1)![1]) / 1024
}

/** Returns the KiB that the server needs for each of so many streams, with as many of each person as it takes. */
async function idleKiB(server: Server, people: readonly Headers[], count: number): Promise<number> {
  const before = await memoryKiB(server)
  const streams: http.IncomingMessage[] = []
  while (streams.length < count) {
    const some = Array.from({ length: Math.min(50, count - streams.length) }, (_, n) =>
      openStream(server, people[(streams.length + n) % people.length]!),
    )
    streams.push(...(await Promise.all(some)))
  }
  for (const stream of streams) stream.resume()
  const after = await memoryKiB(server)
  const ended = streams.filter((stream) => stream.readableEnded || stream.destroyed).length
  if (ended > 0) throw new Error(`the server ended ${ended} of ${count} streams`)
  for (const stream of streams) stream.destroy()
  return (after - before) / count
}

export async function live(stack: Stack): Promise<Figure[]> {
  const { business, devices, changes, idle } = stack.sizes.live
  const database = await stack.database('live', business)
  const server = await stack.server(database, { flags: ['--import', MEMORY_PROBE] })
  try {
    const headers = await signIn(server)
    const people = await signInPeople(server, database, Math.max(devices, Math.ceil(idle / MOST_STREAMS)))
    const listeners = people.slice(0, devices)
    const { times, calls } = await latencies(server, database, headers, { people: listeners, changes })
    const perStream = await idleKiB(server, people, idle)
    return [
      atMost(`change → ${devices} other devices, p99`, {
        value: percentile(times, 0.99),
        floor: percentile(calls, 0.99),
        most: 1_000,
        unit: 'ms',
        beside: `the call that makes the change ${round(percentile(calls, 0.99))} ms`,
      }),
      note('  p50', `${round(percentile(times, 0.5))} ms`, `the call ${round(percentile(calls, 0.5))} ms`),
      note(`a listening device, of ${idle.toLocaleString('en-US')}`, `${round(perStream)} KiB`),
    ]
  } finally {
    await server.stop()
  }
}
