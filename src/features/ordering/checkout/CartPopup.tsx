import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { to } from '#src/paths.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { Skeleton } from '@mantine/core'
import {
  wholeCart,
  CustomerPicker,
  priceText,
  pricesFrom,
  useCurrentCustomer,
  useCustomers,
  useOffer,
  type OrderingContext,
} from '../cart/index.ts'
import classes from './cart-popup.module.css'
import { CartTotals } from './CartTotals.tsx'
import { UNIT_WORD } from '../products/index.ts'

interface CartPopupProps {
  context: OrderingContext
  onClose: () => void
}

/** C036–C043: whose cart it is, what is in it, and the way to it. */
export default function CartPopup({ context, onClose }: CartPopupProps) {
  return (
    <Modal size="floor" title="Cart" onClose={onClose}>
      <Contents context={context} onClose={onClose} />
    </Modal>
  )
}

function Contents({ context, onClose }: CartPopupProps) {
  const customers = useCustomers(context)
  const { customer, cart, choose } = useCurrentCustomer(context, customers)
  const { products } = useOffer(
    context,
    customer,
    cart.products.map(({ upc }) => upc),
  )
  const prices = pricesFrom(products)
  if (customer === undefined) return <Skeleton height={120} />
  const { total } = products.size > 0 ? wholeCart(cart.products, prices) : cart
  return (
    <div className={classes.popup}>
      <CustomerPicker customers={customers} customer={customer} onChoose={choose} />
      {cart.products.length === 0 || !customer ? (
        <p className={classes.empty}>Cart empty</p>
      ) : (
        <>
          <ul className={classes.lines} aria-label="Products in the cart">
            {cart.products.map(({ upc, unit_in_cart, case_in_cart }) => {
              const product = products.get(upc)
              return (
                <li key={upc}>
                  <b>{product?.name ?? `Product ${upc}`}</b>
                  {product &&
                    (
                      [
                        ['u', unit_in_cart],
                        ['c', case_in_cart],
                      ] as const
                    ).map(([unit, amount]) => {
                      const price = priceText(product, unit)
                      return (
                        <span key={unit}>
                          {UNIT_WORD[unit]}: {price === 'N/A' ? price : `${price} × ${amount}`}
                        </span>
                      )
                    })}
                </li>
              )
            })}
          </ul>
          <CartTotals customer={customer} total={total} />
          <ButtonLink kind="main" to={to.cart()} onClick={onClose}>
            View Cart
          </ButtonLink>
        </>
      )}
    </div>
  )
}
