/**
 * Bugs planted around the real code, in tests only. Each changes the inputs of the real code (storage, network, clock,
 * server), so that the whole behaves as if the bug were in it. The checks must find every one.
 */
import type { LedgerPage, OutboxRecord, Shadow } from '#src/db/database.ts'
import type { Environment } from '#src/api/environment.ts'
import { SIGN_IN_NEEDED } from '#contract/people/session-codes.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Changes, PushResult } from '#contract/sync/protocol.ts'
import type { Tab } from './device.ts'
import { broken, jsonAnswer, type Answer, type Message } from './network.ts'
import type { SimServer } from './server.ts'
import type { Sim } from './sim.ts'
import type { Meddle } from './storage.ts'

export interface PlantedBug {
  name: string
  /** The bug in a few words. */
  words: string
  meddle?: Meddle
  environment?(env: Environment, tab: Tab): void
  request?(input: string, init: RequestInit, tab: Tab): RequestInit
  answered?(answer: Response, input: string, tab: Tab): Response | Promise<Response>
  serve?(serve: () => Promise<Answer>, message: Message, sim: Sim): Promise<Answer>
  /** Changes a record as the migrator from the former format makes it. */
  upgrade?(record: OldRecord): OldRecord
  database?(server: SimServer): Promise<unknown>
  mend?(server: SimServer): Promise<unknown>
}

type OldRecord = Record<string, unknown> & { schema_version: number }

interface Push {
  device_id: string
  mutations: Mutation[]
}
interface Results {
  results: PushResult[]
  server_time: string
}
const isPush = (path: string) => path.endsWith('sync/push')
const isPull = (path: string) => path.includes('sync/changes')

/** Changes the edits of a push as the device sends them. */
const sending = (change: (mutation: Mutation, tab: Tab) => Mutation): PlantedBug['request'] =>
  function request(input, init, tab) {
    if (!isPush(input)) return init
    const push = JSON.parse(init.body as string) as Push
    return {
      ...init,
      body: JSON.stringify({ ...push, mutations: push.mutations.map((m) => change(m, tab)) }),
    }
  }
/** Changes the edits of a push as the server reads them. */
const reading = (change: (mutation: Mutation, n: number) => Mutation): PlantedBug['serve'] =>
  function serve(serve, message) {
    if (isPush(message.path)) {
      const push = JSON.parse(message.body) as Push
      message.body = JSON.stringify({ ...push, mutations: push.mutations.map(change) })
    }
    return serve()
  }
/** Changes the server's answer to a push or a pull. */
const answering = (which: (path: string) => boolean, change: (body: never) => unknown): PlantedBug['serve'] =>
  async function serve(serve, message) {
    const answer = await serve()
    if (!which(message.path) || answer.status !== 200) return answer
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as never)) }
  }
const results = (change: (result: PushResult) => PushResult) =>
  answering(isPush, (body: Results) => ({ ...body, results: body.results.map(change) }))
/** Drops or changes writes of one store. */
const storing = (
  store: string,
  operation: 'put' | 'add' | 'delete',
  change: (value: never) => unknown,
): Meddle =>
  function meddle(name, what, value) {
    if (name !== store || what !== operation) return undefined
    const changed = change(value as never)
    return changed === undefined ? 'skip' : { value: changed }
  }
/** Returns the lines that an order takes from a staged order; none where it takes no staged order. */
function linesOfStaged(body: Mutation['call']['body']): { product: string; unit_quantity: number }[] {
  return typeof body?.['staged'] === 'number' ? (body['order_items'] as never) : []
}
const rewind = (text: string) => text.replace(/^..../, (start) => (start === 'ffff' ? 'fffe' : 'ffff'))

export const BUGS: PlantedBug[] = [
  {
    name: 'act-halved',
    words: 'the server applies one part of an act and not the other',
    serve: reading((mutation) => ({ ...mutation, act: null })),
  },
  {
    name: 'refused-dropped',
    words: 'a refused edit is thrown away',
    meddle: (store, what, value) =>
      store === 'outbox' && what === 'put' && (value as OutboxRecord).state === 'refused'
        ? 'skip'
        : undefined,
    answered: async (answer, input) => {
      if (!isPush(input) || answer.status !== 200) return answer
      const body = JSON.parse(await answer.text()) as Results
      const applied = body.results.map((one) =>
        one.outcome === 'refused' ? { ...one, outcome: 'applied' } : one,
      )
      return Response.json({ ...body, results: applied })
    },
  },
  {
    name: 'conflict-dropped',
    words: 'a clash counts as acknowledged',
    serve: results((one) =>
      one.outcome === 'conflict' ? { ...one, outcome: 'applied', status: 200, body: null } : one,
    ),
  },
  {
    name: 'html-is-success',
    words: 'a 200 with HTML counts as an acknowledgement',
    request(input, init, tab) {
      if (isPush(input)) lastPush.set(tab, JSON.parse(init.body as string) as Push)
      return init
    },
    answered: async (answer, input, tab) => {
      const isHtml = String(answer.headers.get('content-type')).includes('html')
      return isPush(input) && answer.status === 200 && isHtml ? allApplied(tab) : answer
    },
  },
  {
    name: 'error-is-success',
    words: 'a 5xx of a proxy counts as an acknowledgement',
    request(input, init, tab) {
      if (isPush(input)) lastPush.set(tab, JSON.parse(init.body as string) as Push)
      return init
    },
    answered: (answer, input, tab) => (isPush(input) && answer.status >= 500 ? allApplied(tab) : answer),
  },
  {
    name: 'echo-ignored',
    words: 'results are matched by place and not by mutation_id',
    serve: answering(isPush, (body: Results) => {
      const ids = body.results.map((one) => one.mutation_id)
      const moved = body.results.slice(1).concat(body.results.slice(0, 1))
      return { ...body, results: moved.map((one, n) => ({ ...one, mutation_id: ids[n]! })) }
    }),
  },
  {
    name: 'new-id-on-retry',
    words: 'the server meets every sending under another key',
    serve: reading((m) => ({ ...m, mutation_id: keyOfSending(m) })),
  },
  {
    name: 'id-changes',
    words: 'an edit that is sent again has a new mutation_id',
    request: sending((m, tab) => (tab.env.random() < 0.3 ? { ...m, mutation_id: rewind(m.mutation_id) } : m)),
  },
  {
    name: 'bytes-change',
    words: 'an edit that is sent again has another time',
    request: sending((m, tab) => ({ ...m, created_at: new Date(tab.env.now()).toISOString() })),
  },
  {
    name: 'lost-base',
    words: 'edits are sent without what the person saw',
    request: sending((m) => ({ ...m, base: { version: null, values: {} } })),
  },
  {
    name: 'base-is-now',
    words: 'the server takes its own row for what the person saw',
    serve: reading((m) => ({ ...m, base: { version: m.base.version, values: {} } })),
  },
  {
    name: 'double-adds',
    words: 'the server adds a scan twice',
    serve: reading((m) =>
      m.adds?.unit_quantity ? { ...m, adds: { unit_quantity: m.adds.unit_quantity * 2 } } : m,
    ),
  },
  {
    name: 'adds-lost',
    words: 'a scan sets instead of adding',
    serve: reading((m) => ({ ...m, adds: null, base: { version: null, values: {} } })),
  },
  {
    name: 'dedupe-forgotten',
    words: 'the stored outcomes of adds are forgotten at once',
    serve: async (serve, message, sim) => {
      const ids = isPush(message.path)
        ? (JSON.parse(message.body) as Push).mutations.map((m) => m.mutation_id)
        : []
      await sim.server.rows(`delete from mutations where id = any($1) and outcome = 'applied'`, [ids])
      return serve()
    },
  },
  {
    name: 'outcome-not-stored',
    words: 'the outcome is stored after the answer, and sometimes not at all',
    serve: async (serve, message, sim) => {
      const answer = await serve()
      if (isPush(message.path) && message.n % 3 === 0)
        await sim.server.rows(`delete from mutations where id = any($1)`, [
          (JSON.parse(message.body) as Push).mutations.map((m) => m.mutation_id),
        ])
      return answer
    },
  },
  {
    name: 'other-user',
    words: 'edits are sent in the name of the signed-in person',
    request: sending((m) => ({ ...m, user_id: m.user_id === 1 ? 2 : 1 })),
  },
  {
    name: 'order-of-sending',
    words: 'a batch is run in the wrong order',
    serve: async (serve, message) => {
      if (isPush(message.path)) {
        const push = JSON.parse(message.body) as Push
        message.body = JSON.stringify({ ...push, mutations: push.mutations.toReversed() })
      }
      return serve()
    },
  },
  {
    name: 'ack-before-commit',
    words: 'the server answers and then fails to commit',
    serve: async (serve, message, sim) => {
      if (!isPush(message.path) || message.n % 4 !== 0) return serve()
      const { mutations } = JSON.parse(message.body) as Push
      const server_time = new Date(sim.server.nowMs).toISOString()
      return jsonAnswer(200, { results: mutations.map((m) => applied(m, server_time)), server_time })
    },
  },
  {
    name: 'delete-before-acknowledgement',
    words: 'an edit leaves the outbox when it is sent',
    request(input, init, tab) {
      const { outbox } = tab.engine?.db ?? {}
      if (isPush(input))
        for (const { seq } of (JSON.parse(init.body as string) as Push).mutations)
          outbox?.delete(seq).catch(() => undefined)
      return init
    },
  },
  {
    name: 'coalesce-in-flight',
    words: 'an edit is merged into one that may be on its way',
    meddle: storing('meta', 'put', (entry: { key: string }) =>
      entry.key === 'taken' ? { ...entry, value: 0 } : entry,
    ),
  },
  {
    name: 'dedupe-after-precondition',
    words: 'a repeated edit is compared with the row that holds it already',
    serve: answering(isPush, (body: Results) => ({
      ...body,
      results: body.results.map((one) =>
        one.held && one.outcome === 'applied' && one.status === 200
          ? { ...one, outcome: 'conflict', status: 409, body: { message: 'Somebody else changed it.' } }
          : one,
      ),
    })),
  },
  {
    name: 'held-unsaid',
    words: 'the feed does not name the edits that its rows hold',
    serve: answering(isPull, (page: Changes) => ({ ...page, held: [] })),
  },
  {
    name: 'full-pull-forgets',
    words: 'a full pull empties the outbox',
    answered: async (answer, input, tab) => {
      if (!isPull(input) || answer.status !== 200) return answer
      const text = await answer.text()
      if (text.includes('"range":{"table":"orders"')) await tab.engine?.db.outbox.clear()
      return new Response(text, answer)
    },
  },
  {
    name: 'upgrade-renames',
    words: 'an edit of the format of before gets a new key',
    upgrade: (record) => ({ ...record, mutation_id: rewind(String(record['mutation_id'])) }),
  },
  {
    name: 'upgrade-loses-adds',
    words: 'the migrator from the format of before forgets a field',
    upgrade: (record) => ({ ...record, adds: null }),
  },
  {
    name: 'import-renames',
    words: 'an edit that is brought in from a file gets a new key',
    request: (input, init) => {
      if (!isPush(input)) return init
      const { device_id, mutations, ...rest } = JSON.parse(init.body as string) as Push
      const renamed = mutations.map((m) =>
        m.device_id === device_id ? m : { ...m, mutation_id: rewind(m.mutation_id) },
      )
      return { ...init, body: JSON.stringify({ ...rest, device_id, mutations: renamed }) }
    },
  },
  {
    name: 'lock-while-sending',
    words: 'one lock for all senders is held until the answer has come, by a frozen page too',
    environment(env) {
      const { locks } = env
      env.locks = {
        ...locks,
        request: (name, options, run) =>
          name.startsWith('larder-sender-')
            ? locks.request('one sender', {}, () => locks.request(name, options, run))
            : locks.request(name, options, run),
      }
    },
  },
  {
    name: 'ledger-missing',
    words: 'an acknowledged edit leaves no trace in the ledger',
    meddle: storing('ended', 'put', (page: LedgerPage) => (page.end === 'applied' ? undefined : page)),
  },
  {
    name: 'outbox-not-deleted',
    words: 'an acknowledged edit stays in the outbox',
    meddle: storing('outbox', 'delete', () => undefined),
  },
  {
    name: 'no-shadow',
    words: 'the server’s row is not kept under an edit',
    meddle: storing('shadows', 'put', () => undefined),
  },
  {
    name: 'shadow-is-view',
    words: 'the shadow holds the row with the edit in it',
    meddle: storing('shadows', 'put', (shadow: Shadow) =>
      shadow.table === 'items' && shadow.row ? { ...shadow, row: { ...shadow.row, picked: true } } : shadow,
    ),
  },
  {
    name: 'cursor-before-rows',
    words: 'the cursor is stored and the rows are not',
    meddle: (store, what, value, gate) => {
      if (store === 'items' && what === 'put' && (value as { version: number }).version > 2)
        early.set(gate, (early.get(gate) ?? 0) + 1)
      return store === 'items' && what === 'put' && (early.get(gate) ?? 0) % 3 === 2 ? 'skip' : undefined
    },
  },
  {
    name: 'cursor-by-clock',
    words: 'the cursor is a time: lines written in the minute before it are behind it already',
    serve: async (serve, message, sim) => {
      const answer = await serve()
      if (!isPull(message.path) || answer.status !== 200) return answer
      const page = JSON.parse(answer.body) as Changes
      const written = await sim.server.rows<{ id: string }>(
        `select entity_id as id from mutations where entity = 'orderitems' and at > $1`,
        [new Date(sim.server.nowMs - 60_000)],
      )
      const behind = new Set(written.map(({ id }) => id))
      const items = page.rows.items?.filter(({ id }) => !behind.has(id)) ?? []
      return page.range
        ? answer
        : { ...answer, body: JSON.stringify({ ...page, rows: { ...page.rows, items } }) }
    },
  },
  {
    name: 'running-forgotten',
    words: 'the cursor forgets which transactions were running when it was made',
    serve: answering(isPull, (page: Changes) => ({
      ...page,
      cursor: page.cursor.replace(/(:\d+\.\d+\.)[\d-]*/, '$1'),
    })),
  },
  {
    name: 'tombstones-lost',
    words: 'the feed does not tell of deleted rows',
    serve: answering(isPull, (page: Changes) => ({ ...page, gone: {} })),
  },
  {
    name: 'no-trigger',
    words: 'a writer forgets to stamp the row for the feed',
    database: (server) => server.rows('alter table order_items disable trigger synced'),
    mend: (server) => server.rows('alter table order_items enable trigger synced'),
  },
  {
    name: 'merged-pick-lost',
    words: 'a pick of a line that was merged into another one is acknowledged and counted nowhere',
    serve: async (serve, message, sim) => {
      if (!isPush(message.path)) return serve()
      const merged = await sim.server.rows<{ id: string }>('select id from merged_lines')
      const gone = new Set(merged.map(({ id }) => id))
      const push = JSON.parse(message.body) as Push
      const mutations = push.mutations.map((m) =>
        m.adds && gone.has(m.entity_id) ? { ...m, adds: { unit_quantity: 0 } } : m,
      )
      message.body = JSON.stringify({ ...push, mutations })
      return serve()
    },
  },
  {
    name: 'staged-placed-twice',
    words: 'a staged order is placed without a look at what is left of it',
    serve: async (serve, message, sim) => {
      if (isPush(message.path))
        for (const { call } of (JSON.parse(message.body) as Push).mutations)
          for (const line of linesOfStaged(call.body))
            await sim.server.rows(
              `update shared_cart_items set unit_quantity = greatest(unit_quantity, $2) where upc = $1`,
              [line.product, line.unit_quantity],
            )
      return serve()
    },
  },
  {
    name: 'staged-add-lost',
    words: 'one more of a staged product sets what the person saw',
    serve: reading((m) => (m.entity === 'sharedcartitems' ? { ...m, adds: null } : m)),
  },
  {
    name: 'staged-left',
    words: 'the products of a staged order stay in it when it is placed',
    serve: reading((m) =>
      linesOfStaged(m.call.body).length > 0
        ? { ...m, call: { ...m.call, body: { ...m.call.body, staged: undefined } } }
        : m,
    ),
  },
  {
    name: 'held-is-applied',
    words: 'an edit behind a refused one counts as acknowledged',
    serve: results((one) =>
      one.outcome === 'held' ? { ...one, outcome: 'applied', status: 200, body: null } : one,
    ),
  },
  {
    name: 'sending-needs-room',
    words: 'a full device writes something before it sends, or before it lets an edit go',
    meddle(_store, operation, _value, gate) {
      if (operation === 'delete' && gate.isFull()) throw new DOMException('no room', 'QuotaExceededError')
      return undefined
    },
  },
  {
    name: 'retry-after-obeyed',
    words: 'a gateway that asks for an hour is left alone for an hour',
    environment(env) {
      const { fetch } = env
      let until = 0
      env.fetch = async (input, init) => {
        if (isPush(input) && env.now() < until) throw broken()
        const answer = await fetch(input, init)
        if (isPush(input)) until = env.now() + Number(answer.headers.get('retry-after') ?? 0) * 1_000
        return answer
      }
    },
  },
  {
    name: 'any-401-ends',
    words: 'the 401 of a proxy ends the session',
    answered: async (answer) => {
      if (answer.status !== 401) return answer
      const body = (await answer.json()) as object
      return Response.json({ message: '', ...body, code: SIGN_IN_NEEDED }, { status: 401 })
    },
  },
  {
    name: 'backoff-forever',
    words: 'after a failure there is no other try',
    environment(env) {
      const { after } = env
      env.after = (ms, run) => (ms > 900 && ms < 4_000 ? () => undefined : after(ms, run))
    },
  },
]

const early = new WeakMap<object, number>()
const lastPush = new WeakMap<Tab, Push>()
const applied = (m: Mutation, server_time: string) => ({
  mutation_id: m.mutation_id,
  outcome: 'applied' as const,
  status: 200,
  body: null,
  server_time,
})
function allApplied(tab: Tab): Response {
  const server_time = new Date(tab.env.now()).toISOString()
  const { mutations } = lastPush.get(tab) ?? { mutations: [] }
  return Response.json({ results: mutations.map((m) => applied(m, server_time)), server_time })
}
let sendings = 0
/** Returns a key that only this sending has. */
function keyOfSending(m: Mutation): string {
  return `${(++sendings % 0xffffffff).toString(16).padStart(8, '0')}${m.mutation_id.slice(8)}`
}
