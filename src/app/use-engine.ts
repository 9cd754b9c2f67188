/** The engine of the person who is at the device; closed and opened again when somebody else is. */
import type { User } from '#contract/people/schema.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useEffect, useState } from 'react'
import { client, env, session } from './device.ts'

/** Rights may change while somebody is signed in: the engine judges edits by them, so it is made anew. */
const keyOf = (user: User) => `${user.id}/${user.role_id}/${user.is_staff}`

/** null while it opens or while nobody is there. An engine that cannot open throws to the error boundary. */
export function useEngine(user: User | null): Engine | null {
  const [open, setOpen] = useState<{ key: string; engine: Engine } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const key = user && keyOf(user)

  useEffect(() => {
    if (!user) return undefined
    let engine: Engine | null = null
    let left = false
    void (async () => {
      const { openEngine } = await import('#src/sync/engine.ts')
      engine = await openEngine({ user, env, session, client })
      if (left) await engine.close()
      else setOpen({ key: keyOf(user), engine })
    })().catch(setFailure)
    return () => {
      left = true
      void engine?.close()
    }
    // By who they are and what they may do, not by every answer about them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  const engine = open && open.key === key ? open.engine : null
  useEffect(() => (engine ? nudgeWith(engine) : undefined), [engine])

  if (failure) throw failure
  return engine
}

/** Coming back, into the network or into sight, is when it is worth trying; leaving is the last chance to send. */
function nudgeWith(engine: Engine): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const seen = () => engine.nudge(document.visibilityState === 'visible' ? 'visible' : 'hidden')
  window.addEventListener('online', () => engine.nudge('online'), { signal })
  // The same: the engine asks the browser which of the two it is.
  window.addEventListener('offline', () => engine.nudge('online'), { signal })
  window.addEventListener('pageshow', seen, { signal })
  document.addEventListener('visibilitychange', seen, { signal })
  return () => listening.abort()
}
