import { onChanged } from '#src/db/on-changed.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { allAwaited } from './carts.ts'

/**
 * Takes back what is refused, and settles what carts wait for, for as long as the app is open. Each waits until nobody does it
 * in a dialog, on this page or another. The code that does it, and the rules of an order with it, come when there is something
 * to do: this is part of the first screen's file.
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
