/** The page's start: colours first, then the screens, and last the work that nothing waits for. */
import '#src/app/no-eval.ts'
import '#src/app/trusted-types.ts'
import { createRoot } from 'react-dom/client'
import { showColourScheme } from '#src/app/colour-scheme.ts'
import { session } from '#src/app/device.ts'
import { loadInter } from '#src/app/font.ts'
import { watchInstall } from '#src/app/install.ts'
import { isPublicPath } from '#src/app/menu.ts'
import { showGloves } from '#src/device/gloves.ts'
import { followWorker, registerServiceWorker } from '#src/app/service-worker.ts'
import { finishSignOuts } from '#src/app/sign-out.ts'
import '#src/app/styles.ts'
import { openEarly } from '#src/app/use-engine.ts'
import { WAIT_SILENTLY_MS, WaitingPage } from '#src/app/Waiting.tsx'
import { App } from '#src/routes/App.tsx'
import { loadCode } from '#src/routes/router.tsx'

followWorker()
showColourScheme()
showGloves()
watchInstall()
loadInter()

/**
 * A page with a worker has every file on the device: it reads this screen's files while it looks up the current person.
 */
const hasFiles = Boolean(navigator.serviceWorker?.controller)
if (hasFiles)
  queueMicrotask(() => {
    import('#src/sync/engine.ts').catch(() => undefined)
    loadCode(location.pathname)
  })

/** This module has no `await` at its top: the other chunks need it, and would run only after it. */
async function start(): Promise<void> {
  // The current person is known before the first paint, so that the sign-in never flashes up. A public list does
  // not wait for that: some browsers store nothing, and then the person may never be known.
  const known = session.ready.catch((error: unknown) =>
    console.error('The stored session could not be read:', error),
  )
  const root = createRoot(document.getElementById('root')!)
  const late = setTimeout(() => root.render(<WaitingPage step="session" />), WAIT_SILENTLY_MS)
  if (!isPublicPath(location.pathname)) await known
  clearTimeout(late)
  // The person's database opens while the page is first painted. The paint does not wait for code on a slow line.
  const { phase, user } = session.get()
  if (phase !== 'out' && user) {
    const asked = openEarly(user).catch(() => undefined)
    if (hasFiles) await asked
  }
  root.render(<App />)
}

/** Registers the worker, but does not store the whole app for a person who only looks at a public list. */
async function keepApp(): Promise<void> {
  await session.ready.catch(() => undefined)
  if (session.get().phase === 'out' && isPublicPath(location.pathname)) return
  await registerServiceWorker()
}

/** Runs after the first screen is drawn, because fetching the app's parts would compete with it on a slow link. */
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
void start().finally(() =>
  whenIdle(() => {
    keepApp().catch((error: unknown) => console.warn('No service worker:', error))
    finishSignOuts().catch(() => undefined)
  }),
)
