/** Who is ordered for, what they may order at which prices, and their cart: what every ordering screen works with. */
import type { OrderList } from '#contract/order-lists/schema.ts'
import { CompanyLocation, User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { fetchProducts } from '#src/api/products.ts'
import { KEPT } from '#src/kit/query-client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { keepLists, keepPricesAt, keepUsual, listsOf } from '#src/sync/kept-lists.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { EMPTY_CART, type Cart, type CartProduct } from './cart.ts'
import { changeCart, chooseCustomer, readCart, readCustomer } from './carts.ts'
import { customerOf, type Customer, type Orderer } from './customers.ts'
import { oldestOf, pricedProducts } from './prices.ts'

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
 * their order (docs/decisions/0114).
 * @param isExact whether prices of the lines at `shipTo` are asked for: where the order is confirmed
 */
export function useOffer(
  { engine, client, person, serverReachable }: OrderingContext,
  customer: Customer | null | undefined,
  lines: readonly CartProduct[],
  { shipTo, isExact = false }: { shipTo?: number | undefined; isExact?: boolean } = {},
): Offer {
  const company = customer?.company_id
  const own = customer?.company_location ?? NO_LOCATIONS
  // The live query and the questions go by what the ids are, and not by the array that holds them.
  const first = shipTo ?? own[0]
  const ids = [...new Set(first === undefined ? own : [first, ...own])].join(' ')
  const keeping = useMemo(() => ({ db: engine.db, client, now: () => Date.now() }), [engine, client])
  const kept = useLiveQuery(
    () =>
      company === undefined
        ? NO_OFFER
        : keptOffer(engine, company, ids.split(' ').filter(Boolean).map(Number)),
    [engine, company, ids],
  )
  const asked = useQuery({
    queryKey: ['orderlists', company, own.join(' ')],
    queryFn: async () => {
      const [lists] = await Promise.all([
        keepLists(keeping, company!, own),
        can(person, 'orders.place') && keepUsual(keeping, company!),
      ])
      return lists.length
    },
    enabled: company !== undefined && serverReachable,
    staleTime: KEPT.staleTime,
  })
  const lists = kept?.lists ?? NO_OFFER.lists
  const chosen = lines.map(({ upc }) => upc).sort()
  const exact = useQuery({
    queryKey: ['prices', first, chosen.join(' ')],
    queryFn: async () => {
      await keepPricesAt(keeping, first!, chosen)
      return true
    },
    enabled: isExact && first !== undefined && chosen.length > 0 && serverReachable,
    staleTime: KEPT.staleTime,
  })
  const key = chosen.join(' ')
  const upcs = useMemo(
    () =>
      [
        ...new Set([
          ...lists.flatMap(({ categories }) =>
            categories.flatMap(({ rows }) => rows.map(({ product_id }) => product_id)),
          ),
          ...key.split(' ').filter(Boolean),
        ]),
      ].sort(),
    [lists, key],
  )
  const known = useProducts(engine, client, upcs, serverReachable)
  const { lastPull } = useSyncStatus(engine)
  const prices = kept?.prices ?? NO_OFFER.prices
  return {
    lists,
    products: useMemo(() => pricedProducts(known.products, prices), [known.products, prices]),
    pricesAsOf: useMemo(() => oldestOf(known.products, prices, lastPull), [known.products, prices, lastPull]),
    loading:
      customer === undefined ||
      kept === undefined ||
      (lists.length === 0 && asked.isLoading) ||
      known.loading,
    failure: lists.length > 0 ? null : asked.error,
    isPricing: exact.isLoading,
    asking: asked.isFetching,
    retry: () => void asked.refetch(),
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
