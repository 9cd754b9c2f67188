import { cents } from '#contract/money.ts'
import { customerName } from '#contract/orders/customer-name.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import { showDollars, showMoney } from '#src/ui/format.ts'
import { showDayOf } from '#src/ui/show-time.ts'
import type { ReactNode } from 'react'
import { InvoicedTotal, PaidStatus } from './order-columns.tsx'
import classes from './OrderScreens.module.css'

interface OrderFactsProps {
  order: OrderRow
  person: User
  /** Shows who is to pick the order. */
  picker: ReactNode
}

/** The facts of an order, at a glance. */
export function OrderFactList({ order, person, picker }: OrderFactsProps) {
  const { company_location: location } = order
  const facts: [label: string, value: ReactNode][] = [
    ['Company', location.name],
    ['Username', customerName(order.customer)],
    ['Status', order.status_label],
    ['Created date', showDayOf(order.created_date)],
    ['Total price', person.is_staff ? showMoney(order.total) : <InvoicedTotal key="total" order={order} />],
  ]
  if (order.late_fee && cents(order.late_fee) > 0n) facts.push(['Late fee', showMoney(order.late_fee)])
  if (person.is_staff) facts.push(['Invoice total', showMoney(order.invoice_total) || '–'])
  facts.push(['Picked', `${order.picked_count} of ${order.items_count}`])
  if (can(person, 'orders.pick')) facts.push(['Picker', picker])
  if (person.can_see_payments_column) facts.push(['Paid status', <PaidStatus key="paid" order={order} />])

  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {order.price_changes && order.price_changes.length > 0 && (
        <div className={classes.wide}>
          <dt>Prices that changed while it was on its way</dt>
          {order.price_changes.map(({ product, name, unit_type, seen, price }) => (
            <dd key={`${product} ${name} ${unit_type} ${seen} ${price}`}>
              {name}: {showDollars(seen)} → {showDollars(price)} a {unit_type === 'u' ? 'unit' : 'case'}
            </dd>
          ))}
        </div>
      )}
      <div className={classes.wide}>
        <dt>Address</dt>
        <dd>{location.physical_address.complete_address || '–'}</dd>
      </div>
    </dl>
  )
}
