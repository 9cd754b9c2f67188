/** What the office's order lists ask and call. */
import { ProductsByOrderList, PublicOrderList, WholeOrderList } from '#contract/order-lists/schema.ts'
import type { Client } from '#src/api/client.ts'
import { fetchLocations, type ListedLocation } from '#src/queries/locations.ts'
import { FoundProduct, heldProducts } from '#src/queries/products.ts'
import type { RowsQuery, ServerQuery } from '#src/queries/server-query.ts'
import { ReadList, type KnownProduct, type SaveCall } from './list-draft.ts'

/** What a change of a list makes old. */
export const LISTS_CHANGED = [['orderlists'], ['orderlistprices'], ['productsbyorderlist']] as const

interface CustomerLists {
  /** The location of the page's address; null where there is none. */
  customer: ListedLocation | null
  /** All of its company's. */
  locations: ListedLocation[]
  lists: ReadList[]
}

/** C330. */
export const customerListsQuery = (id: number): ServerQuery<CustomerLists> => ({
  queryKey: ['orderlists', { location: id }],
  async read(client, signal) {
    const all = await fetchLocations(client, signal)
    const customer = all.find((location) => location.id === id) ?? null
    if (!customer) return { customer, locations: [], lists: [] }
    const { company_id } = customer
    const lists = await client.api('GET', 'orderlists', {
      query: { no_page: 1, company_id },
      schema: ReadList.array(),
      signal,
    })
    return { customer, locations: all.filter((location) => location.company_id === company_id), lists }
  },
})

/** The list as the server then has it. */
export const saveList = (client: Client, { method, path, body }: SaveCall, idempotencyKey: string) =>
  client.api(method, path, { body, schema: ReadList, idempotencyKey })

/** C290. */
export const ALL_PRODUCTS: ServerQuery<KnownProduct[]> = {
  queryKey: ['products', 'held'],
  read: heldProducts,
  isAskedAnew: true,
}

/** C292. */
export const productSearchQuery = (term: string): ServerQuery<KnownProduct[]> => ({
  queryKey: ['products', { search: term }],
  read: (client, signal) =>
    client.api('GET', 'products', {
      query: { no_page: 1, search: term },
      schema: FoundProduct.array(),
      signal,
    }),
})

/** C329. */
export const PUBLIC_LISTS: RowsQuery<PublicOrderList> = {
  queryKey: ['orderlists', 'public'],
  keyOf: ({ id }) => id,
  read: (client, signal) =>
    client.api('GET', 'orderlists', {
      query: { public: true, no_page: 1 },
      schema: PublicOrderList.array(),
      signal,
    }),
}

/** C324. */
export const PRODUCTS_BY_LIST: ServerQuery<ProductsByOrderList> = {
  queryKey: ['productsbyorderlist'],
  read: (client, signal) => client.api('GET', 'productsbyorderlist', { schema: ProductsByOrderList, signal }),
}

/** C325: the names of a list's categories. */
export interface ListCategory {
  name: string
  /** The codes of its products, in their order. */
  upcs: string[]
}

export const listCategoriesQuery = (list: number): ServerQuery<ListCategory[]> => ({
  queryKey: ['orderlists', list, 'categories'],
  async read(client, signal) {
    const { categories } = await client.api('GET', `orderlists/${list}`, { schema: WholeOrderList, signal })
    return categories.map(({ category_name: name, rows }) => ({
      name,
      upcs: rows.map(({ product_id }) => product_id),
    }))
  },
})
