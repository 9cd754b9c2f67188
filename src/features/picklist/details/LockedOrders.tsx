import { useUnlock } from '#src/kit/invoicing/use-unlock.ts'
import { orderCan } from '#contract/orders/can.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { offerOf } from '#src/ui/offer.ts'
import { IconLock } from '@tabler/icons-react'
import classes from './details.module.css'

interface LockedOrdersProps {
  orders: readonly OrderRow[]
  reachable: boolean
  /** Called after an unlock, when the device has the changed rows. */
  onUnlocked: () => void
}

/** A211, A212: a button for each invoiced order, that unlocks it after a confirmation. Hidden for role 14 (A253). */
export function LockedOrders({ orders, reachable, onUnlocked }: LockedOrdersProps) {
  const { person } = useSignedIn()
  const unlock = useUnlock(onUnlocked)
  const locked = orders.filter(({ invoiced }) => invoiced)
  if (locked.length === 0) return unlock.dialog

  return (
    <div className={classes.locks}>
      {locked.map((order) => {
        const offer = person ? offerOf(orderCan.unlock(order, person), reachable) : 'hidden'
        return (
          <span key={order.id} className={classes.locks}>
            <span>Order {order.id} is invoiced.</span>
            {offer !== 'hidden' && (
              <Button
                icon={<IconLock size={18} aria-hidden />}
                reason={offer}
                onClick={() => unlock.ask(order.id)}
              >
                Locked
              </Button>
            )}
          </span>
        )
      })}
      {unlock.dialog}
    </div>
  )
}
