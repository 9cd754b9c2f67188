/** Who changed a price, when, from what and to what: of products, of fees, and of order lines by a refresh (docs/decisions/0235). */
import { z } from 'zod'
import { Id, Upc } from '../values.ts'

export const PRICE_CHANGE_KINDS = ['product', 'margin', 'surcharge', 'refresh'] as const
export type PriceChangeKind = (typeof PRICE_CHANGE_KINDS)[number]

/** One price, or one fee, that became another. */
export const PriceHistoryEntry = z.object({
  id: z.string(),
  /** ISO time. */
  at: z.string(),
  /** The name that the person had then; '' for a command on the server's machine. */
  username: z.string(),
  kind: z.enum(PRICE_CHANGE_KINDS),
  /** Which price: "Unit price", "Case price", "Volume price"; '' for a fee. */
  what: z.string(),
  product: Upc.nullable(),
  product_name: z.string(),
  company_location: Id.nullable(),
  location_name: z.string(),
  warehouse: Id.nullable(),
  warehouse_name: z.string(),
  order: Id.nullable(),
  /** A price, or a fee such as "5.00 %"; '' where there was none, or is none any more. */
  from: z.string(),
  to: z.string(),
})
export type PriceHistoryEntry = z.infer<typeof PriceHistoryEntry>
