import { orderCan } from '#contract/orders/can.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { Button } from '#src/ui/Button.tsx'
import { lazy, Suspense } from 'react'
import classes from './picker.module.css'

const AssignDialog = lazy(() => import('./AssignDialog.tsx'))

interface PickerFactProps {
  order: OrderRow
  person: Person
  /** Whether the dialog is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Who is to pick an order, and for the office the way to change that. */
export function PickerFact({ order, person, isOpen, onOpen }: PickerFactProps) {
  const denial = orderCan.assign(order, person)
  return (
    <span className={classes.fact}>
      {order.picker ?? 'Nobody'}
      {!denial?.hides && (
        <Button reason={denial?.message} onClick={() => onOpen(true)}>
          Assign picker
        </Button>
      )}
      {/* A colleague may make the invoice while the dialog is open. Then the dialog says so. */}
      {isOpen && !denial?.hides && (
        <Suspense>
          <AssignDialog orders={[order]} onClose={() => onOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
