/**
 * Saves the edits that only the memory of this page holds after the storage was emptied under it. Sends them at once,
 * and stores them again as soon as there is room. No person has to press anything.
 *
 *   emptied ──▶ store again ── stored ────▶ over: the person's engine is opened again, and sends by itself
 *                    ▲             └─ no room ─▶ send from memory ──┐
 *                    └────────────── after RESCUE_INTERVAL_MS ◀─────┘
 */
import { PUSH_BATCH, PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { ApiError, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { countActs, type OutboxRecord } from '#src/db/database.ts'
import { toWire } from '../store/edit.ts'
import type { HeldInMemory } from '../store/held-in-memory.ts'
import { isOneUnit, SendQueue } from './queue.ts'
import { answerOf } from './settle.ts'
import { Suspects } from './suspects.ts'
import { waitingOf, type OwnStatus, type Rescue } from '../status.ts'
import { isStorageError, StorageTrouble } from '../store/storage.ts'

const RESCUE_INTERVAL_MS = 5_000

export interface RescueOptions {
  env: Environment
  client: Client
  held: HeldInMemory
  status: OwnStatus
  deviceId: string
  personId: number
  /** Stores the session and what is held in the emptied storage. Rejects with StorageTrouble. */
  storeAgain(): Promise<void>
  /** Logs a defect of work that no caller awaits. */
  report(error: unknown): void
}

export function createRescue(options: RescueOptions): { start(): void; stop(): void } {
  const { env, held, status, storeAgain, report } = options
  let cancel: (() => void) | null = null
  let isStopped = false

  const countHeld = () => waitingOf(held.all().length, countActs(held.all()))
  function show(change: Partial<Rescue>): void {
    const { rescue } = status.get()
    if (rescue && !isStopped) status.set({ rescue: { ...rescue, ...change, waiting: countHeld() } })
  }
  const sendHeld = createHeldSender(
    options,
    () => isStopped,
    () => show({}),
  )

  async function round(): Promise<void> {
    if (isStopped) return
    try {
      await storeAgain()
      show({ isStored: true })
      return
    } catch (error) {
      if (!(error instanceof StorageTrouble) && !isStorageError(error)) throw error
      show({ isFull: error instanceof StorageTrouble && error.kind === 'quota' })
    }
    await sendHeld()
  }

  const run = () =>
    void round()
      .catch(report)
      .finally(() => {
        if (isStopped || status.get().rescue?.isStored) return
        cancel = env.after(RESCUE_INTERVAL_MS, run)
      })

  return {
    start() {
      const waiting = countHeld()
      const lost = Math.max(0, status.get().waiting - waiting)
      status.set({ rescue: { waiting, lost, isFull: false, isStored: false } })
      run()
    },
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}

/**
 * Sends what is held, batch by batch, until nothing is left or the server does not take it now.
 *
 * @param onTaken is called when an answer has changed what is held
 */
function createHeldSender(
  { env, client, held, deviceId, personId }: RescueOptions,
  isStopped: () => boolean,
  onTaken: () => void,
): () => Promise<void> {
  let batchSize = PUSH_BATCH
  /** The families that are taken last. */
  const suspects = new Suspects<string>()

  return async () => {
    const queue = new SendQueue()
    queue.add(held.all())
    queue.putLast(suspects.all)
    for (;;) {
      const batch = isStopped() ? [] : queue.take(batchSize, env.now(), true)
      if (batch.length === 0) return
      try {
        const { results } = await client.api('POST', 'sync/push', {
          body: { device_id: deviceId, ...queue.reportWith(batch, env.now()), mutations: batch.map(toWire) },
          schema: PushAnswer,
          as: personId,
        })
        const left = take(held, batch, results)
        onTaken()
        queue.done(batch, left)
        batchSize = PUSH_BATCH
        suspects.passed([])
      } catch (error) {
        if (error instanceof SignInNeeded || error instanceof NetworkError) return
        if (!(error instanceof ApiError)) throw error
        if (!isOneUnit(batch)) {
          batchSize = batch.length >> 1
          queue.done(batch, [], batch)
          continue
        }
        const { family } = batch[0]!
        const isServers = suspects.clears(family)
        suspects.add(family, family)
        if (isServers) return
        queue.done(batch, batch)
      }
    }
  }
}

/** Forgets what the server has applied, keeps its answers about the rest, and returns the rest. */
function take(
  held: HeldInMemory,
  batch: readonly OutboxRecord[],
  results: readonly PushResult[],
): OutboxRecord[] {
  const byId = new Map(results.map((result) => [result.mutation_id, result]))
  const isApplied = ({ mutation_id }: OutboxRecord) => byId.get(mutation_id)?.outcome === 'applied'
  const left = batch
    .filter((record) => !isApplied(record))
    .map((record) => {
      const result = byId.get(record.mutation_id)
      return result?.outcome === 'refused' || result?.outcome === 'conflict'
        ? { ...record, state: result.outcome, answer: answerOf(result) }
        : record
    })
  held.forget(batch.filter(isApplied))
  held.add(left)
  return left
}
