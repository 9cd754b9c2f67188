import type { Product } from '#contract/products/schema.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import type { Go } from '#src/kit/links/use-go.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton, Stepper } from '@mantine/core'
import '@mantine/core/styles/Stepper.css'
import { Suspense, useState, type ComponentType } from 'react'
import classes from '../cart.module.css'
import {
  addOne,
  CustomerPicker,
  type OrderingCustomer,
  sellUnitsOf,
  useCurrentCustomer,
  useCustomers,
  type CurrentCustomer,
  type OrderingContext,
} from '../cart/index.ts'
import { CartLines } from './CartLines.tsx'
import { CartTotal } from './CartTotal.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { LateNote, OnItsWayBack, PriceChanges, RefusedOrder } from '../placing/index.ts'
import { PlaceOrderDialog } from './PlaceOrderDialog.tsx'
import { StagedNote } from './StagedNote.tsx'
import { useCheckout, type CustomerCheckout } from './use-checkout.ts'
import { usePlacing } from './use-placing.ts'

interface CartScreenProps {
  context: OrderingContext
  go: Go
  /** B050: the staged order of the customer's first location in place of their cart. */
  staged: boolean
  /** B057: what a product is chosen in that is on no list of the customer's. */
  Picker: ComponentType<PickerProps>
}
interface PickerProps {
  title: string
  onChoose: (product: Product) => void
  onClose: () => void
}

/** `/cart` and `/cart?stagedOrder=1` (A030, A031, B050–B056). */
export function CartScreen(props: CartScreenProps) {
  const { context, staged } = props
  const customers = useCustomers(context)
  const current = useCurrentCustomer(context, customers)
  const { customer } = current
  if (customer === undefined) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title={staged ? 'Staged Order' : 'Cart'} />
      <div className={classes.who}>
        <CustomerPicker customers={customers} customer={customer} onChoose={current.choose} />
      </div>
      {customer ? (
        <TwoSteps key={`${customer.id} ${staged}`} {...props} customer={customer} current={current} />
      ) : (
        <EmptyState title="Choose a customer">Their cart shows here.</EmptyState>
      )}
    </div>
  )
}

interface TwoStepsProps extends CartScreenProps {
  customer: OrderingCustomer
  current: CurrentCustomer
}

/** One customer's cart or staged order: what, then where and when. */
function TwoSteps({ context, go, staged, Picker, customer, current }: TwoStepsProps) {
  const checkout = useCheckout({ context, customer, isStaged: staged, current })
  const shop: CustomerCheckout = { context, customer, current, checkout }
  const placing = usePlacing({ context, customer, checkout, go })
  const [open, setOpen] = useState<'confirm' | 'add' | null>(null)
  const close = () => setOpen(null)
  const { name, stage, step, show, why, acts } = checkout

  if (stage?.loading) return <Skeleton height={320} radius="md" />
  return (
    <>
      <Stepper
        active={step}
        onStepClick={show}
        size="sm"
        allowNextStepsSelect={!why}
        className={classes.steps}
      >
        <Stepper.Step label={name} />
        <Stepper.Step label="Details and Confirm" />
      </Stepper>
      <div className={classes.columns}>
        <Ordered {...shop} />
        <CartTotal
          {...shop}
          go={go}
          onConfirm={() => {
            placing.begin()
            setOpen('confirm')
          }}
          onAdd={() => setOpen('add')}
        />
      </div>
      {checkout.dialog}
      {open === 'add' && (
        <Suspense>
          <Picker
            title="Add a product"
            onChoose={(product) => {
              close()
              acts.onChange(product, sellUnitsOf(product)[0]!, addOne)
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'confirm' && <PlaceOrderDialog {...shop} placing={placing} onBack={close} />}
    </>
  )
}

/** The products, and what there is to know of them and of their delivery. */
function Ordered({ customer, current, checkout }: Omit<CustomerCheckout, 'context'>) {
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
