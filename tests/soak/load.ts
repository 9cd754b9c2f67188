/**
 * A warehouse at work: each person makes one edit a second and listens for the others', all on the same few orders. At
 * the end every edit must be in the database, each once.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { v7 } from '#server/platform/auth/uuid.ts'
import { PASSWORD, passwordHash } from '../factories/app.ts'
import type { Server } from '../process/product.ts'

const ORDERS = 20

export interface LoadOptions {
  people: number
  seconds: number
  tell(words: string): void
}
export interface LoadReport {
  people: number
  edits: number
  /** Milliseconds from the push to its answer. */
  p50: number
  p95: number
  p99: number
  /** Events that one stream got a second, on average. */
  eventsPerSecond: number
  /** Seconds of a core that the server used for each second. */
  cores: number
  wrong: string[]
}

export interface Worker {
  id: number
  device: string
  headers: Record<string, string>
}

const post = (server: Server, path: string, headers: Record<string, string>, body: unknown) =>
  fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Somebody of the floor with this number, signed in on a device of their own. */
export async function signIn(server: Server, n: number): Promise<Worker> {
  const username = `load${n}`
  const device = `device of ${username}`
  const [user] = await server.query<{ id: number }>(
    `insert into users (username, role_id, is_staff, password_hash) values ($1, 14, true, $2)
       on conflict (username) do update set role_id = 14 returning id`,
    [username, await passwordHash()],
  )
  const answer = await post(server, 'auth', { 'x-device-id': device }, { username, password: PASSWORD })
  const { access } = (await answer.json()) as { access: string }
  return { id: user!.id, device, headers: { authorization: `Bearer ${access}`, 'x-device-id': device } }
}

/** Listens until `leave`; answers how many events came. */
async function listen(server: Server, { headers }: Worker, leave: AbortSignal): Promise<number> {
  const { body } = await fetch(`${server.url}/api/sync/stream`, { headers, signal: leave })
  let events = 0
  try {
    for await (const chunk of body!) events += Buffer.from(chunk).toString().split('event: cursor').length - 1
  } catch {
    // Aborted: the shift is over.
  }
  return events
}

export const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)

/** One more unit of this item, pushed by this person's device. */
export async function scan(
  server: Server,
  { id, device, headers }: Worker,
  item: string,
): Promise<{ mutation_id: string; ms: number; problem: string | null }> {
  const mutation_id = v7(Date.now())
  const edit = {
    mutation_id,
    device_id: device,
    user_id: id,
    entity: 'orderitems',
    entity_id: item,
    order: null,
    call: { method: 'PATCH', path: `/api/orderitems/${item}/`, body: {} },
    base: { version: null, values: {} },
    adds: { unit_quantity: 1 },
    seq: 1,
    created_at: new Date().toISOString(),
    schema_version: MUTATION_SCHEMA_VERSION,
  }
  const began = performance.now()
  const answer = await post(server, 'sync/push', headers, { device_id: device, mutations: [edit] })
  const { results } = (await answer.json()) as { results?: { outcome: string }[] }
  const isApplied = results?.[0]?.outcome === 'applied'
  return {
    mutation_id,
    ms: performance.now() - began,
    problem: isApplied ? null : `${mutation_id} was answered ${answer.status}`,
  }
}

export async function loadServer(
  server: Server,
  { people, seconds, tell }: LoadOptions,
): Promise<LoadReport> {
  const items = await server.query<{ id: string; count: number }>(
    `select distinct on (order_id) id, unit_quantity as count from order_items
      where order_id in (select id from orders where not invoiced order by id desc limit $1) order by order_id, id`,
    [ORDERS],
  )
  const workers: Worker[] = []
  for (let n = 0; n < people; n++) workers.push(await signIn(server, n))
  tell(`${people} people are signed in`)
  const leave = new AbortController()
  const streams = workers.map((worker) => listen(server, worker, leave.signal))
  const wrong: string[] = []
  const took: number[] = []
  const sent = new Map<string, string>()

  async function edit(worker: Worker, item: string): Promise<void> {
    const { mutation_id, ms, problem } = await scan(server, worker, item)
    sent.set(mutation_id, item)
    took.push(ms)
    if (problem) wrong.push(problem)
  }

  const cpu = server.cpuSeconds()
  const began = performance.now()
  await Promise.all(
    workers.map(async (worker, n) => {
      // Spread over the second, as people are.
      const first = began + (n * 1_000) / people
      for (let turn = 0; turn < seconds; turn++) {
        await delay(Math.max(0, first + turn * 1_000 - performance.now()))
        await edit(worker, items[(n + turn) % items.length]!.id)
      }
    }),
  )
  const elapsed = (performance.now() - began) / 1_000
  const cores = Math.round(((server.cpuSeconds() - cpu) / elapsed) * 100) / 100
  leave.abort()
  const events = (await Promise.all(streams)).reduce((sum, count) => sum + count, 0)

  const kept = await server.query<{ id: string }>(
    `select id from mutations where outcome = 'applied' and id = any($1)`,
    [[...sent.keys()]],
  )
  if (kept.length !== sent.size) wrong.push(`${kept.length} of ${sent.size} edits are in the database`)
  const counts = new Map<string, number>()
  for (const item of sent.values()) counts.set(item, (counts.get(item) ?? 0) + 1)
  const after = await server.query<{ id: string; count: number }>(
    'select id, unit_quantity as count from order_items where id = any($1)',
    [items.map(({ id }) => id)],
  )
  for (const { id, count } of after) {
    const before = items.find((item) => item.id === id)!.count
    const scans = counts.get(id) ?? 0
    if (count !== before + scans) wrong.push(`${id} was scanned ${scans} times and grew by ${count - before}`)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return {
    people,
    edits: sent.size,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    p99: at(sorted, 0.99),
    eventsPerSecond: Math.round((events / people / elapsed) * 10) / 10,
    cores,
    wrong,
  }
}
