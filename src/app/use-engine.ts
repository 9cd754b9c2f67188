/** The engine of the person at the device. It is closed and opened again when the person changes. */
import type { User } from '#contract/people/schema.ts'
import type { Engine } from '#src/sync/engine.ts'
import { createCell, useCell } from '#src/ui/cell.ts'
import { useEffect, useState } from 'react'
import { forgetProducts } from '#src/queries/held-products.ts'
import { forgetSeen } from '#src/db/seen-invoices.ts'
import { showBy } from '#src/ui/show-time.ts'
import { forgetAnswers } from '#src/kit/forget-kept.ts'
import { askWhoIsHere } from './ask-who.ts'
import { client, env, session } from './device.ts'
import type { StartStep } from './Waiting.tsx'

/**
 * Names the engine of a user. Rights may change during a session: the engine judges edits by them, so it is then made
 * again.
 */
const keyOf = (user: User) => `${user.id}/${user.role_id}/${user.is_staff}/${user.company}`

const opening = createCell<StartStep>('code')

/** Returns what the engine that is being opened waits for. */
export const useOpeningStep = (): StartStep => useCell(opening)

/** Requests the person's database. Resolves with an object that holds the engine, which then opens. */
async function begin(user: User): Promise<{ opening: Promise<Engine> }> {
  opening.set('code')
  const { openEngine } = await import('#src/sync/engine.ts')
  opening.set('storage')
  const forgetAside = async () => {
    forgetAnswers(user.id)
    forgetProducts(client)
    await forgetSeen(user.id)
  }
  const onStreamEnd = () => void askWhoIsHere()
  return { opening: openEngine({ user, env, session, client, forgetAside, onStreamEnd }) }
}
const opened = (begun: ReturnType<typeof begin>): Promise<Engine> => begun.then(({ opening }) => opening)

/** The engine that the page's start began to open, until the shell asks for it. */
let early: { key: string; engine: Promise<Engine> } | null = null

/**
 * Begins to open a person's engine before there is a screen, so that it is ready when the shell has been painted.
 * Resolves when the database has been requested, so that it opens while the page is drawn.
 */
export async function openEarly(user: User): Promise<void> {
  const begun = begin(user)
  // At once: a shell that is painted before the code has loaded waits for this engine and opens no second one.
  early = { key: keyOf(user), engine: opened(begun) }
  // The caller that takes the engine receives the failure.
  early.engine.catch(() => undefined)
  await begun
}

/** Returns the engine that was begun for this person, once; another person's is closed. */
function takeEarly(user: User): Promise<Engine> | null {
  const taken = early
  early = null
  if (taken?.key === keyOf(user)) return taken.engine
  taken?.engine.then((engine) => engine.close()).catch(() => undefined)
  return null
}

/**
 * Returns null while the engine opens or while no person is signed in. An engine that cannot open throws to the error
 * boundary. Another `turn` opens it again.
 */
export function useEngine(user: User | null, turn: number): Engine | null {
  const [current, setCurrent] = useState<{ key: string; engine: Engine } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const key = user && `${keyOf(user)}/${turn}`

  useEffect(() => {
    if (!user) return undefined
    let engine: Engine | null = null
    let left = false
    void (async () => {
      engine = await (takeEarly(user) ?? opened(begin(user)))
      if (left) return engine.close()
      showByClockOf(engine)
      setCurrent({ key: `${keyOf(user)}/${turn}`, engine })
    })().catch(setFailure)
    return () => {
      left = true
      void engine?.close()
    }
    // An effect, not a query: the engine has to be closed, also when it opens after it is no longer wanted.
    // It depends on who the person is and what they may do, not on every answer about them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  const engine = current?.key === key ? current.engine : null
  useEffect(() => (engine ? nudgeWith(engine) : undefined), [engine])
  useEffect(() => engine?.status.subscribe(() => showByClockOf(engine)), [engine])

  if (failure) throw failure
  return engine
}

/** Shows times by the clock that the server last sent to this engine. */
const showByClockOf = ({ status }: Engine) => showBy(status.get().heard?.terms ?? null)

/**
 * Nudges the engine. Coming back, into the network or into view, is when it is worth trying; leaving is the last
 * chance to send.
 */
function nudgeWith(engine: Engine): () => void {
  const listening = new AbortController()
  const { signal } = listening
  // A page that goes away is hidden after `pagehide`, when nothing can be begun any more.
  let away = false
  const seen = () => {
    if (!away) engine.nudge(document.visibilityState === 'visible' ? 'visible' : 'hidden')
  }
  window.addEventListener('online', () => engine.nudge('online'), { signal })
  // The same nudge: the engine asks the browser which of the two it is.
  window.addEventListener('offline', () => engine.nudge('online'), { signal })
  window.addEventListener(
    'pagehide',
    () => {
      away = true
      engine.nudge('leaving')
    },
    { signal },
  )
  window.addEventListener(
    'pageshow',
    () => {
      away = false
      seen()
    },
    { signal },
  )
  document.addEventListener('visibilitychange', seen, { signal })
  return () => listening.abort()
}
