/**
 * Runs edits: dedupe, permission, merge, write, change feed and stored outcome commit together (architecture, "How one
 * edit flows", 5). The plain documented calls bring one edit, `POST sync/push` brings many; both end here.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { refuse, type Outcome } from '#contract/sync/outcome.ts'
import { perform } from '#contract/sync/perform.ts'
import { transaction, type Context } from '../platform/context.ts'
import { outcomeBody } from '../platform/problem.ts'
import type { Moved } from './announce.ts'
import { findStored, whoChanged, type StoredOutcome } from './stored.ts'
import { loadWorld, type LoadedWorld } from './world.ts'
import { Writes } from './write.ts'

/** What became of one edit, ready for the wire. `row` is the row that an applied edit left, as stored. */
export interface Result {
  mutation_id: string
  outcome: 'applied' | 'refused' | 'conflict' | 'held' | 'retry'
  status: number
  body: unknown
}

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION = new Set(['40001', '40P01'])
const codeOf = (error: unknown) => (error as { code?: string }).code

/** What makes two calls the same call. The path's form and the order of fields do not count; what is added does. */
export function fingerprint(m: Pick<Mutation, 'user_id' | 'entity' | 'entity_id' | 'call' | 'adds'>): string {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([k, v]) => [k, sorted(v)]),
          )
        : value
  const call = [m.user_id, m.call.method, m.entity, m.entity_id, sorted(m.call.body), sorted(m.adds)]
  return createHash('sha256').update(JSON.stringify(call)).digest('base64url')
}

const rowKey = (entity: string, id: string) => `${entity} ${id}`

/** The chain keys of an edit: its own row, and the item that its piece belongs to. */
function chain(m: Mutation, world: LoadedWorld): string[] {
  const own = rowKey(m.entity, m.entity_id)
  if (m.entity !== 'ordersubitems') return [own]
  const item = m.call.body?.['order_item'] ?? world.subitem(m.entity_id)?.order_item
  return typeof item === 'string' ? [own, rowKey('orderitems', item)] : [own]
}

/** The order that an edit belongs to, as the server knows it; the device's word is not taken. */
function orderOf(m: Mutation, world: LoadedWorld): number | null {
  if (m.entity === 'orders') return world.order(Number(m.entity_id))?.id ?? null
  const body = m.call.body ?? {}
  if (m.entity === 'orderitems')
    return world.item(m.entity_id)?.order ?? (typeof body['order'] === 'number' ? body['order'] : null)
  if (m.entity === 'ordersubitems')
    return (
      world.subitem(m.entity_id)?.order ??
      (typeof body['order_item'] === 'string' ? (world.item(body['order_item'])?.order ?? null) : null)
    )
  return null
}

interface Bringer {
  person: Person
  device: string
}

/** One batch in one transaction. Edits are tried in the order given; one that is not applied holds its own row only. */
async function runBatch(
  context: Context,
  { person, device }: Bringer,
  mutations: readonly Mutation[],
  exclusive: boolean,
): Promise<Result[]> {
  const moved = new Set<Moved>()
  const results = await transaction(context.pool, async (client) => {
    if (exclusive && !(await claimKeys(client, mutations))) return mutations.map(stillRunning)
    const stored = await findStored(
      client,
      mutations.map((m) => m.mutation_id),
    )
    const fresh = mutations.filter((m) => !stored.has(m.mutation_id))
    const world = await loadWorld(client, person, fresh)
    const writes = new Writes()
    const blocked = new Set<string>()
    const outcomes = new Map<string, { outcome: Outcome; order: number | null; by: StoredBy }>()
    for (const m of fresh) {
      const keys = chain(m, world)
      if (keys.some((key) => blocked.has(key))) continue
      const order = orderOf(m, world)
      const outcome = perform(m, world, person)
      if (outcome.kind === 'applied') {
        for (const change of outcome.changes) {
          const isNew = outcome.status === 201 && 'row' in change && change.row === outcome.row
          world.change(change)
          writes.add(change, isNew, order)
        }
        moved.add(order === null ? '*' : (world.order(order)?.company_id ?? '*'))
      } else blocked.add(rowKey(m.entity, m.entity_id))
      outcomes.set(m.mutation_id, { outcome, order, by: null })
    }
    await writes.store(client)
    for (const [id, entry] of outcomes)
      if (entry.outcome.kind === 'conflict') {
        const m = fresh.find((one) => one.mutation_id === id)!
        entry.by = await whoChanged(client, m.entity, m.entity_id, Object.keys(entry.outcome.fields))
      }
    const answers = fresh.map((m) => answerOf(m, outcomes.get(m.mutation_id)))
    await storeOutcomes(client, context.clock(), { person, device }, fresh, outcomes, answers)
    const byId = new Map(answers.map((a) => [a.mutation_id, a]))
    return Promise.all(
      mutations.map(async (m) => {
        const known = stored.get(m.mutation_id)
        return known ? replay(m, known, client) : byId.get(m.mutation_id)!
      }),
    )
  })
  if (moved.size > 0) context.announcer.announce(moved)
  return results
}

/** Whether nobody else is running one of these keys at this moment. Held until the transaction ends. */
async function claimKeys(client: pg.ClientBase, mutations: readonly Mutation[]): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>({
    name: 'claim keys',
    text: 'select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 7))) as ours from unnest($1::text[]) as key',
    values: [mutations.map((m) => m.mutation_id)],
  })
  return rows[0]!.ours
}

const stillRunning = ({ mutation_id }: Mutation): Result => ({
  mutation_id,
  outcome: 'retry',
  status: 425,
  body: { message: 'A call with this key is still running. Please try again.' },
})

type StoredBy = { who: string; at: string } | null

function answerOf(m: Mutation, entry: { outcome: Outcome; by: StoredBy } | undefined): Result {
  const { mutation_id } = m
  if (!entry)
    return {
      mutation_id,
      outcome: 'held',
      status: 424,
      body: { message: 'An earlier change of the same row was not applied.' },
    }
  const { outcome, by } = entry
  if (outcome.kind === 'applied')
    return { mutation_id, outcome: 'applied', status: outcome.status, body: outcome.row }
  return {
    mutation_id,
    outcome: outcome.kind,
    status: outcome.status,
    body: { ...outcomeBody(outcome), ...(by && { by }) },
  }
}

/** The same key again: the stored answer for the same call, 422 for another one. */
async function replay(m: Mutation, known: StoredOutcome, client: pg.ClientBase): Promise<Result> {
  const { mutation_id } = m
  if (known.fingerprint !== fingerprint(m)) {
    const refused = refuse(422, 'key_reused', 'This idempotency key was used for another call.')
    return { mutation_id, outcome: 'refused', status: 422, body: outcomeBody(refused) }
  }
  return {
    mutation_id,
    outcome: known.outcome,
    status: known.status,
    body: known.answer ?? (await known.current(client)),
  }
}

async function storeOutcomes(
  client: pg.ClientBase,
  now: Date,
  { person, device }: Bringer,
  fresh: readonly Mutation[],
  outcomes: ReadonlyMap<string, { outcome: Outcome; order: number | null }>,
  answers: readonly Result[],
): Promise<void> {
  const rows = fresh.flatMap((m, n) => {
    const entry = outcomes.get(m.mutation_id)
    if (!entry) return []
    const answer = answers[n]!
    return {
      id: m.mutation_id,
      fingerprint: fingerprint(m),
      user_id: m.user_id,
      brought_by: m.user_id === person.id ? null : person.id,
      device_id: m.user_id === person.id ? device : m.device_id,
      entity: m.entity,
      entity_id: m.entity_id,
      order_id: entry.order,
      method: m.call.method,
      body: m.adds ? { ...m.call.body, adds: m.adds } : m.call.body,
      raw_scan: m.raw_scan,
      reason: m.reason,
      retry_of: m.retry_of,
      outcome: answer.outcome,
      status: answer.status,
      // An applied edit's row is in its table; only the words of one that was not are kept.
      answer: answer.outcome === 'applied' ? null : answer.body,
      made_at: m.created_at,
    }
  })
  if (rows.length === 0) return
  await client.query({
    name: 'store outcomes',
    text: `insert into mutations (id, fingerprint, user_id, brought_by, device_id, entity, entity_id, order_id, method,
             body, raw_scan, reason, retry_of, outcome, status, answer, made_at, at)
           select r.id, r.fingerprint, r.user_id, r.brought_by, r.device_id, r.entity, r.entity_id, r.order_id, r.method,
             r.body, r.raw_scan, r.reason, r.retry_of, r.outcome, r.status, r.answer, r.made_at, $2
             from json_to_recordset($1::json) as r(id text, fingerprint text, user_id int, brought_by int, device_id text,
               entity text, entity_id text, order_id int, method text, body jsonb, raw_scan text, reason text,
               retry_of text, outcome text, status int, answer jsonb, made_at timestamptz)`,
    values: [JSON.stringify(rows), now],
  })
}

/**
 * Runs edits that the door has checked. Never throws for an edit: where the database refuses a batch, its edits are
 * tried alone, and the one at fault answers `retry` and is not stored.
 */
export async function runMutations(
  context: Context,
  bringer: Bringer,
  mutations: readonly Mutation[],
  /** `exclusive`: a key that somebody else is running at this moment answers 425 instead of waiting for them. */
  { exclusive = false } = {},
): Promise<Result[]> {
  if (mutations.length === 0) return []
  try {
    return await runBatch(context, bringer, mutations, exclusive)
  } catch (error) {
    const code = codeOf(error)
    // The same key came in beside us and was first, or two transactions crossed: look again.
    if (code === UNIQUE_VIOLATION || SERIALIZATION.has(code ?? '')) {
      try {
        return await runBatch(context, bringer, mutations, exclusive)
      } catch (again) {
        error = again
      }
    }
    if (mutations.length > 1) {
      const results: Result[] = []
      for (const m of mutations) results.push(...(await runMutations(context, bringer, [m])))
      return results
    }
    context.log.error(error, 'an edit could not be run')
    return mutations.map((m) => ({
      mutation_id: m.mutation_id,
      outcome: 'retry' as const,
      status: 503,
      body: { message: 'The server could not do this just now.' },
    }))
  }
}
