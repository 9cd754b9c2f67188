/** Who is ordered for, what they may order at which prices, and their cart: what every ordering screen works with. */
import type { OrderList } from '#contract/order-lists/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { personOf } from '#src/api/person.ts'
import { LOCATIONS } from '#src/kit/choices-queries.ts'
import { useProducts } from '#src/kit/use-products.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import type { Engine } from '#src/sync/engine.ts'
import { listsOf } from '#src/sync/store/kept-lists.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { EMPTY_CART, type Cart } from './cart.ts'
import { changeCart, chooseCustomer, readCart, readCustomer } from './carts.ts'
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
  /** Why nobody is known. */
  failure: unknown
  retry: () => void
}

/** Everybody whom this person may order for. */
export function useCustomers({ engine, person, serverReachable }: OrderingContext): Customers {
  const kept = useLiveQuery(() => engine.db.locations.toArray(), [engine])
  // B207: as they are now, also before the first pull has brought them. Without the server the device's own do.
  const { value: asked } = useServerQuery(LOCATIONS)
  const locations = (serverReachable && asked) || kept
  // A066: nobody but the office and role 20 orders for others.
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
  /** Undefined while the device is read, null where nobody is chosen. */
  customer: OrderingCustomer | null | undefined
  cart: Cart
  choose: (customer: OrderingCustomer) => void
  setCart: (change: (cart: Cart) => Cart) => void
}

/** The customer who is ordered for and their cart. Somebody who orders for themselves is chosen from the beginning. */
export function useCurrentCustomer(
  { engine, person }: OrderingContext,
  { all: customers }: Customers,
): CurrentCustomer {
  const kept = useLiveQuery(async () => {
    const customer = (await readCustomer(engine)) ?? null
    return { customer, cart: customer ? await readCart(engine, customer.id) : EMPTY_CART }
  }, [engine])
  // From the press on, what is put in goes to whom was chosen: their name on the screen must not come before that.
  const [chosen, setChosen] = useState<OrderingCustomer | null>(null)
  if (chosen && kept?.customer?.id === chosen.id) setChosen(null)
  const only = (!person.is_staff && customers.find(({ id }) => id === person.id)) || null
  // Somebody who can order for themselves need not choose: their own cart is the chosen one.
  useEffect(() => {
    if (kept && !kept.customer && only) void chooseCustomer(engine, only)
  }, [engine, kept, only])
  const current = chosen ?? kept?.customer
  // Their locations may have changed since they were chosen.
  const customer = current && (customers.find(({ id }) => id === current.id) ?? current)
  const id = customer?.id
  const setCart = useCallback(
    (change: (cart: Cart) => Cart) => {
      if (id !== undefined) void changeCart(engine, id, change)
    },
    [engine, id],
  )
  return {
    customer: kept && (customer ?? null),
    cart: chosen ? EMPTY_CART : (kept?.cart ?? EMPTY_CART),
    choose(next) {
      setChosen(next)
      void chooseCustomer(engine, next)
    },
    setCart,
  }
}

export interface OrderingOffer {
  lists: readonly OrderList[]
  /** With what the customer pays, by upc: of the lists and of the chosen lines. */
  products: ReadonlyMap<string, Product>
  /** Ms of the device's clock: no price of a line or a list is older than that; null where the device knows none. */
  pricesAsOf: number | null
  loading: boolean
  /** Prices of the lines are asked for, for the first time. */
  isPricing: boolean
  failure: unknown
  /** The lists are asked for, for the first time or again. */
  asking: boolean
  retry: () => void
}

/** What the device keeps of a customer's lists, and what their products cost at their locations. */
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
 * A300, A302, B212, B213: what a customer may order and at which prices, from what the device holds. With the server in
 * reach it is asked for anew. Prices are those of `shipTo` where the device knows them, else of the customer's locations in
 * their order (docs/decisions/0114). The office asks there for the price of what is on none of the lists.
 * @param upcs of the lines of a cart, and whatever else is looked at
 * @param isExact whether prices of all of these at `shipTo` are asked for: where the order is confirmed
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
  // The live query and the questions go by what the ids are, and not by the array that holds them.
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
    // Whoever orders for themselves is told no price but their own (docs/decisions/0101).
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
