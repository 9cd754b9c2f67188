/**
 * A shift's worth of edits is stored unsent on a device. During its replay, the server and PostgreSQL die by SIGKILL,
 * in turn, and come back. After every death the database must have every edit that the device calls acknowledged; at
 * the end it must have all, each once.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { PUSH_BATCH } from '#contract/sync/protocol.ts'
import type { Engine } from '#src/sync/engine.ts'
import { allEnded } from '#src/sync/store/ledger.ts'
import { networkDevice } from '../factories/network-device.ts'
import { TODAY } from '../factories/zone.ts'
import type { Server } from '../process/product.ts'
import { chanceOf } from '../sim/chance.ts'

export interface ReplayOptions {
  edits: number
  /** Deaths during the replay, the server's and PostgreSQL's in turn. */
  deaths: number
  seed: number
  tell?: (words: string) => void
}

export interface ReplayReport {
  edits: number
  deaths: { server: number; postgres: number }
  /** The acknowledged edits at each death, which the test looks for after it. */
  acknowledged: number[]
  /** The seconds from the first push to the last answer, deaths included. */
  replaySeconds: number
  wrong: string[]
}

interface Line {
  id: string
  product: string
}

const DRAINS_WITHIN_MS = 600_000
/** How many edits are stored together. A person's come one by one, which would show nothing here and take longer. */
const TOGETHER = 100

/** Lets out as many pushes as are free. Further ones wait, so that a death comes in the middle however quick the machine is. */
function pushGate() {
  let free = 0
  const waiting: (() => void)[] = []
  const letOut = () => {
    for (; free > 0 && waiting.length > 0; free -= 1) waiting.shift()!()
  }
  return {
    /** Resolves once a request is let out: at once where it is no push. */
    pass: (address: string, signal: AbortSignal | null): Promise<void> =>
      address.endsWith('sync/push')
        ? new Promise((go, stop) => {
            waiting.push(go)
            signal?.addEventListener('abort', () => {
              const at = waiting.indexOf(go)
              if (at !== -1) waiting.splice(at, 1)
              stop(signal.reason as Error)
            })
            letOut()
          })
        : Promise.resolve(),
    /** Sets how many pushes are let out from now on. */
    free(count: number): void {
      free = count
      letOut()
    },
    isClosed: () => free === 0,
  }
}

export async function replayUnderDeaths(server: Server, options: ReplayOptions): Promise<ReplayReport> {
  const { edits, deaths, seed, tell = () => {} } = options
  const chance = chanceOf(seed, 'replay')
  const wrong: string[] = []
  const gate = pushGate()
  const open = await networkDevice({
    url: server.url,
    username: 'picker',
    chance,
    beforeRequest: gate.pass,
    report: (error) => wrong.push(`the device reports: ${String(error)}`),
  })
  const engine = await open({ running: false, stream: false })
  await engine.pullNow()
  const made = await scanAll(engine, await linesOf(server), edits)
  tell(`${made.size} edits are stored on the device`)
  await engine.close()

  const report = { deaths: { server: 0, postgres: 0 }, acknowledged: [] as number[] }
  const began = performance.now()
  const sender = await open({ running: true, stream: false })
  /** The pushes of each part of the replay: some are left for the next death. */
  const part = made.size / PUSH_BATCH / (deaths + 1)
  for (let death = 1; death <= deaths; death++) {
    // After a random push of this part of the replay has begun, at a random moment.
    gate.free(1 + Math.floor(chance.next() * Math.max(0, part - 1)))
    await until(async () => gate.isClosed() || (await sender.db.outbox.count()) === 0)
    await delay(chance.next() * 150)
    const isServer = death % 2 === 1
    await (isServer ? server.kill() : server.killPostgres())
    report.deaths[isServer ? 'server' : 'postgres']++
    const acknowledged = (await allEnded(sender.db)).map((entry) => entry.mutation_id)
    report.acknowledged.push(acknowledged.length)
    await server.start()
    const there = await appliedIn(server, acknowledged)
    for (const id of acknowledged)
      if (!there.has(id)) wrong.push(`death ${death}: ${id} was acknowledged and is lost`)
    tell(
      `death ${death}, of ${isServer ? 'the server' : 'PostgreSQL'}: ${acknowledged.length} acknowledged, ${there.size} there`,
    )
    sender.nudge('online')
  }
  gate.free(Infinity)
  await until(async () => (await sender.db.outbox.count()) === 0)
  const replaySeconds = Math.round((performance.now() - began) / 1_000)
  wrong.push(...(await compare(server, sender, made)))
  await sender.close()
  return { edits: made.size, ...report, replaySeconds, wrong }
}

/** Returns lines on which every scan counts without a question. */
async function linesOf(server: Server): Promise<Line[]> {
  const lines = await server.query<Line>(
    `select i.id, i.product from order_items i join orders o on o.id = i.order_id join products p on p.upc = i.product
      where o.status = 'placed' and not o.invoiced and not i.out_of_stock and not i.lot_tracked and p.weight_type <> 'r/w'
        and o.delivery_date >= ${TODAY}
      order by i.id limit 400`,
  )
  return lines
}

/** Scans line after line. Returns the keys of the edits, and the line that each counts on. */
async function scanAll(engine: Engine, lines: readonly Line[], edits: number): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  const counts = new Map<string, number>()
  while (made.size < edits) {
    const batch = Array.from({ length: Math.min(TOGETHER, edits - made.size) }, (_, n): NewEdit => {
      const { id, product } = lines[(made.size + n) % lines.length]!
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      const body = { unit_quantity: count, scanned: true }
      return {
        entity: 'orderitems',
        entity_id: id,
        method: 'PATCH',
        body,
        adds: { unit_quantity: 1 },
        raw_scan: product,
      }
    })
    const stored = await engine.commit(batch)
    if (stored.kind !== 'committed') throw new Error(stored.message)
    for (const { mutation_id, entity_id } of stored.records) made.set(mutation_id, entity_id)
  }
  return made
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const late = performance.now() + DRAINS_WITHIN_MS
  while (!(await condition())) {
    if (performance.now() > late) throw new Error('The replay does not come to its end.')
    await delay(20)
  }
}

async function appliedIn(server: Server, ids: readonly string[]): Promise<Set<string>> {
  const rows = await server.query<{ id: string }>(
    `select id from mutations where id = any($1) and outcome = 'applied'`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Compares the database and the device at the end with the made edits. */
async function compare(server: Server, { db }: Engine, made: ReadonlyMap<string, string>): Promise<string[]> {
  const there = await appliedIn(server, [...made.keys()])
  const wrong = [...made.keys()].filter((id) => !there.has(id)).map((id) => `${id} is not in the database`)
  const ended = (await allEnded(db)).filter(({ end }) => end === 'applied').length
  if (ended !== made.size) wrong.push(`${ended} of ${made.size} edits are acknowledged on the device`)
  const scans = new Map<string, number>()
  for (const line of made.values()) scans.set(line, (scans.get(line) ?? 0) + 1)
  const rows = await server.query<{ id: string; count: number }>(
    'select id, unit_quantity as count from order_items where id = any($1)',
    [[...scans.keys()]],
  )
  for (const { id, count } of rows)
    if (count !== scans.get(id)) wrong.push(`${id} was scanned ${scans.get(id)} times and has ${count}`)
  return wrong
}
