import type { User } from '#contract/people/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { fetchProducts } from '#src/api/products.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showMoney } from '#src/ui/format.ts'
import { Button, NumberInput, Skeleton } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { EMPTY_CART, lineTotal, setAmount, type Cart, type CartProduct, type CartUnit } from './cart.ts'
import { readCart, readCustomer, writeCart } from './carts.ts'
import classes from './CartScreen.module.css'

interface CartScreenProps {
  engine: Engine
  client: Client
  person: User | null
  go: (path: string) => void
}

/** A030: the cart of the customer that was chosen last; a customer's own, where nobody was. */
export function CartScreen({ engine, client, person, go }: CartScreenProps) {
  const me = person && { id: person.id, username: person.username }
  const shown = useLiveQuery(async () => {
    const customer = (await readCustomer(engine)) ?? me
    return customer && { customer, cart: await readCart(engine, customer.id) }
  }, [engine, me?.id])
  const products = useProducts(engine, client, shown?.cart ?? EMPTY_CART)
  if (!shown) return <Skeleton height={320} radius="md" />
  const { customer, cart } = shown
  const prices = (upc: string) => products.get(upc)
  const set = (upc: string, unit: CartUnit, amount: number) =>
    void writeCart(engine, customer.id, setAmount(cart, upc, unit, amount, prices))

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>Cart</h1>
        <p>{customer.username}</p>
        <Button variant="default" onClick={() => go('/orders/add')}>
          Continue Shopping
        </Button>
      </div>
      {cart.products.length === 0 ? (
        <EmptyState title="Empty Cart">
          Open an order and press Replicate Order: its products come here, and nothing is ordered by it.
        </EmptyState>
      ) : (
        <div className={classes.columns}>
          <ul className={classes.lines} aria-label="Products in the cart">
            {cart.products.map((line) => (
              <Line key={line.upc} line={line} product={products.get(line.upc)} onSet={set} />
            ))}
          </ul>
          <aside className={classes.total} aria-label="Total">
            <p>{plural(cart.products.length, 'product')}</p>
            <p>
              Total <b>{showMoney(cart.total)}</b>
            </p>
            <Button variant="default" onClick={() => void writeCart(engine, customer.id, EMPTY_CART)}>
              Remove all
            </Button>
            <p className={classes.quiet}>
              An order cannot be placed from here yet. The cart keeps what it has.
            </p>
          </aside>
        </div>
      )}
    </div>
  )
}

interface LineProps {
  line: CartProduct
  product: Product | undefined
  onSet: (upc: string, unit: CartUnit, amount: number) => void
}

function Line({ line, product, onSet }: LineProps) {
  const { upc } = line
  const price = showMoney(lineTotal(line, () => product))
  return (
    <li className={classes.line}>
      <div>
        <b>{product?.name ?? `Product ${upc}`}</b>
        <p className={classes.quiet}>
          {[upc, product?.size, line.added_through_sub && 'a substitute'].filter(Boolean).join(' · ')}
        </p>
      </div>
      <NumberInput
        label="Units"
        min={0}
        allowDecimal={false}
        // A148: what is not sold in this way cannot be chosen.
        disabled={product?.unit_type === 'Case'}
        value={line.unit_in_cart}
        onChange={(amount) => onSet(upc, 'u', Number(amount))}
      />
      <NumberInput
        label="Cases"
        min={0}
        allowDecimal={false}
        disabled={product?.unit_type === 'Unit'}
        value={line.case_in_cart}
        onChange={(amount) => onSet(upc, 'c', Number(amount))}
      />
      <span className={classes.price}>{price}</span>
    </li>
  )
}

/** The products of a cart: as the device has them, else asked of the server (B232). */
function useProducts(engine: Engine, client: Client, cart: Cart): ReadonlyMap<string, Product> {
  const upcs = cart.products.map(({ upc }) => upc).sort()
  const key = upcs.join(' ')
  const kept = useLiveQuery(() => engine.db.products.bulkGet(upcs), [engine, key])
  const missing = kept ? upcs.filter((_, n) => kept[n] === undefined) : []
  const [asked, setAsked] = useState<readonly Product[]>([])
  const missingKey = missing.join(' ')
  useEffect(() => {
    if (missingKey === '') return
    fetchProducts(client, missingKey.split(' ')).then(setAsked, (error: unknown) =>
      console.warn('The products of the cart did not come:', error),
    )
  }, [client, missingKey])
  const all = [...asked, ...(kept ?? [])]
  return new Map(all.flatMap((product) => (product ? [[product.upc, product] as const] : [])))
}
