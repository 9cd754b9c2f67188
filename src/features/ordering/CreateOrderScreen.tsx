import { can } from '#contract/permissions.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { errorText } from '#src/api/errors.ts'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showMoney } from '#src/ui/format.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Button, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useDebouncedCallback, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconBasket, IconCloudOff, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useState } from 'react'
import { changeAmount, wholeCart } from './cart.ts'
import { Catalogue, type Layout } from './Catalogue.tsx'
import { catalogueOf, isSearch } from './catalogue.ts'
import classes from './create-order.module.css'
import { CustomerPicker } from './CustomerPicker.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { pricesFrom } from './prices.ts'
import { PricesAsOf } from './PricesAsOf.tsx'
import type { OnAmount } from './Quantities.tsx'
import { useCurrentCustomer, useCustomers, useOffer, type OrderingContext } from './use-ordering.ts'

const LAYOUTS = [
  { value: '1', label: 'Cards' },
  { value: '2', label: 'Order List' },
  { value: '3', label: 'Condensed' },
]

/** `/orders/add` (A017): the order list of a customer, to order from. */
export function CreateOrderScreen({ context, go }: { context: OrderingContext; go: Go }) {
  const { person, serverReachable } = context
  const customers = useCustomers(context)
  const { customer, cart, choose, setCart } = useCurrentCustomer(context, customers)
  const offer = useOffer(context, customer, cart.products)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosenList, setChosenList] = useState<number | null>(null)
  const [chosenLayout, setLayout] = useLocalStorage<Layout>({
    key: 'larder-catalogue-layout',
    defaultValue: '1',
    getInitialValueInEffect: false,
  })
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const applySearch = useDebouncedCallback((text: string) => {
    if (isSearch(text)) setSearch(text.trim())
  }, SEARCH_DEBOUNCE_MS)

  const list = offer.lists.find(({ id }) => id === chosenList) ?? offer.lists[0]
  const prices = pricesFrom(offer.products)
  const change: OnAmount = (upc, unit, how) =>
    setCart((before) => changeAmount(before, upc, unit, how, prices))
  // At the prices of now, which may be others than when something was put in.
  const total = offer.products.size > 0 ? wholeCart(cart.products, prices).total : cart.total

  return (
    <div className={classes.page}>
      <h1>Create Order</h1>
      <div className={classes.choices}>
        {customer === undefined ? (
          <Skeleton height={66} />
        ) : (
          <CustomerPicker customers={customers} customer={customer} onChoose={choose} />
        )}
        <TextInput
          label="Search"
          type="search"
          size="md"
          placeholder="At least 3 characters"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            applySearch(event.currentTarget.value)
          }}
        />
        {offer.lists.length > 1 && (
          <NativeSelect
            label="List"
            size="md"
            data={offer.lists.map(({ id, public_name, company_location_name }) => ({
              value: String(id),
              label: public_name || company_location_name,
            }))}
            value={String(list?.id)}
            onChange={(event) => setChosenList(Number(event.currentTarget.value))}
          />
        )}
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
      {!serverReachable && list && (
        <OfflineNote>
          The server is not in reach. This is the list as it was last seen; an order is kept here and sent
          later.
        </OfflineNote>
      )}
      {!serverReachable && list && <PricesAsOf at={offer.pricesAsOf} />}
      {customer && <OrderAgain context={context} go={go} customer={customer} />}
      {offered()}
      <div className={classes.foot}>
        <p className={classes.total} role="status">
          Total: ${showMoney(total)}
        </p>
        <Button
          variant="default"
          size="md"
          leftSection={!narrow && <IconBasket size={20} aria-hidden />}
          onClick={() => go(to.stagedOrder())}
        >
          Staged Order
        </Button>
        <ActionButton
          size="md"
          leftSection={!narrow && <IconShoppingCart size={20} aria-hidden />}
          reason={cart.products.length === 0 && 'The cart is empty.'}
          onClick={() => go(to.cart())}
        >
          Cart
        </ActionButton>
      </div>
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
    const mayEdit = can(person, 'catalogue.links')
    const categories = catalogueOf(list, offer.products, search)
    if (categories.length === 0)
      return <EmptyState title={`Nothing on this list has “${search}”`}>Try fewer or other words.</EmptyState>
    return (
      <Catalogue
        layout={narrow ? '3' : chosenLayout}
        categories={categories}
        cart={cart}
        onChange={change}
        hasProductLinks={mayEdit}
        editAt={mayEdit && list.company_location !== null ? to.customerOfList(list.company_location) : null}
      />
    )
  }
}
