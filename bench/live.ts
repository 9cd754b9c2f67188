/** How soon a change is on the other devices, and what a device that only listens costs the server. */
import http from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { checkout } from '#server/env.ts'
import { percentile } from './numbers.ts'
import type { Server } from './programs.ts'
import { signIn, type Stack } from './stack.ts'
import { atMost, note, round, type Figure } from './table.ts'

const DEVICES = 20
const CHANGES = 100
const IDLE = 1_000
const MEMORY_PROBE = path.join(checkout, 'bench/memory-probe.ts')

type Headers = Record<string, string>

interface Page {
  cursor: string
  more: boolean
  rows: { items?: { id: string; unit_quantity: number }[] }
}

/** What a device does: listens, and asks for what changed whenever it is told that something did. */
async function listen(server: Server, headers: Headers, onItem: (id: string, quantity: number) => void) {
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
      const { rows, cursor: next } = await ask(cursor)
      cursor = next
      for (const { id, unit_quantity } of rows.items ?? []) onItem(id, unit_quantity)
    } while (again)
  }
  const response = await openStream(server, headers)
  response.setEncoding('utf8').on('data', (text: string) => {
    if (!text.includes('event: cursor')) return
    if (asking) again = true
    else asking = pull().finally(() => (asking = null))
  })
  return () => response.destroy()
}

const agent = new http.Agent({ maxSockets: Infinity })
const openStream = (server: Server, headers: Headers) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${server.address}/api/sync/stream`, { agent, headers }, resolve).on('error', reject)
  })

async function latencies(server: Server, database: string, headers: Headers) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select i.id from order_items i join orders o on o.id = i.order_id
      where o.id = (select min(id) from orders where delivery_date >= current_date) order by i.id`,
  )
  await client.end()
  let heard: (id: string, quantity: number) => void = () => undefined
  const stops = await Promise.all(
    Array.from({ length: DEVICES }, () => listen(server, headers, (id, quantity) => heard(id, quantity))),
  )
  const times: number[] = []
  const calls: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    const { id } = rows[n % rows.length]!
    const quantity = 100 + n
    const from = performance.now()
    const everybody = new Promise<void>((resolve) => {
      let left = DEVICES
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
    await everybody
  }
  for (const stop of stops) stop()
  return { times, calls }
}

/** KiB that the server needs, without what it only has not thrown away yet. */
async function memoryKiB(server: Server): Promise<number> {
  const said = () => [...server.said().matchAll(/memory in use (\d+)/g)]
  const before = said().length
  process.kill(server.pid, 'SIGUSR2')
  while (said().length === before) await delay(20)
  return Number(said().at(-1)![1]) / 1024
}

async function idleKiB(server: Server, headers: Headers): Promise<number> {
  const before = await memoryKiB(server)
  const streams: http.IncomingMessage[] = []
  for (let n = 0; n < IDLE; n += 50)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => openStream(server, headers)))))
  for (const stream of streams) stream.resume()
  const after = await memoryKiB(server)
  for (const stream of streams) stream.destroy()
  return (after - before) / IDLE
}

export async function live(stack: Stack): Promise<Figure[]> {
  const database = await stack.database('live', { products: 2_000, orders: 100, oldOrders: 0 })
  const server = await stack.server(database, { flags: ['--import', MEMORY_PROBE] })
  try {
    const headers = await signIn(server)
    const { times, calls } = await latencies(server, database, headers)
    const perStream = await idleKiB(server, headers)
    return [
      atMost(`change → ${DEVICES} other devices, p99`, {
        value: percentile(times, 0.99),
        floor: percentile(calls, 0.99),
        most: 1_000,
        unit: 'ms',
        beside: `the call that makes the change ${round(percentile(calls, 0.99))} ms`,
      }),
      note('  p50', `${round(percentile(times, 0.5))} ms`, `the call ${round(percentile(calls, 0.5))} ms`),
      note(`a listening device, of ${IDLE.toLocaleString('en-US')}`, `${round(perStream)} KiB`),
    ]
  } finally {
    await server.stop()
  }
}
