/** Lines of open orders follow the flags of their product and their location (readings, "Making an invoice"). */
import type pg from 'pg'

/** Whose flag changes. */
type Of = { product: string } | { location: number }

const OPEN = {
  product: 'not o.invoiced and exists (select from order_items i where i.order_id = o.id and i.product = $1)',
  location: 'not o.invoiced and o.company_location_id = $1',
} as const
const kindOf = (of: Of) => ('product' in of ? 'product' : 'location')
const valueOf = (of: Of) => ('product' in of ? of.product : of.location)

/** Locks the open orders that have lines of a product, as every writer does first (docs/decisions/0003). */
export const lockForLots = (client: pg.ClientBase, product: string) =>
  client.query(`select from orders o where ${OPEN.product} order by o.id for no key update`, [product])

/** Call it after the flag was written, with the orders locked: by `lockForLots`, or `lockOrdersOf` for a location. */
export const retrackLots = (client: pg.ClientBase, of: Of) =>
  client.query(
    `update order_items t set lot_tracked = p.lot_tracked or l.lot_tracked
       from orders o, products p, company_locations l
      where o.id = t.order_id and p.upc = t.product and l.id = o.company_location_id and ${OPEN[kindOf(of)]}
        and t.lot_tracked <> (p.lot_tracked or l.lot_tracked)`,
    [valueOf(of)],
  )
