/** What a device tells the server of itself with each push. */
import { RELEASE } from '#src/api/release.ts'
import { countActs, type OutboxRecord } from '#src/db/database.ts'
import { decisionsOf } from './decisions.ts'
import { groupBy } from './rows.ts'
import { waitingOf } from './status.ts'

/** By order number. The fields are those of the push envelope. */
export interface HeldByOrder {
  /** Things that a person did and that wait to be sent. */
  unsent: Record<string, number>
  /** Refused and clashing ones: decisions of a person, as the cards count them. */
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

/** The fields of the push envelope in which a device tells of itself. */
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
  const waiting = [...outbox, ...batch].filter(({ state }) => state === 'pending')
  const oldest = waiting.reduce((least, { created_at }) => Math.min(least, Date.parse(created_at)), now)
  return {
    ...heldByOrder(outbox),
    ...(waiting.length > 0 && { oldest_unsent_s: Math.round((now - oldest) / 1_000) }),
    release: RELEASE,
  }
}
