/** What this device holds of each order, as the server is told with each push. */
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
