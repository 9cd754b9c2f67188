import type { Go } from '#src/kit/links/use-go.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { showDollars } from '#src/ui/format.ts'
import { IconBasket, IconShoppingCart } from '@tabler/icons-react'
import type { OrderingCustomer } from '../cart/index.ts'
import { Deadline } from '../placing/index.ts'
import classes from './create-order.module.css'

interface OrderFootProps {
  customer: OrderingCustomer | null | undefined
  total: string
  /** The cart is empty. */
  isEmpty: boolean
  narrow: boolean
  go: Go
}

/** The deadline of the order, the cart's total, and the links to the cart and to the staged order. */
export function OrderFoot({ customer, total, isEmpty, narrow, go }: OrderFootProps) {
  const { tomorrow } = useToday(useSignedIn().engine)
  return (
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
        reason={isEmpty && 'The cart is empty.'}
        onClick={() => go(to.cart())}
      >
        Cart
      </Button>
    </div>
  )
}
