import { stagedId, type StagedItem } from '#contract/ordering/staged.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { errorText } from '#src/api/errors.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { Engine } from '#src/sync/engine.ts'
import { stagedFamily } from '#src/sync/store/rows.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { inPlaceOf, originalFor, type CartProduct, stagedQuery, type OrderingContext } from '../cart/index.ts'
import type { OnAmount } from '../products/index.ts'
import { changeEdit, removalEdit, stagedProducts } from '../placing/index.ts'

const NOTHING: readonly StagedItem[] = []

export interface Staged {
  products: readonly CartProduct[]
  loading: boolean
  change: OnAmount
  remove: (upc: string) => void
  /** Whether it may be changed: the device holds the location's staged order, and not only an answer of the server. */
  isHere: boolean
  /** The time of the last complete pull, in ms of the device's clock; null before the first. */
  asOf: number | null
  /** The number of changes that wait to be sent. */
  unsent: number
  /** Why the last change could not be stored. */
  problem: string | null
}

const rowsOf = ({ db }: Engine, location: number) =>
  db.staged.where('id').startsWith(stagedId(location, '')).toArray()

/**
 * The staged order of a location (A303, B006), from the device: the change feed delivers it, and a change to it is an
 * edit. A device whose first pull is not complete shows the server's answer meanwhile (B228).
 */
export function useStaged(
  { engine, serverReachable }: OrderingContext,
  location: number | undefined,
  enabled: boolean,
): Staged {
  const { lastPull } = useSyncStatus(engine)
  const isHere = lastPull !== null
  const kept = useLiveQuery(
    async () => (enabled && location !== undefined ? rowsOf(engine, location) : []),
    [engine, location, enabled],
  )
  const unsent = useLiveQuery(
    () =>
      location === undefined ? 0 : engine.db.outbox.where('family').equals(stagedFamily(location)).count(),
    [engine, location],
    0,
  )
  const asked = useServerQuery(stagedQuery(location ?? 0), { enabled: enabled && location !== undefined })
  const rows = (isHere ? kept : asked.value) ?? NOTHING
  const products = useMemo(() => stagedProducts(rows), [rows])
  const [problem, setProblem] = useState<string | null>(null)

  // Several people fill one staged order, so the device sends more often while it is on show.
  useEffect(() => {
    if (!enabled) return undefined
    engine.setCadence('staged')
    return () => engine.setCadence('idle')
  }, [engine, enabled])
  useEffect(() => {
    // Other users change it too, so the device pulls what the feed has not delivered yet.
    if (enabled && serverReachable) engine.pullNow().catch(() => undefined)
  }, [engine, enabled, serverReachable])

  /** Stores one edit after the other: each starts from the result of the one before. */
  const storing = useRef<Promise<unknown>>(Promise.resolve())
  function store(upc: string, editOf: (row: StagedItem | undefined) => NewEdit | null) {
    if (location === undefined) return
    storing.current = storing.current.then(async () => {
      try {
        const edit = editOf(await engine.db.staged.get(stagedId(location, upc)))
        const result = edit && (await engine.commit([edit]))
        setProblem(result && result.kind !== 'committed' ? result.message : null)
      } catch (error) {
        setProblem(errorText(error))
      }
    })
  }
  return {
    products,
    loading: isHere ? kept === undefined : asked.value === null && asked.busy,
    change: ({ upc }, unit, how, of) => {
      const original = of?.insteadOf === undefined ? null : inPlaceOf(originalFor(of.insteadOf, products))
      store(upc, (row) => changeEdit(location!, upc, row, unit, how, original))
    },
    remove: (upc) => store(upc, () => removalEdit(location!, upc)),
    isHere,
    asOf: lastPull,
    unsent,
    problem,
  }
}
