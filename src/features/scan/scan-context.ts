/** What the scan screen shows: handed over by the screen that opened it (A048), remembered for a reload (readings, "Reopening"). */
import type { Engine } from '#src/sync/engine.ts'

export interface ScanContext {
  orders: number[]
  bulk: boolean
  /** YYYY-MM-DD; null where the opening screen had no dates (a single order shows its own day). */
  start: string | null
  end: string | null
  /** A warehouse id, or null for every location. */
  filter: number | null
  sorting: 'bin' | 'order'
}

const day = (value: unknown): string | null => {
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : ''
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : null
}

/** Reads navigation state; null when it names no order, whatever else it is (A049). */
export function readContext(state: unknown): ScanContext | null {
  if (typeof state !== 'object' || state === null) return null
  const { orders, bulk, start, end, filter, sorting } = state as Record<string, unknown>
  const ids = (Array.isArray(orders) ? orders : [])
    .map((id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id))
    .filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)
  if (ids.length === 0) return null
  return {
    orders: [...new Set(ids)],
    bulk: bulk === true,
    start: day(start),
    end: day(end),
    filter: typeof filter === 'number' ? filter : null,
    sorting: sorting === 'order' ? 'order' : 'bin',
  }
}

const nameOf = (from: 'order' | 'picklist') => `scan:${from}`

/** Kept in the person's own database, so everyone finds their own. */
export const rememberContext = (
  engine: Pick<Engine, 'remember'>,
  from: 'order' | 'picklist',
  context: ScanContext,
) => engine.remember(nameOf(from), context)

export const recallContext = async (
  engine: Pick<Engine, 'recall'>,
  from: 'order' | 'picklist',
): Promise<ScanContext | null> => readContext(await engine.recall(nameOf(from)))
