import type { OrderList } from '#contract/order-lists/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { errorText } from '#src/api/errors.ts'
import { PageHead } from '#src/kit/PageHead.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDollars } from '#src/ui/format.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useDebouncedCallback, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconBasket, IconCloudOff, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { changeAmount, wholeCart, type Cart } from './cart.ts'
import { Catalogue, type Layout } from './Catalogue.tsx'
import { catalogueOf, isSearch, listName } from './catalogue.ts'
import classes from './create-order.module.css'
import { CustomerPicker } from './CustomerPicker.tsx'
import { Deadline } from './Deadline.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { pricesFrom } from './prices.ts'
import { PricesAsOf } from './PricesAsOf.tsx'
import type { ProductActs } from './ProductParts.tsx'
import { useCurrentCustomer, useCustomers, useOffer, type OrderingContext } from './use-ordering.ts'
import { RefusedOrder } from './RefusedOrder.tsx'
import { useProductDialogs } from './use-product-dialogs.tsx'
import { useOrderedLately } from './use-usual.ts'

const LAYOUTS = [
  { value: '1', label: 'Cards' },
  { value: '2', label: 'Order List' },
  { value: '3', label: 'Condensed' },
]

/** `/orders/add` (A017): the order list of a customer, to order from. */
export function CreateOrderScreen({ context, go }: { context: OrderingContext; go: Go }) {
  const { engine, person, serverReachable } = context
  const customers = useCustomers(context)
  const { customer, cart, choose, setCart } = useCurrentCustomer(context, customers)
  const lately = useOrderedLately(engine, customer)
  const [search, setSearch] = useState('')
  const offer = useOffer(context, customer, [
    ...cart.products.map(({ upc }) => upc),
    ...(search === '' ? [] : lately.upcs),
  ])
  const { tomorrow } = useToday(engine)
  const [chosenList, setChosenList] = useState<number | null>(null)
  const [chosenLayout, setLayout] = useLocalStorage<Layout>({
    key: 'larder-catalogue-layout',
    defaultValue: '1',
    getInitialValueInEffect: false,
  })
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })

  const list = offer.lists.find(({ id }) => id === chosenList) ?? offer.lists[0]
  const prices = pricesFrom(offer.products)
  const { acts, dialog } = useProductDialogs({
    context,
    customer,
    lines: cart.products,
    lately,
    onChange: ({ upc }, unit, how, of) =>
      setCart((before) => changeAmount(before, upc, unit, how, prices, of?.insteadOf)),
  })
  // At the prices of now, which may be others than when something was put in.
  const total = offer.products.size > 0 ? wholeCart(cart.products, prices).total : cart.total

  return (
    <div className={classes.page}>
      <PageHead title="Create Order" />
      <div className={classes.choices}>
        {customer === undefined ? (
          <Skeleton height={66} />
        ) : (
          <CustomerPicker customers={customers} customer={customer} onChoose={choose} />
        )}
        {offer.lists.length > 1 && (
          <NativeSelect
            label="List"
            size="md"
            data={offer.lists.map((one) => ({ value: String(one.id), label: listName(one) }))}
            value={String(list?.id)}
            onChange={(event) => setChosenList(Number(event.currentTarget.value))}
          />
        )}
      </div>
      {!serverReachable && list && (
        <OfflineNote>
          The server is not in reach. This is the list as it was last seen; an order is kept here and sent
          later.
        </OfflineNote>
      )}
      {!serverReachable && list && <PricesAsOf at={offer.pricesAsOf} />}
      <RefusedOrder cart={cart} />
      {customer && <OrderAgain context={context} go={go} customer={customer} />}
      <div className={classes.find}>
        <CatalogueSearch onSearch={setSearch} />
        {!narrow && (
          <SegmentedControl
            aria-label="Layout"
            size="md"
            data={LAYOUTS}
            value={chosenLayout}
            onChange={(value) => setLayout(value as Layout)}
          />
        )}
      </div>
      {offered()}
      <div className={classes.foot}>
        {customer && <Deadline day={tomorrow} location={customer.company_location_data[0]} />}
        <p className={classes.total} role="status">
          Total: {showDollars(total)}
        </p>
        <Button icon={!narrow && <IconBasket size={20} aria-hidden />} onClick={() => go(to.stagedOrder())}>
          Staged Order
        </Button>
        <Button
          kind="main"
          icon={!narrow && <IconShoppingCart size={20} aria-hidden />}
          reason={cart.products.length === 0 && 'The cart is empty.'}
          onClick={() => go(to.cart())}
        >
          Cart
        </Button>
      </div>
      {dialog}
    </div>
  )

  function offered() {
    if (customer === null && person.is_staff)
      return <EmptyState title="Choose a customer">Their order list shows here, to order from.</EmptyState>
    if (offer.failure)
      return (
        <ReadFailure
          busy={offer.asking}
          onRetry={offer.retry}
        >{`The order list did not come.\n${errorText(offer.failure)}`}</ReadFailure>
      )
    if (offer.loading && !list)
      return (
        <div aria-busy>
          <p role="status">Loading OrderList ...</p>
          <Skeleton height={320} radius="md" />
        </div>
      )
    if (!list && !serverReachable)
      return (
        <EmptyState icon={<IconCloudOff size={40} />} title="This list is not on this device yet">
          Open it once while the server is in reach; from then on it is here without a network too.
        </EmptyState>
      )
    if (!list) return <EmptyState title="There are no OrderList assigned to this customer" />
    return (
      <Offered
        list={list}
        lists={offer.lists}
        lately={lately.upcs}
        products={offer.products}
        search={search}
        layout={narrow ? '3' : chosenLayout}
        cart={cart}
        acts={acts}
      />
    )
  }
}

/** A071: what is typed is searched for a moment later. Its letters draw nothing else anew. */
function CatalogueSearch({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  const apply = useDebouncedCallback((text: string) => {
    if (isSearch(text)) onSearch(text.trim())
  }, SEARCH_DEBOUNCE_MS)
  return (
    <TextInput
      aria-label="Search"
      type="search"
      size="md"
      placeholder="Search, at least 3 characters"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}

interface OfferedProps {
  list: OrderList
  /** What is searched with it. */
  lists: readonly OrderList[]
  lately: readonly string[]
  products: ReadonlyMap<string, Product>
  search: string
  layout: Layout
  cart: Cart
  acts: ProductActs
}

/** A list, or what is found in it and elsewhere. */
function Offered({ list, lists, lately, products, search, layout, cart, acts }: OfferedProps) {
  const categories = useMemo(
    () => catalogueOf(list, products, search, { lists, lately }),
    [list, products, search, lists, lately],
  )
  if (categories.length === 0)
    return <EmptyState title={`Nothing has “${search}”`}>Try fewer or other words.</EmptyState>
  return (
    <Catalogue
      layout={layout}
      categories={categories}
      cart={cart}
      acts={acts}
      editAt={
        acts.hasLinks && list.company_location !== null ? to.customerOfList(list.company_location) : null
      }
    />
  )
}
