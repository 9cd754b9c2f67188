/** The figures of some delivery days: `GET figures` (docs/decisions/0277). */
import { z } from 'zod'
import { Count, Day, Id, Money, Upc } from '../values.ts'

/** Pieces that were ordered and picked are counted once each: a unit and a case are one piece. */
export const Figures = z.object({
  /** What was invoiced, by delivery day; a day without an invoice is not there. */
  days: z.array(z.object({ day: Day, invoices: Count, total: Money })),
  /** The same by customer location, the largest first. */
  customers: z.array(z.object({ company_location: Id, name: z.string(), invoices: Count, total: Money })),
  /** What was picked of invoiced orders, at the prices of the order lines, the largest first. */
  products: z.array(
    z.object({
      product: Upc,
      name: z.string(),
      department: z.string(),
      units: Count,
      cases: Count,
      sales: Money,
      /** What the supplier asked for it last; null where that is not known of all of it. */
      cost: Money.nullable(),
    }),
  ),
  picking: z.object({
    /** Orders that are picked or invoiced, and how many of them came after the cut-off. */
    orders: Count,
    late_orders: Count,
    lines: Count,
    /** Lines of which less was picked than ordered. */
    short_lines: Count,
    pieces_ordered: Count,
    pieces_picked: Count,
  }),
  /** Who changed lines on these days, and in how many minutes: each ten minutes with an edit count as ten. */
  pickers: z.array(z.object({ username: z.string(), lines: Count, minutes: Count })),
})
export type Figures = z.infer<typeof Figures>

/** `GET figures/summary`: what was invoiced in all, and how it was picked. */
export const FigureSummary = z.object({ total: Money, picking: Figures.shape.picking })
export type FigureSummary = z.infer<typeof FigureSummary>
