import { placesOrder } from '#contract/orders/place.ts'
import { editWords } from '#contract/sync/words.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { STAGED_FAMILIES } from '#src/sync/store/rows.ts'
import type { Engine } from '#src/sync/engine.ts'
import { storedFault } from '#src/sync/store/fates.ts'
import { boundWords } from '#src/sync/status.ts'
import { plural } from '#src/ui/format.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import classes from './OrderScreens.module.css'

/** Returns why an order waits, in the server's words where it has given them. */
function whyOf(record: OutboxRecord): string | null {
  const fault = storedFault(record)
  return fault === null ? boundWords(record) : `${fault} It is kept on this device and sent again by itself.`
}

/**
 * The orders that were placed here and have no number yet, because the server has not received them or has refused
 * them.
 */
export function WaitingOrders({ engine: { db } }: { engine: Engine }) {
  const waiting = useLiveQuery(
    () =>
      db.outbox
        .where('family')
        .startsWithAnyOf('orders:', STAGED_FAMILIES)
        .filter((record) => placesOrder(record) && !record.withdrawn)
        .toArray(),
    [db],
  )
  if (!waiting?.length) return null
  const refused = waiting.filter(({ state }) => state !== 'pending').length
  const pending = waiting.length - refused
  return (
    <section className={classes.waiting} aria-label="Orders that wait to be sent">
      <p role="status">
        {pending > 0 && <b>{plural(pending, 'order')} to be sent.</b>}{' '}
        {refused > 0 ? (
          <Link to={to.sync()}>The server refused {refused}: see why.</Link>
        ) : (
          `${pending === 1 ? 'It goes by itself' : 'They go by themselves'} as soon as the server takes ${pending === 1 ? 'it' : 'them'}.`
        )}
      </p>
      <ul>
        {waiting.map((record) => (
          <li key={record.mutation_id}>
            {editWords(record, null).detail}
            {whyOf(record) && <div>{whyOf(record)}</div>}
          </li>
        ))}
      </ul>
    </section>
  )
}
