/**
 * What is picked on a scan screen or a pick list: handed over by the screen that opened it (A048, A113), and remembered for a reload or a
 * restart without a network (readings, "Reopening").
 */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Sorting } from '#contract/picking/lines.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { to, type Address, type From, type PickListSearch } from '#src/paths.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useEffect, useMemo, useState } from 'react'

export interface PickingContext {
  orders: number[]
  bulk: boolean
  /** YYYY-MM-DD; null where the opening screen had no dates (a single order shows its own day). */
  start: string | null
  end: string | null
  /** A warehouse id, or null for every location (A102). */
  filter: number | null
  sorting: Sorting
  /** Everything that is chosen in the generator, if the list comes from there: where Cancel leads back to. */
  choices?: PickListSearch | undefined
}

const day = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null

/**
 * Reads a navigation state; null when it names no order, whatever else it is (A049). A part that does not fit falls
 * back to its default.
 */
export function readContext(state: unknown): PickingContext | null {
  const { orders, bulk, start, end, filter, sorting, choices } = (
    typeof state === 'object' && state !== null ? state : {}
  ) as Record<string, unknown>
  const ids = (Array.isArray(orders) ? orders : [])
    .map((id: unknown) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id))
    .filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)
  if (ids.length === 0) return null
  return {
    orders: [...new Set(ids)],
    bulk: bulk === true,
    start: day(start),
    end: day(end),
    filter: typeof filter === 'number' && Number.isSafeInteger(filter) ? filter : null,
    sorting: sorting === 'bin' ? 'bin' : 'order',
    // The generator's address checks them.
    choices: typeof choices === 'object' && choices !== null ? choices : undefined,
  }
}

/** Returns the navigation state for the scan of one order. */
export const orderToScan = ({ id, delivery_date }: Pick<OrderRow, 'id' | 'delivery_date'>): object => ({
  orders: [id],
  bulk: false,
  start: delivery_date,
  end: delivery_date,
})

/** Returns the navigation state of Generate and Scan: A106, A107 have a start at 00:00 and an end at 23:59:59. */
export function handOver({ start, end, ...context }: PickingContext): object {
  return {
    ...context,
    start: start && `${start}T00:00:00`,
    end: end && `${end}T23:59:59`,
  }
}

/** A119: where Cancel goes. */
export function cancelAddress(from: From, context: PickingContext | null): Address {
  const [order] = context?.orders ?? []
  return from === 'order' && order !== undefined ? to.order(order) : to.pickList(context?.choices)
}

/** The order whose scan this device showed last, or null. */
export async function lastScanned(engine: Pick<Engine, 'recall'>): Promise<number | null> {
  const context = readContext(await engine.recall(NAMES.scan.order))
  return context?.orders[0] ?? null
}

/** The names under which the person's database keeps a list. */
const NAMES = {
  scan: { order: 'scan:order', picklist: 'scan:picklist' },
  picklist: { order: 'picklist:order', picklist: 'picklist' },
} as const satisfies Record<string, Record<From, string>>

/**
 * The context that was handed over, else the remembered one.
 *
 * @returns null when there is neither; `looking` while it is read; an Error where the device's database cannot be read
 */
export function usePickingContext(
  screen: keyof typeof NAMES,
  from: From,
  handedOver: unknown,
): PickingContext | null | 'looking' | Error {
  const { engine } = useSignedIn()
  const given = useMemo(() => readContext(handedOver), [handedOver])
  const [recalled, setRecalled] = useState<PickingContext | null | 'looking' | Error>('looking')
  useEffect(() => {
    const name = NAMES[screen][from]
    // A reload loses the list that was handed over. A list that cannot be remembered can still be worked on.
    if (given) void engine.remember(name, given).catch(() => undefined)
    else
      engine
        .recall(name)
        .then(readContext)
        .then(setRecalled, (error: unknown) =>
          setRecalled(error instanceof Error ? error : new Error(String(error))),
        )
  }, [engine, screen, from, given])
  return given ?? recalled
}
