import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { useOrderingTerms, useToday } from '#src/kit/use-today.ts'
import type { Go } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { errorText } from '#src/api/errors.ts'
import { plural, showDay, showDollars, showLongDay } from '#src/ui/format.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { useState } from 'react'
import { orderedAgain } from './again.ts'
import {
  amountsOf,
  wholeCart,
  type CartProduct,
  type OrderingCustomer,
  CHANGED_MEANWHILE,
  changedSince,
  type ProductPriceChange,
  pricesFrom,
  useCustomers,
  useOffer,
  type OrderingContext,
} from '../cart/index.ts'
import classes from '../again.module.css'
import {
  Deadline,
  latenessOf,
  LateNote,
  newOrderOf,
  placeOrderNow,
  tellPlaced,
  PriceChanges,
  PricesAsOf,
  useFault,
} from '../placing/index.ts'
import { useUsual } from '../products/index.ts'
import type { AgainLine } from '#contract/ordering/usual.ts'

interface OrderAgainProps {
  context: OrderingContext
  go: Go
}
interface Offered {
  title: string
  lines: readonly AgainLine[]
}

/** Shows above the orders list, for a person who orders for themselves. */
export function OwnOrderAgain({ context, go }: OrderAgainProps) {
  const { all } = useCustomers(context)
  const own = !context.person.is_staff && all.find(({ id }) => id === context.person.id)
  return own ? <OrderAgain context={context} go={go} customer={own} /> : null
}

/**
 * The usual order in two taps: one opens it, the other places it (ux). It comes with the order lists, so it works
 * without a network. It goes to the customer's first location tomorrow, or on the next day where tomorrow is late. A
 * person who wants anything else fills a cart.
 */
export function OrderAgain({ context, go, customer }: OrderAgainProps & { customer: OrderingCustomer }) {
  const { engine, person } = context
  const kept = useUsual(engine, customer)
  const [chosen, setChosen] = useState<Offered | null>(null)
  if (!kept || !can(person, 'orders.place')) return null
  const { usual, last } = kept
  if (usual.length === 0 && !last) return null
  return (
    <div className={classes.again} role="group" aria-label="Order again">
      {usual.length > 0 && (
        <Button onClick={() => setChosen({ title: 'My usual', lines: usual })}>
          My usual · {plural(usual.length, 'product')}
        </Button>
      )}
      {last && last.lines.length > 0 && (
        <Button onClick={() => setChosen({ title: `Order ${last.order} again`, lines: last.lines })}>
          Order again · {last.placed_date ? showDay(last.placed_date) : `order ${last.order}`}
        </Button>
      )}
      {chosen && (
        <AgainDialog
          context={context}
          go={go}
          customer={customer}
          offered={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}

/** The lines of the order, with the products that are gone and those whose price has changed. */
function AgainDialog({
  context,
  go,
  customer,
  offered: { title, lines },
  onClose,
}: OrderAgainProps & { customer: OrderingCustomer; offered: Offered; onClose: () => void }) {
  const { engine, person, serverReachable } = context
  const { today, tomorrow } = useToday(engine)
  const offer = useOffer(
    context,
    customer,
    lines.flatMap(({ upc, instead }) => [upc, ...(instead ? [instead.upc] : [])]),
    { isExact: true },
  )
  const { lines: now, gone, changed } = orderedAgain(lines, offer.products)
  const prices = pricesFrom(offer.products)
  const cart = wholeCart(now, prices)
  const [meanwhile, setMeanwhile] = useState<readonly ProductPriceChange[]>([])
  const [location] = customer.company_location_data
  const { clock, terms } = useOrderingTerms(engine)
  const { onFault, stuck } = useFault('Withdraw')
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const day = chosenDay ?? tomorrow
  const late = latenessOf(clock, terms, day, location)
  const noneLeft = now.length === 0 && 'None of it can be ordered any more.'
  const isReady = !offer.loading && !offer.isPricing
  // The prices are asked for again when the server is back, and then the dialog stays: an order may be on its way.
  const [isShown, setShown] = useState(false)
  if (isReady && !isShown) setShown(true)
  if (!(isReady || isShown) || !location) return null

  async function place() {
    const found = await changedSince(context, location!.id, now, prices)
    if (found.length > 0) {
      setMeanwhile(found)
      throw new Error(CHANGED_MEANWHILE)
    }
    const delivery = { location: location!.id, day, note: '' }
    const order = newOrderOf(customer, cart, delivery, today, prices)
    const placed = await placeOrderNow({ engine, serverReachable, onFault }, order)
    await tellPlaced(engine, placed, { customer, cart, delivery })
    if (placed.kind === 'taken back') return
    if (placed.kind === 'sent') await engine.pullNow().catch(() => undefined)
    go(to.orders())
  }

  return (
    <SaveDialog
      stays
      explain={errorText}
      title={title}
      act="Place order"
      reason={isReady ? noneLeft : 'The prices are on their way.'}
      save={place}
      stuck={stuck}
      onBack={onClose}
    >
      {now.length > 0 && (
        <p>
          {plural(now.length, 'product')} for {showDollars(cart.total)}, to be delivered on {showLongDay(day)}{' '}
          to {location.name}.
        </p>
      )}
      <AgainProducts lines={now} gone={isReady ? gone : []} products={offer.products} />
      <PriceChanges
        since={`since ${person.is_staff ? 'their' : 'your'} last order`}
        changed={changed}
        products={offer.products}
      />
      <PriceChanges since="while you looked" changed={meanwhile} products={offer.products} />
      {now.length > 0 && late && (
        <div className={classes.late}>
          <LateNote late={late} onChoose={setChosenDay} />
        </div>
      )}
      {!late && <Deadline day={day} location={location} />}
      {!serverReachable && <PricesAsOf at={offer.pricesAsOf} />}
    </SaveDialog>
  )
}

interface AgainProductsProps {
  lines: readonly CartProduct[]
  /** The names of the products that are not sold any more. */
  gone: readonly string[]
  products: ReadonlyMap<string, Product>
}

function AgainProducts({ lines, gone, products }: AgainProductsProps) {
  return (
    <>
      <ul className={classes.lines} aria-label="Products">
        {lines.map((line) => (
          <li key={line.upc}>
            {amountsOf(line)} {products.get(line.upc)?.name}
          </li>
        ))}
      </ul>
      {gone.length > 0 && (
        <p role="status" className={classes.changed}>
          Not sold any more, and left out: {gone.join(', ')}.
        </p>
      )}
    </>
  )
}
