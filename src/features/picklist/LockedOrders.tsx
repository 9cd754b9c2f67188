import { orderCan } from '#contract/orders/can.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import ConfirmDialog from '#src/ui/ConfirmDialog.tsx'
import { offerOf } from '#src/ui/offer.ts'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './details.module.css'

interface LockedOrdersProps {
  orders: readonly OrderRow[]
  person: Person | null
  client: Client
  reachable: boolean
  /** After an unlock: the device asks for what changed. */
  onUnlocked: () => Promise<void>
}

/** A211, A212: a button for each invoiced order, that unlocks it after a confirmation. Hidden for role 14 (A253). */
export function LockedOrders({ orders, person, client, reachable, onUnlocked }: LockedOrdersProps) {
  const [asked, setAsked] = useState<OrderRow | null>(null)
  const locked = orders.filter(({ invoiced }) => invoiced)
  if (locked.length === 0) return null

  async function unlock(order: OrderRow) {
    try {
      await client.api('POST', `orders/${order.id}/unlock`)
    } catch (error) {
      // A324: the dialog shows the response's text, and stays.
      throw new Error(errorText(error), { cause: error })
    }
    await onUnlocked()
  }

  return (
    <div className={classes.locks}>
      {locked.map((order) => {
        const offer = person ? offerOf(orderCan.unlock(order, person), reachable) : 'hidden'
        return (
          <span key={order.id} className={classes.locks}>
            <span>Order {order.id} is invoiced.</span>
            {offer !== 'hidden' && (
              <ActionButton
                variant="default"
                leftSection={<IconLock size={18} aria-hidden />}
                reason={offer}
                onClick={() => setAsked(order)}
              >
                Locked
              </ActionButton>
            )}
          </span>
        )
      })}
      {asked && (
        <ConfirmDialog
          title={`Unlock order ${asked.id}?`}
          act="Unlock"
          onConfirm={() => unlock(asked)}
          onClose={() => setAsked(null)}
        >
          Its invoice is deleted and the order can be changed again.
        </ConfirmDialog>
      )}
    </div>
  )
}
