/** What the search over everything answers (`GET search`, decision 0120). */
import { z } from 'zod'
import { OrderRow } from './orders/schema.ts'
import { CompanyLocation } from './people/schema.ts'
import { Product } from './products/schema.ts'

/** As many of each kind as one looks through before typing on. */
export const SEARCH_SHOWN = 5

export const Found = z.object({
  orders: z.array(OrderRow.pick({ id: true, customer: true, company_location: true, delivery_date: true })),
  /** For who may open a customer; nobody else is told of any. */
  customers: z.array(CompanyLocation.pick({ id: true, name: true })),
  /** For who has a way to a product's page. */
  products: z.array(Product.pick({ upc: true, name: true, size: true })),
})
export type Found = z.infer<typeof Found>
