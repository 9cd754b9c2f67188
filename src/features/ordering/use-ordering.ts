/** Who is ordered for, what they may order at which prices, and their cart: what every ordering screen works with. */
import type { OrderList } from '#contract/order-lists/schema.ts'
import { CompanyLocation, User } from '#contract/people/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { fetchProducts } from '#src/api/products.ts'
import { KEPT } from '#src/kit/query-client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { EMPTY_CART, type Cart, type CartProduct } from './cart.ts'
import { changeCart, chooseCustomer, readCart, readCustomer } from './carts.ts'
import { customerOf, type Customer, type Orderer } from './customers.ts'
import { pricedProducts } from './prices.ts'
import { listPricesQuery, listsOf, orderListsQuery } from './queries.ts'

export interface OrderingContext {
  engine: Engine
  client: Client
  person: User
  serverReachable: boolean
}

async function fetchOrderers(client: Client): Promise<Orderer[]> {
  const users = await client.api('GET', 'users', { query: { no_page: 1 }, schema: User.array() })
  return users.map(({ id, username, company, is_active, company_location }) => ({
    id,
    username,
    company,
    is_active,
    company_location,
  }))
}

export interface Customers {
  /** By name. */
  all: readonly Customer[]
  /** The server is asked, for the first time or again. */
  asking: boolean
  /** Why nobody is known. */
  failure: unknown
  retry: () => void
}

/** Everybody whom this person may order for. */
export function useCustomers({ engine, client, person, serverReachable }: OrderingContext): Customers {
  const kept = useLiveQuery(() => engine.db.locations.toArray(), [engine])
  // B207: as they are now, also before the first pull has brought them. Without the server the device's own do.
  const { data: asked } = useQuery({
    queryKey: ['companylocations'],
    queryFn: () =>
      client.api('GET', 'companylocations', { query: { no_page: 1 }, schema: CompanyLocation.array() }),
    enabled: serverReachable,
    // The device's own database keeps them.
    staleTime: KEPT.staleTime,
  })
  const locations = (serverReachable && asked) || kept
  // A066: only the office is asked for others; nobody else would be told of any.
  const users = useQuery({
    ...KEPT,
    queryKey: ['customers'],
    queryFn: () => fetchOrderers(client),
    enabled: person.is_staff && serverReachable,
  })
  const all = useMemo(
    () =>
      (person.is_staff ? (users.data ?? []) : [person])
        .flatMap((user) => customerOf(user, locations ?? []) ?? [])
        .sort((a, b) => a.name.localeCompare(b.name)),
    [person, users.data, locations],
  )
  return {
    all,
    asking: users.isFetching,
    failure: users.data ? null : users.error,
    retry: () => void users.refetch(),
  }
}

export interface CurrentCustomer {
  /** Undefined while the device is read, null where nobody is chosen. */
  customer: Customer | null | undefined
  cart: Cart
  choose: (customer: Customer) => void
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
  const [chosen, setChosen] = useState<Customer | null>(null)
  if (chosen && kept?.customer?.id === chosen.id) setChosen(null)
  const only = person.is_staff ? null : (customers[0] ?? null)
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

export interface Offer {
  lists: readonly OrderList[]
  /** With the customer's prices, by upc: of the lists and of the chosen lines. */
  products: ReadonlyMap<string, Product>
  loading: boolean
  failure: unknown
  /** The lists are asked for, for the first time or again. */
  asking: boolean
  retry: () => void
}

const NO_LISTS: readonly OrderList[] = []

/** A300, A302, B212, B213: what a customer may order. Lists come with their prices, products from the device where it has them. */
export function useOffer(
  { engine, client, serverReachable }: OrderingContext,
  customer: Customer | null | undefined,
  lines: readonly CartProduct[],
): Offer {
  const company = customer?.company_id
  const lists = useQuery({
    ...orderListsQuery(client, company),
    enabled: company !== undefined && serverReachable,
  })
  const mine = useMemo(
    () => listsOf(lists.data ?? NO_LISTS, customer?.company_location ?? []),
    [lists.data, customer],
  )
  const prices = useQueries({
    queries: mine.map(({ id }) => ({ ...listPricesQuery(client, id), enabled: serverReachable })),
    combine: (results) => ({
      prices: results.flatMap(({ data }) => data ?? []),
      waiting: results.some(({ isLoading }) => isLoading),
    }),
  })
  const upcs = useMemo(
    () =>
      [
        ...new Set([
          ...mine.flatMap(({ categories }) =>
            categories.flatMap(({ rows }) => rows.map(({ product_id }) => product_id)),
          ),
          ...lines.map(({ upc }) => upc),
        ]),
      ].sort(),
    [mine, lines],
  )
  const own = useProducts(engine, client, upcs, serverReachable)
  const products = useMemo(() => pricedProducts(own.products, prices.prices), [own.products, prices.prices])
  return {
    lists: mine,
    products,
    loading: customer === undefined || lists.isLoading || prices.waiting || own.loading,
    failure: lists.data ? null : lists.error,
    asking: lists.isFetching,
    retry: () => void lists.refetch(),
  }
}

const NO_PRODUCTS: readonly Product[] = []

/** The products with these codes: as the device has them, else asked of the server (B232). */
function useProducts(
  { db }: Engine,
  client: Client,
  upcs: readonly string[],
  serverReachable: boolean,
): { products: readonly Product[]; loading: boolean } {
  const key = upcs.join(' ')
  const kept = useLiveQuery(async () => {
    const found = await db.products.bulkGet([...upcs])
    return {
      products: found.filter((product) => product !== undefined),
      missing: upcs.filter((_, n) => found[n] === undefined),
    }
  }, [db, key])
  const missing = kept?.missing ?? []
  const fetched = useQuery({
    ...KEPT,
    queryKey: ['products', missing.join(' ')],
    queryFn: () => fetchProducts(client, missing),
    enabled: missing.length > 0 && serverReachable,
  })
  return {
    products: useMemo(
      () => [...(kept?.products ?? NO_PRODUCTS), ...(fetched.data ?? NO_PRODUCTS)],
      [kept, fetched.data],
    ),
    loading: kept === undefined || fetched.isLoading,
  }
}
