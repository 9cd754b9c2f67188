import type { HeldPayment } from '#contract/invoices/payment.ts'
import { cents } from '#contract/money.ts'
import { Button } from '#src/ui/Button.tsx'
import { showMoney } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { companyColumn, orderColumn, providerColumn } from './payment-columns.tsx'
import classes from './payments.module.css'
import type { HeldAct } from './queries.ts'

/** With its currency where that is not the invoice's, and with what went back: `90.00 EUR`, `90.00, 20.00 went back`. */
export function showArrived({ payment_amount, went_back = '0', currency }: HeldPayment): string {
  const amount = showMoney(String(payment_amount))
  const arrived = currency === 'usd' ? amount : `${amount} ${currency.toUpperCase()}`
  return cents(went_back) === 0n ? arrived : `${arrived}, ${showMoney(went_back)} went back`
}

/** @param decide null while it cannot be done: then there are no buttons. */
export const heldColumns = (
  decide: ((payment: HeldPayment, act: HeldAct) => void) | null,
): Column<HeldPayment>[] => [
  orderColumn(),
  companyColumn(),
  { id: 'customer', label: 'Customer', value: ({ customer }) => customer },
  {
    id: 'arrived',
    label: 'Arrived',
    align: 'right',
    value: ({ payment_amount }) => cents(String(payment_amount)),
    text: showArrived,
    exported: showArrived,
  },
  {
    id: 'invoice',
    label: 'Invoice now',
    align: 'right',
    value: ({ grand_total }) => (grand_total === null ? null : cents(grand_total)),
    text: ({ grand_total }) => showMoney(grand_total),
    exported: ({ grand_total }) => grand_total ?? '',
  },
  { id: 'why', label: 'Why it is held', value: ({ reason }) => reason, wide: true },
  {
    id: 'since',
    label: 'Since',
    value: ({ created_date }) => created_date,
    text: ({ created_date }) => showTime(created_date),
    exported: ({ created_date }) => created_date,
  },
  providerColumn(),
  ...(decide
    ? [
        {
          id: 'act',
          label: 'Decide',
          isControl: true,
          value: () => null,
          cell: (payment: HeldPayment) => (
            <span className={classes.acts}>
              <Button onClick={() => decide(payment, 'apply')}>Apply</Button>
              <Button onClick={() => decide(payment, 'refunded')}>Refunded</Button>
            </span>
          ),
        },
      ]
    : []),
]
