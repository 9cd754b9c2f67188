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
import { CartContents } from './CartContents.tsx'
import { CartTotal } from './CartTotal.tsx'
import { PlaceOrderDialog } from './PlaceOrderDialog.tsx'
import { useCheckout, type CustomerCheckout } from './use-checkout.ts'
import { usePlacing } from './use-placing.ts'

interface CartScreenProps {
  context: OrderingContext
  go: Go
  /** B050: the staged order of the customer's first location in place of their cart. */
  staged: boolean
  /** B057: the picker of products that are on no list of the customer's. */
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
        <CartContents {...shop} />
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
