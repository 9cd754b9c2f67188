import type { OrderList } from '#contract/order-lists/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Skeleton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Cart, OrderingOffer } from '../cart/index.ts'
import { Catalogue, type Layout } from './Catalogue.tsx'
import { catalogueOf } from './catalogue.ts'
import type { ProductActs } from '../products/index.ts'

interface OfferedListProps {
  list: OrderList
  /** With the other lists, which are searched with it. */
  offer: OrderingOffer
  search: string
  layout: Layout
  cart: Cart
  acts: ProductActs
}

/** A list, or what is found in it and elsewhere. */
export function OfferedList({ list, offer, search, layout, cart, acts }: OfferedListProps) {
  const { lists, products } = offer
  const lately = acts.lately.upcs
  const categories = useMemo(
    () => catalogueOf(list, products, search, { lists, lately }),
    [list, products, search, lists, lately],
  )
  if (categories.length === 0 && search === '') return <EmptyState title="This list has no products yet" />
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

/** Why there is no list to order from. */
export function NoList({ offer }: { offer: OrderingOffer }) {
  const serverReachable = useServerReachable()
  if (offer.failure)
    return (
      <ReadFailure
        busy={offer.asking}
        onRetry={offer.retry}
      >{`The order list did not come.\n${errorText(offer.failure)}`}</ReadFailure>
    )
  if (offer.loading)
    return (
      <div aria-busy>
        <p role="status">Loading OrderList ...</p>
        <Skeleton height={320} radius="md" />
      </div>
    )
  if (!serverReachable)
    return (
      <EmptyState icon={<IconCloudOff size={40} />} title="This list is not on this device yet">
        Open it once while the server is in reach; from then on it is here without a network too.
      </EmptyState>
    )
  return <EmptyState title="There are no OrderList assigned to this customer" />
}
