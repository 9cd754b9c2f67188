/** The report of a device about itself, which goes to the server with each push. */
import { MOST_AGE_S } from '#contract/sync/protocol.ts'
import { RELEASE } from '#src/api/release.ts'
import { countActs, type OutboxRecord } from '#src/db/database.ts'
import { decisionsOf } from '../decisions.ts'
import { groupBy } from '../store/rows.ts'
import { waitingOf } from '../status.ts'

/** By order number. The fields are those of the push envelope. */
export interface HeldByOrder {
  /** A person's acts that wait to be sent. */
  unsent: Record<string, number>
  /** Refused and clashing edits: decisions of a person, as the cards count them. */
  needs_you: Record<string, number>
}

/** Counts records by order. Records of no order, such as a placed order without a number, are left out. */
export function heldByOrder(outbox: readonly OutboxRecord[]): HeldByOrder {
  const [waiting, stopped] = [true, false].map((isPending) =>
    groupBy(
      outbox.filter(({ state, order }) => order !== null && (state === 'pending') === isPending),
      ({ order }) => order,
    ),
  ) as [Map<number, OutboxRecord[]>, Map<number, OutboxRecord[]>]
  return {
    unsent: Object.fromEntries(
      [...waiting].map(([order, edits]) => [order, waitingOf(edits.length, countActs(edits))]),
    ),
    needs_you: Object.fromEntries([...stopped].map(([order, edits]) => [order, decisionsOf(edits).length])),
  }
}

/** The fields of the push envelope in which a device reports about itself. */
export interface DeviceReport extends HeldByOrder {
  oldest_unsent_s?: number
  release: string
}

/**
 * @param outbox what the device holds beside the edits of this push
 * @param now ms, by the device's clock, as `created_at` of the edits
 * @param batch the edits of this push
 */
export function deviceReport(
  outbox: readonly OutboxRecord[],
  now: number,
  batch: readonly OutboxRecord[] = [],
): DeviceReport {
  const age = oldestAgeMs([outbox, batch], now)
  return {
    ...heldByOrder(outbox),
    ...(age !== null && { oldest_unsent_s: Math.min(MOST_AGE_S, Math.round(age / 1_000)) }),
    release: RELEASE,
  }
}

/**
 * Returns the age of the oldest edit that waits, in ms; null where none does. An edit from a clock that was ahead has
 * the age 0.
 */
function oldestAgeMs(outboxes: readonly (readonly OutboxRecord[])[], now: number): number | null {
  let oldest: string | null = null
  for (const records of outboxes)
    // `toISOString` wrote all of them, so the earliest text is the earliest time. This runs with each push.
    for (const { state, created_at } of records)
      if (state === 'pending' && (oldest === null || created_at < oldest)) oldest = created_at
  const made = Date.parse(oldest ?? '')
  return Number.isNaN(made) ? null : Math.max(0, now - made)
}
