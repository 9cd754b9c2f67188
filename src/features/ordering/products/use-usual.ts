/** What a customer's first location orders again, as the device keeps it. */
import type { AgainLine, UsualOrder } from '#contract/ordering/usual.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { CartUnit, OrderingCustomer } from '../cart/index.ts'

/** Undefined while the device is read; null where nothing is kept. */
export function useUsual(
  { db }: Pick<Engine, 'db'>,
  customer: OrderingCustomer | null | undefined,
): UsualOrder | null | undefined {
  const location = customer?.company_location[0]
  return useLiveQuery(
    async () => (location === undefined ? null : ((await db.usual.get(location)) ?? null)),
    [db, location],
  )
}

/** What a customer ordered lately. */
export interface OrderedLately {
  /** The codes of the last order's products and of the usual ones, in this order. */
  upcs: readonly string[]
  /** The lines of the last order, by upc. */
  last: ReadonlyMap<string, AgainLine>
}

const NEVER_ORDERED: OrderedLately = { upcs: [], last: new Map() }

export function useOrderedLately(
  engine: Pick<Engine, 'db'>,
  customer: OrderingCustomer | null | undefined,
): OrderedLately {
  const kept = useUsual(engine, customer)
  return useMemo(() => {
    if (!kept) return NEVER_ORDERED
    const lines = kept.last?.lines ?? []
    return {
      upcs: [...new Set([...lines, ...kept.usual].map(({ upc }) => upc))],
      last: new Map(lines.map((line) => [line.upc, line])),
    }
  }, [kept])
}

/** How many of a product the last order had; 0 for none. */
export const lastAmount = ({ last }: OrderedLately, upc: string, unit: CartUnit): number =>
  last.get(upc)?.[unit === 'u' ? 'unit_quantity' : 'case_quantity'] ?? 0
