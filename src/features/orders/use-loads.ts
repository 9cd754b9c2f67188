import { loadOf } from './load.ts'
import { isPicker } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useToday } from '#src/kit/use-today.ts'
import { groupBy } from '#src/sync/store/rows.ts'
import { useLiveQuery } from 'dexie-react-hooks'

const NONE: ReadonlyMap<number, string> = new Map()

/** For a picker, what there is to pick of each order from today on that is not picked, as this device keeps it. */
export function useLoads(person: User | null): ReadonlyMap<number, string> {
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const picks = person !== null && isPicker(person)
  const loads = useLiveQuery(async () => {
    if (!picks) return NONE
    const { db } = engine
    const orders = await db.orders.where('delivery_date').aboveOrEqual(today).toArray()
    const open = orders.filter(({ picking_complete, invoiced }) => !picking_complete && !invoiced)
    const items = await db.items
      .where('order')
      .anyOf(open.map(({ id }) => id))
      .toArray()
    const products = await db.products.bulkGet([...new Set(items.map(({ product }) => product))])
    const bins = new Map(products.flatMap((product) => (product ? [[product.upc, product.bin]] : [])))
    const ofOrder = groupBy(items, ({ order }) => order)
    return new Map([...ofOrder].map(([order, lines]) => [order, loadOf(lines, bins)]))
  }, [engine, today, picks])
  return loads ?? NONE
}
