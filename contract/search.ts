/** The answer of the search over everything (`GET search`, decision 0120). */
import { z } from 'zod'
import { OrderRow } from './orders/schema.ts'
import { CompanyLocation } from './people/schema.ts'
import { Product } from './products/schema.ts'

/** The number of hits of each kind: as many as a person looks through before typing on. */
export const SEARCH_SHOWN_HITS = 5

export const Found = z.object({
  orders: z.array(OrderRow.pick({ id: true, customer: true, company_location: true, delivery_date: true })),
  /** For people who may open a customer; other people get none. */
  customers: z.array(CompanyLocation.pick({ id: true, name: true })),
  /** For people who have a link to a product's page. */
  products: z.array(Product.pick({ upc: true, name: true, size: true })),
})
export type Found = z.infer<typeof Found>
