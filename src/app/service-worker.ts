/** Registers the service worker and says when a new version waits. It is never switched without being asked. */
import { useSyncExternalStore } from 'react'

export interface WaitingVersion {
  /** Switches and reloads, as soon as no edit is on its way. */
  reload: () => void
  /** The worker lets an edit arrive first. */
  finishing: boolean
}

let waiting: WaitingVersion | null = null
const listeners = new Set<() => void>()
/** A tablet stays open for days: a new version is looked for every hour. */
const LOOK_EVERY_MS = 3_600_000

function set(next: WaitingVersion) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Called once the first screen is usable, so that precaching never competes with it. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => {
    const reload = () => {
      // The old page must not talk to the new worker: both change together.
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    }
    set({ reload, finishing: false })
  })
  worker.addEventListener('message', ({ data }) => {
    if (waiting && (data as { type?: unknown } | null)?.type === 'WAITING_FOR_EDITS')
      set({ ...waiting, finishing: true })
  })
  await worker.register()
  const { active } = await navigator.serviceWorker.ready
  // The big parts, which no screen has needed yet, so that every screen opens without a network.
  active?.postMessage({ type: 'PRECACHE_REST' }, [])
  setInterval(() => void worker.update().catch(() => undefined), LOOK_EVERY_MS)
}

/** The version that waits; null while none does. */
export const useWaitingVersion = (): WaitingVersion | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting,
  )
