import type { Engine } from '#src/sync/engine.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'

/** Orders whose answer is waited for by the dialog that has placed them: it says what became of them. */
export const answering = new Set<string>()

/**
 * Takes back what is refused, for as long as the app is open. The code that does it, and the rules of an order with it, come
 * when there is something to take back: this is part of the first screen's file.
 */
export function useTakenBack(engine: Engine): void {
  const refused = useLiveQuery(() => engine.db.outbox.where('state').equals('refused').toArray(), [engine])
  useEffect(() => {
    // Asked now: when the code is here, the dialog may have said it and be closed.
    const mine = refused?.filter(({ entity_id }) => !answering.has(entity_id)) ?? []
    if (mine.length === 0) return
    const work = async () => {
      const { takeBack } = await import('./taken-back.ts')
      for (const record of mine) takeBack(engine, record).catch(() => undefined)
    }
    work().catch(() => undefined)
  }, [engine, refused])
}
