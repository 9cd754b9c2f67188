import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { PageHead } from '#src/kit/PageHead.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useOrderingTerms, useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural, showLongDay, showMoney } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { showTime } from '#src/ui/show-time.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { Skeleton, Stepper } from '@mantine/core'
import '@mantine/core/styles/Stepper.css'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Suspense, useRef, useState, type ComponentType } from 'react'
import classes from './cart.module.css'
import {
  addOne,
  changeAmount,
  EMPTY_CART,
  seenPrices,
  takeOut,
  wholeCart,
  type Cart,
  type CartProduct,
  type Prices,
} from './cart.ts'
import { CartLines } from './CartLines.tsx'
import { CartTotals } from './CartTotals.tsx'
import { CustomerPicker } from './CustomerPicker.tsx'
import { deliveryFeeOf, type Customer } from './customers.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { lineProblem } from './line-problem.ts'
import { latenessOf } from './late.ts'
import { LateNote } from './LateNote.tsx'
import {
  clearStaged,
  orderOf,
  placeCart,
  placedWords,
  placeStaged,
  stageCart,
  type Delivery,
  type Placed,
  type StagedCart,
} from './place.ts'
import { CHANGED_MEANWHILE, changedPrices, changedSince, type PriceChange } from './price-changes.ts'
import { PriceChanges } from './PriceChanges.tsx'
import { pricesFrom, unitsOf } from './prices.ts'
import { PricesAsOf } from './PricesAsOf.tsx'
import {
  useCurrentCustomer,
  useCustomers,
  useOffer,
  type CurrentCustomer,
  type OrderingContext,
} from './use-ordering.ts'
import { OnItsWayBack } from './OnItsWayBack.tsx'
import { RefusedOrder } from './RefusedOrder.tsx'
import { useFault } from './use-fault.ts'
import { useProductDialogs } from './use-product-dialogs.tsx'
import { useStaged, type Staged } from './use-staged.ts'

/** Readings, "People and roles": who picks sees the screen, and what they cannot do on it. */
const MAY_NOT = 'Your role may not place orders.'
/** What is said of a cart that was staged; what was refused stands in the cart. */
const STAGED_WORDS: Record<StagedCart, string | null> = {
  staged: 'Saved to the staged order.',
  waits: 'It is kept here and joins the staged order as soon as the server takes it.',
  refused: null,
}
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
export function CartScreen({ context, go, staged, Picker }: CartScreenProps) {
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
        <Ordered
          key={`${customer.id} ${staged}`}
          context={context}
          go={go}
          staged={staged}
          Picker={Picker}
          customer={customer}
          current={current}
        />
      ) : (
        <EmptyState title="Choose a customer">Their cart shows here.</EmptyState>
      )}
    </div>
  )
}

/** One customer's cart or staged order, in two steps: what, then where and when. */
function Ordered({
  context,
  go,
  staged,
  Picker,
  customer,
  current: { cart, setCart },
}: CartScreenProps & { customer: Customer; current: CurrentCustomer }) {
  const { engine, client, serverReachable } = context
  const [location] = customer.company_location
  const stage = useStaged(context, location, staged)
  const lines = staged ? stage.products : cart.products
  const [step, setStep] = useState(0)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { today, tomorrow } = useToday(engine)
  const [chosen, setChosen] = useState<Partial<Delivery>>({})
  const delivery: Delivery = { location: location ?? 0, day: tomorrow, note: '', ...chosen }
  const offer = useOffer(
    context,
    customer,
    lines.flatMap(({ upc, instead_of }) => [upc, ...(instead_of === undefined ? [] : [instead_of])]),
    { shipTo: delivery.location || undefined, isExact: step === 1 },
  )
  const prices = pricesFrom(offer.products)
  const shown = wholeCart(lines, prices)
  const { acts, dialog } = useProductDialogs({
    context,
    customer,
    lines,
    onChange: staged
      ? stage.change
      : ({ upc }, unit, how, of) =>
          setCart((before) => changeAmount(before, upc, unit, how, prices, of?.insteadOf)),
  })
  const [picking, setPicking] = useState(false)
  /** What Remove all took out, until something is put in again. */
  const [removed, setRemoved] = useState<Cart | null>(null)
  const { onFault, stuck } = useFault(staged ? 'Back to the staged order' : 'Back to the cart')
  /** What was placed in this dialog, and of which lines. */
  const ordered = useRef<{ placed: Placed; of: string } | null>(null)
  /** What was shown when the person went on to confirm. */
  const [shownBefore, setShownBefore] = useState<Prices>(() => prices)
  const [meanwhile, setMeanwhile] = useState<readonly PriceChange[]>([])
  const changed = step === 1 ? changedPrices(lines, seenPrices(lines, shownBefore), prices) : []
  const dayProblem = delivery.day < today ? 'This day is over. Choose another one.' : null
  const { clock, terms } = useOrderingTerms(engine)
  const shipTo = customer.company_location_data.find(({ id }) => id === delivery.location)
  const late = dayProblem ? null : latenessOf(clock, terms, delivery.day, shipTo)

  const fee = deliveryFeeOf(customer)
  const name = staged ? 'Staged Order' : 'Cart'
  const mayNot = !can(context.person, 'orders.place') && MAY_NOT
  // Without the server a product that is not here may only not have come yet.
  const isAsked = serverReachable && !offer.loading
  const problemOf = (line: CartProduct) => {
    const product = offer.products.get(line.upc)
    return product || isAsked ? lineProblem(line, product) : null
  }
  const unsold = lines.map(problemOf).find((one) => one !== null)
  const why =
    mayNot ||
    (shown.products.length === 0 && `The ${name.toLowerCase()} is empty.`) ||
    (unsold && `${unsold} Take it out first.`) ||
    (step === 1 && dayProblem)

  const isStill = step === 1 || Boolean(mayNot) || (staged && !stage.isHere)

  function show(next: number) {
    if (next === 1 && step === 0) setShownBefore(() => prices)
    setStep(next)
    window.scrollTo({ top: 0 })
  }

  /** Rejects in words: the dialog shows them and stays. */
  async function place() {
    // What was placed may be cleared in a second press. Other lines are another order.
    const of = JSON.stringify(shown.products)
    if (shown.products.length > 0 && ordered.current?.of !== of) ordered.current = null
    const found = ordered.current ? [] : await changedSince(context, delivery.location, lines, prices)
    if (found.length > 0) {
      setMeanwhile(found)
      throw new Error(CHANGED_MEANWHILE)
    }
    const order = orderOf(customer, shown, delivery, today, prices)
    const reach = { engine, serverReachable, onFault }
    ordered.current ??= {
      placed:
        staged && location !== undefined
          ? await placeStaged(reach, location, order)
          : await placeCart(reach, customer, shown, order),
      of,
    }
    const { placed } = ordered.current
    if (placed.kind === 'taken back') {
      ordered.current = null
      snackbar(placedWords(placed))
      return
    }
    try {
      if (staged && location !== undefined && placed.kind === 'sent' && placed.order !== null)
        await clearStaged(client, location, placed.order)
    } catch (error) {
      throw new Error(`There was an issue trying to clear the items\n${errorText(error)}`, { cause: error })
    }
    snackbar(placedWords(placed))
    if (placed.kind === 'sent') await engine.pullNow().catch(() => undefined)
    go(to.orders())
  }

  async function saveToStaged() {
    setBusy(true)
    setProblem(null)
    try {
      const words = STAGED_WORDS[await stageCart({ engine, serverReachable }, customer, shown)]
      if (words) snackbar(words)
    } catch (error) {
      setProblem(`There was an issue saving items to the staged order\n${errorText(error)}`)
    } finally {
      setBusy(false)
    }
  }

  if (staged && stage.loading) return <Skeleton height={320} radius="md" />
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
        <div className={classes.left}>
          {!staged && <RefusedOrder cart={cart} />}
          <OnItsWayBack
            engine={engine}
            of={staged && location !== undefined ? { staged: location } : { customer: customer.id }}
          />
          {staged && <StagedNote stage={stage} serverReachable={serverReachable} />}
          {step === 1 && (
            <DeliveryFields
              customer={customer}
              delivery={delivery}
              onChange={setChosen}
              problem={dayProblem}
            />
          )}
          {step === 1 && late && (
            <LateNote late={late} onChoose={(day) => setChosen((before) => ({ ...before, day }))} />
          )}
          <PriceChanges
            title="Other prices than you have seen:"
            changed={changed}
            products={offer.products}
          />
          {shown.products.length === 0 ? (
            <EmptyState title={`Empty ${name}`}>
              {staged
                ? 'Fill a cart and press Save to Staged Order: its products come here for everybody of the location.'
                : 'Products come here from the order list, or from an order that is replicated.'}
            </EmptyState>
          ) : (
            <CartLines
              label={`Products in the ${name.toLowerCase()}`}
              lines={lines}
              products={offer.products}
              prices={prices}
              problemOf={problemOf}
              acts={acts}
              isStill={isStill}
              onRemove={staged ? stage.remove : (upc) => setCart((before) => takeOut(before, upc, prices))}
            />
          )}
        </div>
        <aside className={classes.total} aria-label="Total">
          <div className={classes.due}>
            <p className={`${classes.quiet} ${classes.count}`}>{plural(shown.products.length, 'product')}</p>
            <CartTotals customer={customer} total={shown.total} />
            {!serverReachable && <PricesAsOf at={offer.pricesAsOf} />}
            <Button
              kind="main"
              isBusy={busy}
              reason={why}
              onClick={() => {
                if (step === 0) return show(1)
                setMeanwhile([])
                ordered.current = null
                setConfirming(true)
              }}
            >
              Confirm order
            </Button>
          </div>
          <div className={classes.acts}>
            {!staged && (
              <Button
                isBusy={busy}
                reason={mayNot || (shown.total === '0.00' && 'The total is 0.')}
                onClick={() => void saveToStaged()}
              >
                Save to Staged Order
              </Button>
            )}
            {!isStill && (
              <Button reason={!serverReachable && NEEDS_SERVER} onClick={() => setPicking(true)}>
                Add a product
              </Button>
            )}
            <Button onClick={() => go(to.createOrder())}>Continue Shopping</Button>
            {!staged && shown.products.length > 0 && (
              <Button
                onClick={() => {
                  setRemoved(cart)
                  setCart(() => EMPTY_CART)
                }}
              >
                Remove all
              </Button>
            )}
            {!staged && shown.products.length === 0 && removed && (
              <Button
                icon={<IconArrowBackUp size={20} aria-hidden />}
                onClick={() => {
                  setCart(() => removed)
                  setRemoved(null)
                }}
              >
                Undo
              </Button>
            )}
            <ErrorNote>{problem}</ErrorNote>
          </div>
        </aside>
      </div>
      {dialog}
      {picking && (
        <Suspense>
          <Picker
            title="Add a product"
            onChoose={(product) => {
              setPicking(false)
              acts.onChange(product, unitsOf(product)[0]!, addOne)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
      {confirming && (
        <SaveDialog
          stays
          explain={errorText}
          title="Place this order?"
          act="Place order"
          save={place}
          stuck={stuck}
          onBack={() => setConfirming(false)}
        >
          {plural(shown.products.length, 'product')} for ${showMoney(shown.total)}
          {fee && ` and the delivery fee of $${showMoney(fee)}`}, to be delivered on{' '}
          {showLongDay(delivery.day)}.{late && ` ${late.words}`}
          {!serverReachable && ' The server is not in reach: the order is kept here and sent later.'}
          <PriceChanges
            title="Other prices than you have seen:"
            changed={changed}
            products={offer.products}
          />
          <PriceChanges title="Changed while you looked:" changed={meanwhile} products={offer.products} />
        </SaveDialog>
      )}
    </>
  )
}

/** Whose staged order it is, how old what is shown is, and what becomes of what is changed. */
function StagedNote({ stage, serverReachable }: { stage: Staged; serverReachable: boolean }) {
  if (!serverReachable)
    return (
      <OfflineNote>
        The server is not in reach. This is the staged order as of{' '}
        {stage.asOf === null ? 'when it was last seen' : showTime(new Date(stage.asOf).toISOString())}. What
        you change is kept here and sent later; others may have changed it meanwhile.
      </OfflineNote>
    )
  return (
    <>
      <p className={classes.quiet} role="status">
        {stage.unsent > 0
          ? 'The last change is not sent yet.'
          : 'Everybody of this location sees it, and may change and order it.'}
      </p>
      <ErrorNote>{stage.problem}</ErrorNote>
    </>
  )
}
