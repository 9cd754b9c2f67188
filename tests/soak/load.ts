/**
 * A warehouse at work: each person makes one edit a second, all on the same few orders. Their devices send them as the
 * scan screen does, listen, and pull after each notice. At the end every edit must be in the database, each once.
 */
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { v7 } from '#server/platform/auth/uuid.ts'
import { PASSWORD, passwordHash } from '../factories/app.ts'
import type { Server } from '../process/product.ts'

const ORDERS = 20
const RETRY_MS = 1_000

export interface LoadOptions {
  people: number
  seconds: number
  /** The seconds between two pushes of a device: 5 on the scan screen (A191). */
  every: number
  tell(words: string): void
}
export interface LoadReport {
  people: number
  edits: number
  /** Pushes that were sent again, because the server was too busy or did not answer. */
  repeated: number
  /** The ms from the push to its answer. */
  p50: number
  p95: number
  p99: number
  /** The events that one stream received in a second, on average. */
  eventsPerSecond: number
  pulls: number
  /** The ms from a pull's request to its answer. */
  pullP50: number
  pullP99: number
  /** Pulls that were answered with everything. */
  fullPulls: number
  /** The seconds that the edits took. An idle server takes as many as requested. */
  took: number
  /** The seconds of a core that the server used for each second. */
  cores: number
  /** The machine's load meanwhile, this test's included: processes that want a core. */
  loadAverage: number
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

/** Signs in the picker with this number on a device of their own. */
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

/** Opens a device of this person that listens, and pulls after each notice. */
async function openDevice(server: Server, { headers }: Worker) {
  const leave = new AbortController()
  const took: number[] = []
  const wrong: string[] = []
  let [events, fullPulls] = [0, 0]

  /** Reads one page, and ignores its rows. */
  async function ask(query: Record<string, string>) {
    const answer = await fetch(`${server.url}/api/sync/changes?${new URLSearchParams(query).toString()}`, {
      headers,
    })
    const text = await answer.text()
    const [, cursor, more] = /"cursor":"([^"]+)","more":(true|false)/.exec(text) ?? []
    if (answer.status !== 503 && !cursor) wrong.push(`a pull was answered ${answer.status}`)
    return { cursor, more: more === 'true', isFull: !text.includes('"range":null') }
  }
  // The first page of a full pull provides a cursor: the device claims that it has everything as of then.
  const first = await ask({ limit: '1' })
  let since = first.cursor!.split('~').slice(0, 3).join('~')

  let isPulling = false
  let again = false
  async function pull(): Promise<void> {
    again = isPulling
    if (isPulling) return
    isPulling = true
    do {
      again = false
      const began = performance.now()
      const { cursor, more, isFull } = await ask({ since, limit: '2000' }).catch(() => ({
        cursor: undefined,
        more: false,
        isFull: false,
      }))
      took.push(performance.now() - began)
      if (cursor) since = cursor
      else await delay(RETRY_MS)
      if (cursor && isFull) fullPulls++
      again ||= more || !cursor
    } while (again && !leave.signal.aborted)
    isPulling = false
  }
  async function listen(): Promise<void> {
    const { body } = await fetch(`${server.url}/api/sync/stream`, { headers, signal: leave.signal })
    try {
      for await (const chunk of body!) {
        const told = Buffer.from(chunk).toString().split('event: cursor').length - 1
        events += told
        if (told > 0) void pull()
      }
    } catch {
      // The stream is aborted: the shift is over.
    }
    if (!leave.signal.aborted) wrong.push('the server ended a stream')
  }
  const listening = listen()
  return {
    async close() {
      leave.abort()
      await listening
      return { events, took, fullPulls, wrong }
    },
  }
}

export const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)

/** Returns an edit of one more unit of this item, as this person's device stores it. */
const scanOf = ({ id, device }: Worker, item: string, seq = 1) => ({
  mutation_id: v7(Date.now()),
  device_id: device,
  user_id: id,
  entity: 'orderitems',
  entity_id: item,
  order: null,
  call: { method: 'PATCH', path: `/api/orderitems/${item}/`, body: {} },
  base: { version: null, values: {} },
  adds: { unit_quantity: 1 },
  seq,
  created_at: new Date().toISOString(),
  schema_version: MUTATION_SCHEMA_VERSION,
})

interface Push {
  ms: number
  /** The outcome of each edit; none where the server was too busy. */
  outcomes: string[]
  status: number
}

async function push(server: Server, { device, headers }: Worker, mutations: object[]): Promise<Push> {
  const began = performance.now()
  const answer = await post(server, 'sync/push', headers, { device_id: device, mutations })
  const { results = [] } = (await answer.json()) as { results?: { outcome: string }[] }
  return {
    ms: performance.now() - began,
    outcomes: results.map(({ outcome }) => outcome),
    status: answer.status,
  }
}

/** Pushes one more unit of this item from this person's device. */
export async function scan(
  server: Server,
  worker: Worker,
  item: string,
): Promise<{ ms: number; problem: string | null }> {
  const edit = scanOf(worker, item)
  const { ms, outcomes, status } = await push(server, worker, [edit])
  return { ms, problem: outcomes[0] === 'applied' ? null : `${edit.mutation_id} was answered ${status}` }
}

export async function loadServer(
  server: Server,
  { people, seconds, every, tell }: LoadOptions,
): Promise<LoadReport> {
  const items = await server.query<{ id: string; count: number }>(
    `select distinct on (order_id) id, unit_quantity as count from order_items
      where order_id in (select id from orders where not invoiced order by id desc limit $1) and not out_of_stock and units_ordered > 0
      order by order_id, id`,
    [ORDERS],
  )
  const workers: Worker[] = []
  for (let n = 0; n < people; n++) workers.push(await signIn(server, n))
  tell(`${people} people are signed in`)
  const devices = []
  for (const worker of workers) devices.push(await openDevice(server, worker))
  tell('their devices listen')
  const wrong: string[] = []
  const took: number[] = []
  const sent = new Map<string, string>()
  let repeated = 0

  /** Sends the edits until they are answered, as a device does. */
  async function send(worker: Worker, edits: readonly ReturnType<typeof scanOf>[]): Promise<void> {
    for (const { mutation_id, entity_id } of edits) sent.set(mutation_id, entity_id)
    for (;;) {
      const answer = await push(server, worker, [...edits]).catch(() => null)
      if (answer) took.push(answer.ms)
      const isBusy = !answer || answer.status === 503 || answer.outcomes.includes('retry')
      if (!isBusy) {
        const failed = edits.length - answer.outcomes.filter((outcome) => outcome === 'applied').length
        if (failed > 0) wrong.push(`${failed} edits were answered ${answer.status}`)
        return
      }
      repeated++
      await delay(RETRY_MS)
    }
  }

  const cpu = server.cpuSeconds()
  const began = performance.now()
  await Promise.all(
    workers.map(async (worker, n) => {
      // The people are spread over the time between two pushes.
      const first = began + (n * every * 1_000) / people
      for (let turn = 0; turn < seconds; turn += every) {
        await delay(Math.max(0, first + turn * 1_000 - performance.now()))
        const count = Math.min(every, seconds - turn)
        // A picker stays at one order for some seconds.
        const { id } = items[(n + turn) % items.length]!
        const edits = Array.from({ length: count }, (_, k) => scanOf(worker, id, turn + k + 1))
        await send(worker, edits)
      }
    }),
  )
  const elapsed = (performance.now() - began) / 1_000
  const cores = Math.round(((server.cpuSeconds() - cpu) / elapsed) * 100) / 100
  const closed = await Promise.all(devices.map((device) => device.close()))
  wrong.push(...closed.flatMap((device) => device.wrong))

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
  const pulls = closed.flatMap((device) => device.took).sort((a, b) => a - b)
  const sum = (of: 'events' | 'fullPulls') => closed.reduce((all, device) => all + device[of], 0)
  return {
    people,
    edits: sent.size,
    repeated,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    p99: at(sorted, 0.99),
    eventsPerSecond: Math.round((sum('events') / people / elapsed) * 10) / 10,
    pulls: pulls.length,
    pullP50: at(pulls, 0.5),
    pullP99: at(pulls, 0.99),
    fullPulls: sum('fullPulls'),
    took: Math.round(elapsed),
    cores,
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    wrong,
  }
}
