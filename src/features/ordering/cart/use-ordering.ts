/** The shared state of the ordering screens: the customer, their offer with its prices, and their cart. */
import type { OrderList } from '#contract/order-lists/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { personOf } from '#src/api/person.ts'
import { LOCATIONS } from '#src/queries/locations.ts'
import { useProducts } from '#src/kit/use-products.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import type { Engine } from '#src/sync/engine.ts'
import { listsOf } from '#src/sync/store/kept-lists.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { EMPTY_CART, type Cart } from './cart.ts'
import { changeCart, chooseCustomer, readCart, readCustomer } from '../carts.ts'
import { customerOf, type OrderingCustomer } from './customers.ts'
import { oldestOf, pricedProducts } from './prices.ts'
import { colleaguesQuery, listsQuery, ORDERERS, pricesQuery, productsQuery } from './queries.ts'

export interface OrderingContext {
  engine: Engine
  client: Client
  person: User
  serverReachable: boolean
}

export interface Customers {
  /** By name. */
  all: readonly OrderingCustomer[]
  /** The server is asked, for the first time or again. */
  asking: boolean
  /** Why no customer is known. */
  failure: unknown
  retry: () => void
}

/** All customers that this person may order for. */
export function useCustomers({ engine, person, serverReachable }: OrderingContext): Customers {
  const kept = useLiveQuery(() => engine.db.locations.toArray(), [engine])
  // The server's locations, also before the first pull has stored them. Without the server, those of
  // the device.
  const { value: asked } = useServerQuery(LOCATIONS)
  const locations = (serverReachable && asked) || kept
  // Only the office and role 20 order for others.
  const users = useServerQuery(person.is_staff ? ORDERERS : colleaguesQuery(person.company), {
    enabled: can(personOf(person), 'orders.place-for-others'),
  })
  const all = useMemo(
    () =>
      [...(person.is_staff ? [] : [person]), ...(users.value ?? []).filter(({ id }) => id !== person.id)]
        .flatMap((user) => customerOf(user, locations ?? []) ?? [])
        .sort((a, b) => a.name.localeCompare(b.name)),
    [person, users.value, locations],
  )
  return {
    all,
    asking: users.busy,
    failure: users.value ? null : users.failure,
    retry: users.reload,
  }
}

export interface CurrentCustomer {
  /** Undefined while the device is read, null where no customer is chosen. */
  customer: OrderingCustomer | null | undefined
  cart: Cart
  choose: (customer: OrderingCustomer) => void
  setCart: (change: (cart: Cart) => Cart) => void
}

/** Says why the device has not stored a change: a press that does nothing looks like one that was not felt. */
const tellFailure = (error: unknown) => snackbar(errorText(error), 'bad')

/** The current customer and their cart. A person who orders for themselves is chosen from the start. */
export function useCurrentCustomer(
  { engine, person }: OrderingContext,
  { all: customers }: Customers,
): CurrentCustomer {
  const kept = useLiveQuery(async () => {
    const customer = (await readCustomer(engine)) ?? null
    return { customer, cart: customer ? await readCart(engine, customer.id) : EMPTY_CART }
  }, [engine])
  // Products put in after the press go to the chosen customer, so the customer's name must not show earlier.
  const [chosen, setChosen] = useState<OrderingCustomer | null>(null)
  if (chosen && kept?.customer?.id === chosen.id) setChosen(null)
  const only = (!person.is_staff && customers.find(({ id }) => id === person.id)) || null
  // A person who can order for themselves need not choose: their own cart is the chosen one.
  useEffect(() => {
    if (kept && !kept.customer && only) void chooseCustomer(engine, only)
  }, [engine, kept, only])
  const current = chosen ?? kept?.customer
  // The customer's locations may have changed since the choice.
  const customer = current && (customers.find(({ id }) => id === current.id) ?? current)
  const id = customer?.id
  const setCart = useCallback(
    (change: (cart: Cart) => Cart) => {
      if (id !== undefined) changeCart(engine, id, change).catch(tellFailure)
    },
    [engine, id],
  )
  return {
    customer: kept && (customer ?? null),
    cart: chosen ? EMPTY_CART : (kept?.cart ?? EMPTY_CART),
    choose(next) {
      setChosen(next)
      chooseCustomer(engine, next).catch((error: unknown) => {
        setChosen(null)
        tellFailure(error)
      })
    },
    setCart,
  }
}

export interface OrderingOffer {
  lists: readonly OrderList[]
  /** The products of the lists and of the chosen lines, by upc, with the customer's prices. */
  products: ReadonlyMap<string, Product>
  /** In ms of the device's clock: no price of a line or a list is older. Null where the device has no price. */
  pricesAsOf: number | null
  loading: boolean
  /** The prices of the lines are asked for, for the first time. */
  isPricing: boolean
  failure: unknown
  /** The lists are asked for, for the first time or again. */
  asking: boolean
  retry: () => void
}

/** The lists of a customer that the device stores, and the prices at their locations. */
async function keptOffer({ db }: Engine, company: number, locations: readonly number[]) {
  const [lists, prices] = await Promise.all([
    db.lists.where('company').equals(company).toArray(),
    Promise.all(locations.map((location) => db.prices.where('location').equals(location).toArray())),
  ])
  const mine = listsOf(
    lists.map(({ list }) => list),
    locations,
  )
  return { lists: mine, listsAt: new Map(lists.map(({ id, at }) => [id, at])), prices: prices.flat() }
}

const NO_OFFER: Awaited<ReturnType<typeof keptOffer>> = { lists: [], listsAt: new Map(), prices: [] }
const NO_LOCATIONS: readonly number[] = []

/**
 * A300, A302, B212, B213: the products that a customer may order and their prices, from the device. With the server in
 * reach, the lists are read from it again. The prices are those of `shipTo` where the device has them, else those of
 * the customer's locations in their order (docs/decisions/0114). For a product on none of the lists, the office reads
 * the price at `shipTo` from the server.
 * @param upcs the upcs of a cart's lines, and of any other product on show
 * @param isExact whether the prices of all of these at `shipTo` are read from the server: where the order is confirmed
 */
export function useOffer(
  { engine, person }: OrderingContext,
  customer: OrderingCustomer | null | undefined,
  upcs: readonly string[],
  { shipTo, isExact = false }: { shipTo?: number | undefined; isExact?: boolean } = {},
): OrderingOffer {
  const { db } = engine
  const company = customer?.company_id
  const own = customer?.company_location ?? NO_LOCATIONS
  // The live query and the server queries depend on the ids, and not on the array that holds them.
  const first = shipTo ?? own[0]
  const ids = [...new Set(first === undefined ? own : [first, ...own])].join(' ')
  const kept = useLiveQuery(
    () =>
      company === undefined
        ? NO_OFFER
        : keptOffer(engine, company, ids.split(' ').filter(Boolean).map(Number)),
    [engine, company, ids],
  )
  const asked = useServerQuery(listsQuery(db, company ?? 0, own, can(person, 'orders.place')), {
    enabled: company !== undefined,
  })
  const lists = kept?.lists ?? NO_OFFER.lists
  const prices = kept?.prices ?? NO_OFFER.prices
  const key = [...upcs].sort().join(' ')
  const listed = useMemo(
    () =>
      lists.flatMap(({ categories }) =>
        categories.flatMap(({ rows }) => rows.map(({ product_id }) => product_id)),
      ),
    [lists],
  )
  const unpriced = useMemo(() => {
    const here = new Set(prices.flatMap(({ upc, location }) => (location === first ? upc : [])))
    // A person who orders for themselves gets only their own prices (docs/decisions/0101).
    const isTold = !person.is_staff
    return key.split(' ').filter((upc) => upc !== '' && (isExact || !(isTold || here.has(upc))))
  }, [prices, first, key, isExact, person])
  const exact = useServerQuery(pricesQuery(db, first ?? 0, unpriced), {
    enabled: kept !== undefined && first !== undefined && unpriced.length > 0,
  })
  const all = useMemo(
    () => [...new Set([...listed, ...key.split(' ').filter(Boolean)])].sort(),
    [listed, key],
  )
  const { products, loading } = useProducts(db, all, productsQuery)
  const known = products ?? NO_PRODUCTS
  const { lastPull } = useSyncStatus(engine)
  return {
    lists,
    products: useMemo(() => pricedProducts(known, prices), [known, prices]),
    pricesAsOf: useMemo(() => oldestOf(known, prices, lastPull), [known, prices, lastPull]),
    loading:
      customer === undefined ||
      kept === undefined ||
      (lists.length === 0 && asked.value === null && asked.busy) ||
      loading,
    failure: lists.length > 0 ? null : asked.failure,
    isPricing: exact.value === null && exact.busy,
    asking: asked.busy,
    retry: asked.reload,
  }
}

const NO_PRODUCTS: readonly Product[] = []
