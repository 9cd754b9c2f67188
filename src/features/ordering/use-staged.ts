import { StagedItem } from '#contract/ordering/staged.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { KEPT } from '#src/kit/query-client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CartProduct, CartUnit, Change } from './cart.ts'
import { stagedCalls, stagedProducts, type Amounts, type StagedCall } from './staged.ts'
import type { OrderingContext } from './use-ordering.ts'

/** B146. */
const SYNC_MS = 1_000
const NOTHING: readonly StagedItem[] = []

async function sendAll(client: Client, location: number | undefined, calls: readonly StagedCall[]) {
  for (const call of calls) await sendCall(client, location, call)
}

function sendCall(client: Client, location: number | undefined, call: StagedCall): Promise<unknown> {
  if (call.method === 'DELETE') return client.api('DELETE', `sharedcartitems/${call.id}`)
  const quantities = { unit_quantity: call.amounts.units, case_quantity: call.amounts.cases }
  if (call.method === 'PATCH') return client.api('PATCH', `sharedcartitems/${call.id}`, { body: quantities })
  return client.api('POST', 'sharedcartitems/', {
    query: { force_add: 'True' },
    body: { upc: call.upc, company_location: location, ...quantities },
  })
}

export interface Staged {
  products: readonly CartProduct[]
  loading: boolean
  change: (upc: string, unit: CartUnit, change: Change) => void
  remove: (upc: string) => void
  /** Resolves when everything that was set is with the server; rejects where it is not. */
  flush: () => Promise<void>
  /** Some of what was set is not with the server yet, and was tried. */
  unsaved: boolean
}

/** The staged order of a location (A303, B006): as last seen, and edited with the server only. */
export function useStaged(
  { client, serverReachable }: OrderingContext,
  location: number | undefined,
  enabled: boolean,
): Staged {
  const queryKey = useMemo(() => ['sharedcartitems', location], [location])
  const queries = useQueryClient()
  const { data, isLoading } = useQuery({
    ...KEPT,
    queryKey,
    queryFn: () =>
      client.api('GET', 'sharedcartitems', {
        query: { no_page: 1, company_location_id: location },
        schema: StagedItem.array(),
      }),
    enabled: enabled && location !== undefined && serverReachable,
    // Others change it too.
    staleTime: 0,
  })
  const items = data ?? NOTHING
  const [touched, setTouched] = useState<ReadonlyMap<string, Amounts>>(new Map())
  const [unsaved, setUnsaved] = useState(false)
  const latest = useRef({ items, touched })
  useEffect(() => {
    latest.current = { items, touched }
  }, [items, touched])
  const sending = useRef<Promise<void>>(Promise.resolve())

  const send = useCallback(async () => {
    const { items: had, touched: sent } = latest.current
    // Read again also where a call was refused: somebody else may have changed it meanwhile.
    await sendAll(client, location, stagedCalls(had, sent)).finally(() =>
      queries.invalidateQueries({ queryKey }),
    )
    // What was set again meanwhile stays.
    setTouched((now) => new Map([...now].filter(([upc, amounts]) => sent.get(upc) !== amounts)))
  }, [client, location, queries, queryKey])

  /** One after the other: two at once would both make what is new. */
  const flush = useCallback((): Promise<void> => {
    const next = sending.current.catch(() => undefined).then(send)
    sending.current = next
    next.then(
      () => setUnsaved(false),
      () => setUnsaved(true),
    )
    return next
  }, [send])

  useEffect(() => {
    if (touched.size === 0) return undefined
    const timer = setTimeout(() => {
      // B265: only logged, with a quiet sign.
      flush().catch((error: unknown) => console.warn('The staged order was not saved:', errorText(error)))
    }, SYNC_MS)
    return () => clearTimeout(timer)
  }, [touched, flush])

  // What was set in the last second goes with whoever leaves.
  useEffect(() => () => void (latest.current.touched.size > 0 && flush().catch(() => undefined)), [flush])

  const touch = (upc: string, change: (amounts: Amounts) => Amounts) =>
    setTouched((before) => {
      const item = items.find((one) => one.upc === upc)
      const now = before.get(upc) ?? { units: item?.unit_quantity ?? 0, cases: item?.case_quantity ?? 0 }
      return new Map(before).set(upc, change(now))
    })
  return {
    products: useMemo(() => stagedProducts(items, touched), [items, touched]),
    loading: isLoading,
    change: (upc, unit, how) =>
      touch(upc, (now) =>
        unit === 'u' ? { ...now, units: how(now.units) } : { ...now, cases: how(now.cases) },
      ),
    remove: (upc) => touch(upc, () => ({ units: 0, cases: 0 })),
    flush,
    unsaved,
  }
}
