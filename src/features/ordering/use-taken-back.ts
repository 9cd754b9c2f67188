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
  const awaited = useLiveQuery(() => allAwaited(engine), [engine])
  useEffect(() => {
    if (!refused?.length && !awaited?.length) return
    const work = async () => {
      const { settleLeft, takeBack } = await import('./taken-back.ts')
      for (const record of refused ?? []) takeBack(engine, record).catch(() => undefined)
      for (const one of awaited ?? []) settleLeft(engine, one.customer, one.awaited).catch(() => undefined)
    }
    work().catch(() => undefined)
  }, [engine, refused, awaited])
}
