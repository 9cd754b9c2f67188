/** What the fees screens ask of the server (C080, C081, C303, A305). */
import { FEE_KINDS, FEE_PATHS, Fee } from '#contract/fees/schema.ts'
import { Customer } from '#contract/people/customer.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import type { Product, Warehouse } from '#contract/products/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { fetchLocations, type ListedLocation } from '#src/queries/locations.ts'
import { fetchOfficeProduct, fetchProducts } from '#src/queries/products.ts'
import { fetchWarehouses } from '#src/queries/warehouses.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { rowsOfFees, type FeeRow } from './fee-rows.ts'
import { rowOfFee, type MarginRow } from './margin-rows.ts'

/** What a saved fee makes old: the lists of fees, and the locations, which carry theirs. */
export const FEES_CHANGED = [[FEE_PATHS.margin], ['companylocations']] as const

/** A305: both lists, as far as they are for this location. */
export const orderFeesQuery = (location: number): ServerQuery<FeeRow[]> => ({
  queryKey: [FEE_PATHS.margin, { location }],
  async read(client, signal) {
    const query = { no_page: 1, company_location: location }
    const [margin, surcharge] = await Promise.all(
      FEE_KINDS.map((kind) => client.api('GET', FEE_PATHS[kind], { query, schema: Fee.array(), signal })),
    )
    return rowsOfFees({ margin: margin!, surcharge: surcharge! })
  },
})

/** C303: every margin there is; the screen says which of them show. Why they cannot be read is only logged (C354). */
export const MARGINS: ServerQuery<MarginRow[]> = {
  queryKey: [FEE_PATHS.margin],
  async read(client, signal) {
    try {
      const query = { no_page: 1 }
      const fees = await client.api('GET', FEE_PATHS.margin, { query, schema: Fee.array(), signal })
      return fees.map(rowOfFee)
    } catch (error) {
      if (!signal.aborted) console.error(`The margins were not read: ${errorText(error)}`)
      throw error
    }
  },
}

interface ProductAndPlaces {
  product: OfficeProduct
  warehouses: Warehouse[]
  locations: ListedLocation[]
}

/** A product, and for what its margins can be. */
export const productAndPlacesQuery = (upc: string): ServerQuery<ProductAndPlaces> => ({
  queryKey: ['productedit', upc, 'places'],
  async read(client, signal) {
    const [product, warehouses, locations] = await Promise.all([
      fetchOfficeProduct(client, upc, signal),
      fetchWarehouses(client, signal),
      fetchLocations(client, signal),
    ])
    return { product, warehouses, locations }
  },
})

interface LocationFees {
  location: Customer
  warehouses: Warehouse[]
  /** Those that fees are on. */
  products: Product[]
}

/** C160: a location with its fees, and what they are on. */
export const locationFeesQuery = (id: number): ServerQuery<LocationFees> => ({
  queryKey: ['companylocations', id, 'fees'],
  async read(client, signal) {
    const [location, warehouses] = await Promise.all([
      client.api('GET', `companylocations/${id}`, { schema: Customer, signal }),
      fetchWarehouses(client, signal),
    ])
    const upcs = location.fees.flatMap(({ product }) => product ?? [])
    return { location, warehouses, products: await fetchProducts(client, [...new Set(upcs)]) }
  },
})
