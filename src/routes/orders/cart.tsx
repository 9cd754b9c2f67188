/** `/cart` (A030), and `/cart?stagedOrder=1` (A031). */
import { CartScreen } from '#features/ordering/checkout/CartScreen.tsx'
import type { OrderingContext } from '#features/ordering/cart/use-ordering.ts'
import type { Go } from '#src/kit/links/use-go.ts'
import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'

const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))
import { OrderingRoute } from './OrderingRoute.tsx'

export default function CartRoute() {
  return <OrderingRoute screen={Cart} />
}

function Cart(props: { context: OrderingContext; go: Go }) {
  const { stagedOrder } = useSearch({ strict: false })
  return <CartScreen {...props} staged={stagedOrder === 1} Picker={ProductPicker} />
}
