import { EmptyState } from '#src/ui/EmptyState.tsx'
import classes from '../cart.module.css'
import { LateNote, OnItsWayBack, PriceChanges, RefusedOrder } from '../placing/index.ts'
import { CartLines } from './CartLines.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { StagedNote } from './StagedNote.tsx'
import type { CustomerCheckout } from './use-checkout.ts'

/** The products, and what there is to know of them and of their delivery. */
export function CartContents({ customer, current, checkout }: Omit<CustomerCheckout, 'context'>) {
  const { name, location, stage, step, lines, offer, delivery, deliver, dayProblem, late } = checkout
  return (
    <div className={classes.left}>
      {!stage && <RefusedOrder cart={current.cart} />}
      <OnItsWayBack of={stage && location !== undefined ? { staged: location } : { customer: customer.id }} />
      {stage && <StagedNote stage={stage} />}
      {step === 1 && (
        <DeliveryFields customer={customer} delivery={delivery} onChange={deliver} problem={dayProblem} />
      )}
      {step === 1 && late && <LateNote late={late} onChoose={(day) => deliver({ day })} />}
      <PriceChanges
        since="since you chose the products"
        changed={checkout.changed}
        products={offer.products}
      />
      {checkout.ordered.products.length === 0 ? (
        <EmptyState title={`Empty ${name}`}>
          {stage
            ? 'Fill a cart and press Save to Staged Order: its products come here for everybody of the location.'
            : 'Products come here from the order list, or from an order that is replicated.'}
        </EmptyState>
      ) : (
        <CartLines
          label={`Products in the ${name.toLowerCase()}`}
          lines={lines}
          products={offer.products}
          prices={checkout.prices}
          problemOf={checkout.problemOf}
          acts={checkout.acts}
          isStill={checkout.isStill}
          onRemove={checkout.remove}
        />
      )}
    </div>
  )
}
