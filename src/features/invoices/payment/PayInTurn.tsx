import { useCall } from '#src/kit/form/use-save.tsx'
import { to } from '#src/paths.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { lazy, Suspense } from 'react'
import { refreshPayment } from './calls.ts'

const PayDialog = lazy(() => import('./PayDialog.tsx'))

interface PayInTurnProps {
  /** The numbers of the orders whose invoices are paid, the first of them now. */
  orders: readonly number[]
  /** The first is paid, or none is any more. */
  onNext: (rest: readonly number[]) => void
}

/** Pays invoices one after the other, each by a payment of its own. Leaving one leaves those after it. */
export function PayInTurn({ orders, onNext }: PayInTurnProps) {
  const refresh = useCall({ call: refreshPayment, invalidates: INVOICE_CHANGED })
  const [order, ...rest] = orders
  if (order === undefined) return null
  return (
    <Suspense>
      <PayDialog
        key={order}
        order={order}
        after={rest.length}
        // The list does not know which invoice a payer comes back from. The invoice's page has the provider asked.
        returnsTo={to.invoice(order)}
        onPaid={() => {
          // The provider's event may come later than the list looks.
          void refresh(order).catch(() => undefined)
          onNext(rest)
        }}
        onClose={() => onNext([])}
      />
    </Suspense>
  )
}
