/**
 * What a pick list is made of: handed over by the generator or the order (A113), remembered for a reload or a restart
 * without a network (readings, "Reopening").
 */
import { to, type Address, type From, type PickListSearch } from '#src/paths.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useOutcome } from '#src/ui/use-outcome.ts'
import { useState } from 'react'

/** A099: by bin over everything, or order by order. */
export type Sorting = 'bin' | 'order'

export interface PickListContext {
  orders: number[]
  bulk: boolean
  /** YYYY-MM-DD; null where the opening screen had no dates. */
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

/** Everything but the orders of a navigation state, whatever it is: what does not fit falls back to the defaults. */
function readRest(state: unknown): Omit<PickListContext, 'orders'> {
  const { bulk, start, end, filter, sorting, choices } = (
    typeof state === 'object' && state !== null ? state : {}
  ) as Record<string, unknown>
  return {
    bulk: bulk === true,
    start: day(start),
    end: day(end),
    filter: typeof filter === 'number' && Number.isSafeInteger(filter) ? filter : null,
    sorting: sorting === 'bin' ? 'bin' : 'order',
    // The address that it goes into reads it again, whatever it is.
    choices: typeof choices === 'object' && choices !== null ? choices : undefined,
  }
}

/** Reads a navigation state; null when it names no order. */
export function readContext(state: unknown): PickListContext | null {
  const { orders } = (typeof state === 'object' && state !== null ? state : {}) as { orders?: unknown }
  const ids = (Array.isArray(orders) ? orders : [])
    .map((id: unknown) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id))
    .filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)
  return ids.length === 0 ? null : { orders: [...new Set(ids)], ...readRest(state) }
}

/** What Generate and Scan hand over: A106, A107 have a start at 00:00 and an end at 23:59:59. */
export function handOver({ start, end, ...context }: PickListContext): object {
  return {
    ...context,
    start: start && `${start}T00:00:00`,
    end: end && `${end}T23:59:59`,
  }
}

/** A119: where Cancel goes. */
export function cancelAddress(from: From, context: PickListContext | null): Address {
  const [order] = context?.orders ?? []
  return from === 'order' && order !== undefined ? to.order(order) : to.pickList(context?.choices)
}

const nameOf = (from: From) => (from === 'order' ? 'picklist:order' : 'picklist')

/** The context that was handed over, else the remembered one; null when there is neither, undefined while it is read. */
export function usePickListContext(
  engine: Engine,
  handedOver: unknown,
  from: From,
): PickListContext | null | undefined {
  const [given] = useState(() => readContext(handedOver))
  const read = useOutcome(async () => {
    // A list that cannot be remembered can still be worked on.
    if (given) await engine.remember(nameOf(from), given).catch(() => undefined)
    return { kept: given ?? readContext(await engine.recall(nameOf(from)).catch(() => null)) }
  })
  return given ?? read?.kept
}
