import { onChanged } from '#src/db/on-changed.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { allAwaited } from '../carts.ts'

/**
 * Takes refused orders back, and settles the edits that carts wait for, as long as the app is open. Each job waits
 * until no dialog does it, on this page or another. Its code, with the rules of an order, loads when there is something
 * to do, because this module is part of the first screen's file.
 */
export function useTakenBack(engine: Engine): void {
  const refused = useLiveQuery(() => engine.db.outbox.where('state').equals('refused').toArray(), [engine])
  useEffect(() => {
    if (!refused?.length) return
    const work = async () => {
      const { takeOrderBack: takeBack } = await import('./taken-back.ts')
      for (const record of refused) takeBack(engine, record).catch(() => undefined)
    }
    work().catch(() => undefined)
  }, [engine, refused])
  useEffect(() => {
    const settle = async () => {
      const awaited = await allAwaited(engine)
      if (awaited.length === 0) return
      const { settleLeft } = await import('./taken-back.ts')
      for (const one of awaited) settleLeft(engine, one.customer, one.awaited).catch(() => undefined)
    }
    const look = () => void settle().catch(() => undefined)
    look()
    // A note is stored together with its edit.
    return onChanged(engine.db, ['outbox'], look)
  }, [engine])
}
