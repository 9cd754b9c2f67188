import type { OrderList } from '#contract/order-lists/schema.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import type { Go } from '#src/kit/links/use-go.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import {
  changeAmount,
  wholeCart,
  CustomerPicker,
  pricesFrom,
  useCurrentCustomer,
  useCustomers,
  useOffer,
  type OrderingContext,
} from '../cart/index.ts'
import type { Layout } from './Catalogue.tsx'
import { listName } from './catalogue.ts'
import { CatalogueSearch } from './CatalogueSearch.tsx'
import classes from './create-order.module.css'
import { PricesAsOf, RefusedOrder } from '../placing/index.ts'
import { NoList, OfferedList } from './OfferedList.tsx'
import { OrderAgain } from '../again/index.ts'
import { OrderFoot } from './OrderFoot.tsx'
import { useProductDialogs, useOrderedLately } from '../products/index.ts'

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
  const [chosenList, setChosenList] = useState<number | null>(null)
  const { layout, setLayout, narrow } = useLayout()

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
  // At the current prices, which may differ from those when a product was put in.
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
        {offer.lists.length > 1 && <ListChoice lists={offer.lists} list={list} onList={setChosenList} />}
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
            value={layout}
            onChange={(value) => setLayout(value as Layout)}
          />
        )}
      </div>
      {customer === null && person.is_staff ? (
        <EmptyState title="Choose a customer">Their order list shows here, to order from.</EmptyState>
      ) : !list || offer.failure ? (
        <NoList offer={offer} />
      ) : (
        <OfferedList list={list} offer={offer} search={search} layout={layout} cart={cart} acts={acts} />
      )}
      <OrderFoot
        customer={customer}
        total={total}
        isEmpty={cart.products.length === 0}
        narrow={narrow}
        go={go}
      />
      {dialog}
    </div>
  )
}

/** The layout of the list: condensed on a phone, else as the person chose. */
function useLayout() {
  const [chosen, setLayout] = useLocalStorage<Layout>({
    key: 'larder-catalogue-layout',
    defaultValue: '1',
    getInitialValueInEffect: false,
  })
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const layout: Layout = narrow ? '3' : chosen
  return { layout, setLayout, narrow }
}

interface ListChoiceProps {
  lists: readonly OrderList[]
  list: OrderList | undefined
  onList: (id: number) => void
}

function ListChoice({ lists, list, onList }: ListChoiceProps) {
  return (
    <NativeSelect
      label="List"
      size="md"
      data={lists.map((one) => ({ value: String(one.id), label: listName(one) }))}
      value={String(list?.id)}
      onChange={(event) => onList(Number(event.currentTarget.value))}
    />
  )
}
