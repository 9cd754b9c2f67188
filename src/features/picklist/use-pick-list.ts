/** The rows of a pick list: live from the device, and from the server for orders that the device does not store. */
import { buildLines, type Line, type PickedRows, type Products } from '#contract/picking/lines.ts'
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import { useProducts } from '#src/kit/use-products.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { keptRows, type KeptRows } from './kept-rows.ts'
import type { PickingContext } from '#src/picking/context.ts'
import { marksOf, type Marks } from './row-marks.ts'
import { fetchPickList, fetchPickProducts } from './server-rows.ts'

export interface PickList {
  /** null while it is not known yet. */
  rows: readonly Line[] | null
  orders: readonly OrderRow[]
  /** All items of the orders, whichever of them the location filter hides. */
  items: readonly OrderItemRow[]
  products: Products
  /** The rows of orders that the device does not store. Their edits go straight to the server. */
  away: PickedRows
  /** Orders that are not here and could not be loaded. */
  missing: readonly number[]
  marks: Marks
  /** Shows the changes that a commit has just stored. */
  lay: KeptRows['lay']
  /** Asks the server again for the rows that are not stored here. */
  reload: () => void
}

const NOTHING: PickedRows = { orders: [], items: [], pieces: [] }
const NO_PRODUCTS: Products = new Map()

export function usePickList(db: LarderDatabase, context: PickingContext, reachable: boolean): PickList {
  const ids = context.orders
  const store = useMemo(() => keptRows(db, ids), [db, ids])
  const kept = useSyncExternalStore(store.subscribe, store.get)
  const waiting = useLiveQuery(() => ofEach(db.outbox, 'order', ids), [db, ids])
  const server = useServerRows(
    kept && ids.filter((id) => !kept.orders.some((o) => o.id === id)),
    context,
    reachable,
  )

  const all = useMemo(() => kept && join(kept, server.rows ?? NOTHING), [kept, server.rows])
  const upcs = useMemo(() => all && upcsOf(all), [all])
  // A new line starts a new query. The names of the other lines stay meanwhile.
  const { products: known } = useProducts(db, upcs, pickProductsQuery, { keepsPrevious: true })
  const products = useMemo(() => known && new Map(known.map((product) => [product.upc, product])), [known])
  const [build] = useState(rowBuilder)
  const { loading } = server
  const rows = useMemo(
    () => (!all || !products || loading ? null : build(all, products, context)),
    [build, all, products, context, loading],
  )

  return {
    rows,
    orders: all?.orders ?? NOTHING.orders,
    items: all?.items ?? NOTHING.items,
    products: products ?? NO_PRODUCTS,
    away: server.rows ?? NOTHING,
    missing: rows && all ? ids.filter((id) => !all.orders.some((order) => order.id === id)) : [],
    marks: useMemo(() => marksOf(waiting ?? []), [waiting]),
    lay: store.lay,
    reload: server.reload,
  }
}

const join = (a: PickedRows, b: PickedRows): PickedRows => ({
  orders: [...a.orders, ...b.orders],
  items: b.items.length === 0 ? a.items : [...a.items, ...b.items],
  pieces: b.pieces.length === 0 ? a.pieces : [...a.pieces, ...b.pieces],
})

/** Builds rows that keep their identity from one build to the next. */
function rowBuilder() {
  let before: ReadonlyMap<string, Line> = new Map()
  let of: PickingContext | null = null
  return (rows: PickedRows, products: Products, context: PickingContext): readonly Line[] => {
    if (context !== of) before = new Map()
    of = context
    const built = buildLines(rows, products, { ...context, keepsPlace: true }, before)
    before = new Map(built.map((row) => [row.id, row]))
    return built
  }
}

/** The orders that the device does not store, while the server is in reach. After a failure they are missing. */
function useServerRows(
  absent: readonly number[] | undefined,
  { start, end }: Pick<PickingContext, 'start' | 'end'>,
  reachable: boolean,
) {
  const wanted = absent !== undefined && absent.length > 0
  const { value, failure, reload } = useServerQuery(
    {
      queryKey: ['picklist', absent, start, end],
      read: (client, signal) => fetchPickList(client, absent ?? [], { start, end }, signal),
      isForm: true,
    },
    { enabled: wanted },
  )
  return {
    rows: wanted ? value : null,
    loading: absent === undefined || (wanted && reachable && value === null && failure === null),
    reload: useCallback(() => wanted && reload(), [wanted, reload]),
  }
}

const pickProductsQuery = (upcs: readonly string[]): ServerQuery<Product[]> => ({
  queryKey: ['products', 'picklist', upcs.join(' ')],
  read: (client) => fetchPickProducts(client, upcs),
})

const upcsOf = ({ items }: PickedRows): string[] =>
  [
    ...new Set(
      items.flatMap(({ product, original_product }) =>
        original_product ? [product, original_product] : product,
      ),
    ),
  ].sort()
