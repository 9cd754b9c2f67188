import { errorText, isNotFound } from '#src/api/errors.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { SLOW_LOOK_MS, useLookAgain } from '#src/kit/page/use-look-again.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural, showDollars, showLongDay } from '#src/ui/format.ts'
import { share } from '#src/ui/share.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, type ComponentType } from 'react'
import classes from './placed-panel.module.css'
import { closePlaced, isStillThere, readPlaced, sharedWords } from './placed-note.ts'

interface PlacedPanelProps {
  /** What was asked of the office about an order, and the way to ask. */
  Requests: ComponentType<{ id: number }>
}

/** Above the orders list, after an order was placed (B136), until it is closed. */
export function PlacedPanel({ Requests }: PlacedPanelProps) {
  const { engine } = useSignedIn()
  const placed = useLiveQuery(() => readPlaced(engine), [engine])
  const gone = useGone(placed?.order ?? null)
  if (!placed) return null
  const { words, order, day, location, products, total } = placed
  if (gone !== null && order !== null)
    return (
      <section className={classes.panel} aria-label="Order placed">
        <h2 role="status">{gone}</h2>
        <Requests id={order} />
        <div className={classes.acts}>
          <Button onClick={() => void closePlaced(engine)}>Close</Button>
        </div>
      </section>
    )
  return (
    <section className={classes.panel} aria-label="Order placed">
      <h2 role="status">
        <IconCircleCheck aria-hidden /> {words}
      </h2>
      <dl>
        {order !== null && (
          <div>
            <dt>Order</dt>
            <dd>
              <Link to={to.order(order)}>{order}</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>Delivery</dt>
          <dd>{showLongDay(day)}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{location}</dd>
        </div>
        <div>
          <dt>{plural(products, 'product')}</dt>
          <dd>{showDollars(total)}</dd>
        </div>
      </dl>
      <p>It is picked next. Weighed products are invoiced by what they weigh.</p>
      {order !== null && <Requests id={order} />}
      <div className={classes.acts}>
        <Button onClick={() => void share({ title: 'Order', text: sharedWords(placed) })}>Share</Button>
        <Button onClick={() => void closePlaced(engine)}>Close</Button>
      </div>
    </section>
  )
}

/** Says that an order is gone: the office has deleted it, or merged it into another one. Null while it is there. */
function useGone(order: number | null): string | null {
  const { engine } = useSignedIn()
  const isKept = useLiveQuery(
    async () => order !== null && (await engine.db.orders.get(order)) !== undefined,
    [engine, order],
  )
  // An order of a later day is not on the device.
  const query = useMemo(() => isStillThere(order ?? 0), [order])
  const isElsewhere = order !== null && isKept === false
  const { failure } = useServerQuery(query, { enabled: isElsewhere })
  useLookAgain(query.queryKey, isElsewhere && !isNotFound(failure), SLOW_LOOK_MS)
  if (order === null || isKept !== false || !isNotFound(failure)) return null
  return 'merged_into' in failure.body
    ? errorText(failure)
    : `Order ${order} was cancelled. Nothing of it is delivered.`
}
