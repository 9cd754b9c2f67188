/**
 * Edits of orders that this device does not keep. They have the records of all other edits, with what the person saw
 * and a key, and are sent at once instead of stored.
 */
import { keyOf } from '#contract/sync/entities.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import type { Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { ApiError, NetworkError } from '#src/api/errors.ts'
import type { EditedRow, LarderDatabase } from '#src/db/database.ts'
import { backoffMs } from '../backoff.ts'
import { pushBatches } from './batches.ts'
import { actOfEdit, countParts, mutationOf } from '../store/edit.ts'
import { deviceReport } from './report.ts'
import { localKey, spot, tableOf } from '../store/rows.ts'
import type { MakeId } from '../store/uuid.ts'

interface AwayContext {
  db: LarderDatabase
  env: Pick<Environment, 'random' | 'after'>
  client: Client
  person: Person
  deviceId: string
  makeId: MakeId
  now(): number
}

/**
 * A line that breaks between question and answer is tried again with the same keys; after that the person presses
 * again.
 */
const TRIES = 3

/** The keys of additions whose answer was lost, by row and body. The server takes one that is sent again once. */
const unanswered = new Map<string, string>()

const nameOfAddition = ({ entity, entity_id, body }: NewEdit) =>
  `${entity} ${entity_id} ${JSON.stringify(body)}`

/** Returns the key of an edit. An addition that is sent again after a lost answer keeps its key. */
function keyOfEdit(edit: NewEdit, makeId: MakeId): string {
  if (edit.method !== 'POST') return makeId()
  const name = nameOfAddition(edit)
  const key = unanswered.get(name) ?? makeId()
  unanswered.set(name, key)
  return key
}

/**
 * Sends edits, all or none of an act, and resolves with each row as the server has it now. A refused edit does not stop
 * the others.
 *
 * @param rows what the person saw of the rows that they change
 * @throws ApiError in the server's words where an edit was refused or another user changed the same, NetworkError
 * without an answer: the edit may have arrived then
 */
export async function sendAway(
  context: AwayContext,
  edits: readonly NewEdit[],
  rows: readonly EditedRow[],
): Promise<unknown[]> {
  const { db, client, person, deviceId, makeId, now } = context
  const parts = countParts(edits)
  const tables = new Set(edits.map(({ entity }) => tableOf(entity)))
  const seen = new Map(
    [...tables].flatMap((table) => rows.map((row) => [spot(table, keyOf(table, row)), row] as const)),
  )
  const mutations = edits.map((edit) => {
    const table = tableOf(edit.entity)
    const row = seen.get(spot(table, localKey(table, edit.entity_id)))
    const mutation = mutationOf(context, edit, keyOfEdit(edit, makeId), row, edit.order ?? null)
    // By its number the server sees that the edit is not stored here, and that nothing of it waits here afterwards.
    return { ...mutation, act: actOfEdit(edit, parts), seq: 0 }
  })
  const report = deviceReport(await db.outbox.toArray(), now())
  const results: PushResult[] = []
  for (const batch of pushBatches(mutations)) {
    const body = { device_id: deviceId, ...report, mutations: batch }
    const ask = () => client.api('POST', 'sync/push', { body, schema: PushAnswer, as: person.id })
    results.push(...(await withTries(context, ask)).results)
  }
  const isOver = new Set(results.flatMap((one) => (one.outcome === 'retry' ? [] : [one.mutation_id])))
  for (const [n, edit] of edits.entries())
    if (isOver.has(mutations[n]!.mutation_id)) unanswered.delete(nameOfAddition(edit))
  return results.map(rowOfResult)
}

function rowOfResult({ outcome, status, body }: PushResult): unknown {
  if (outcome !== 'applied') throw new ApiError(status, body, true)
  return body
}

async function withTries({ env }: AwayContext, ask: () => Promise<PushAnswer>): Promise<PushAnswer> {
  for (let failures = 0; ; failures++) {
    const isLast = failures === TRIES - 1
    try {
      const answer = await ask()
      if (isLast || answer.results.every(({ outcome }) => outcome !== 'retry')) return answer
    } catch (error) {
      if (isLast || !(error instanceof NetworkError)) throw error
    }
    await new Promise<void>((resolve) => env.after(backoffMs(failures, env.random), resolve))
  }
}
