import type { HeldPayment } from '#contract/invoices/payment.ts'
import { cents, money } from '#contract/money.ts'
import { Button } from '#src/ui/Button.tsx'
import { showMoney } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { companyColumn, orderColumn, providerColumn } from './payment-columns.tsx'
import classes from './payments.module.css'
import type { HeldAct } from './queries.ts'

/** With its currency where that is not the invoice's, and with what went back: `90.00 EUR`, `90.00, 20.00 went back`. */
export function showArrived({ payment_amount, went_back = '0', currency }: HeldPayment): string {
  const amount = showMoney(String(payment_amount))
  const arrived = currency === 'usd' ? amount : `${amount} ${currency.toUpperCase()}`
  return cents(went_back) === 0n ? arrived : `${arrived}, ${showMoney(went_back)} went back`
}

/** The same for an export: an amount that has no other words is a plain number, so that a spreadsheet can sum it. */
const exportArrived = (payment: HeldPayment): string =>
  payment.currency === 'usd' && cents(payment.went_back ?? '0') === 0n
    ? money(cents(String(payment.payment_amount)))
    : showArrived(payment)

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
    exported: exportArrived,
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
        controlColumn('act', 'Decide', (payment: HeldPayment) => (
          <span className={classes.acts}>
            <Button onClick={() => decide(payment, 'apply')}>Apply</Button>
            <Button onClick={() => decide(payment, 'refunded')}>Refunded</Button>
          </span>
        )),
      ]
    : []),
]
