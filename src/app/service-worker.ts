/** Registers the service worker and says when a new version waits. It is never switched without being asked. */
import { useSyncExternalStore } from 'react'

let reload: (() => void) | null = null
const listeners = new Set<() => void>()
/** A tablet stays open for days: a new version is looked for every hour. */
const LOOK_EVERY_MS = 3_600_000

/** Called once the first screen is usable, so that precaching never competes with it. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => {
    reload = () => {
      // The old page must not talk to the new worker: both change together.
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    }
    for (const listener of listeners) listener()
  })
  await worker.register()
  setInterval(() => void worker.update().catch(() => undefined), LOOK_EVERY_MS)
}

/** Switches to the version that waits and reloads; null while none waits. */
export const useWaitingVersion = (): (() => void) | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => reload,
  )
