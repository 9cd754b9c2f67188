import { cents, money } from '#contract/money.ts'
import { showDollars } from '#src/ui/format.ts'
import classes from '../cart.module.css'
import { deliveryFeeOf, type OrderingCustomer } from '../cart/index.ts'

interface CartTotalsProps {
  /** Whose first location says what a delivery costs; null where nothing is delivered. */
  customer: OrderingCustomer | null
  total: string
}

/** B053, C040, C041: the total, and where the customer's first location is charged for delivery, what comes on top. */
export function CartTotals({ customer, total }: CartTotalsProps) {
  const fee = customer && deliveryFeeOf(customer)
  return (
    <dl className={classes.totals}>
      <dt>{fee ? 'Subtotal' : 'Total'}</dt>
      <dd>{showDollars(total)}</dd>
      {fee && (
        <>
          <dt>Refrigerated Delivery Fee</dt>
          <dd>{showDollars(fee)}</dd>
          <dt>Grand Total</dt>
          <dd>{showDollars(money(cents(total) + cents(fee)))}</dd>
        </>
      )}
    </dl>
  )
}
