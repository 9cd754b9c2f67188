import { MissingOrders } from '#src/picking/MissingOrders.tsx'
import type { PickList } from '../use-pick-list.ts'
import classes from './details.module.css'

/** The note about the orders that the device does not store. */
export function OrdersElsewhere({
  list: { missing, away },
  reachable,
}: {
  list: PickList
  reachable: boolean
}) {
  return (
    <>
      <MissingOrders
        orders={missing}
        className={classes.note}
        words={(orders) =>
          `Order ${orders} is not kept on this device. ${
            reachable ? 'The server does not give it either.' : 'It shows when the server is in reach.'
          }`
        }
      />
      {away.orders.length > 0 && (
        <p className={classes.note} role="status">
          {`Order ${away.orders.map(({ id }) => id).join(', ')} lies outside the days that this device keeps: changes to it need the server.`}
        </p>
      )}
    </>
  )
}
