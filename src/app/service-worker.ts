/** Registers the service worker and says when a new version waits. It is never switched without being asked. */
import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { askWorker } from './ask-worker.ts'

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
/** After files that could not be had, or were none of ours: a portal may be gone by then. */
const TRY_AGAIN_MS = 60_000
const pause = () => new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))

function set(next: WaitingVersion) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Called once the first screen is usable, so that precaching never competes with it. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { Workbox } = await import('workbox-window')
  let worker = new Workbox('/sw.js')
  offer(worker)
  while (!(await isInstalled(worker))) {
    await pause()
    worker = new Workbox('/sw.js')
    offer(worker)
  }
  setInterval(() => void worker.update().catch(() => undefined), LOOK_EVERY_MS)
  await keepAllParts(worker)
}

/** Shows that a newer version waits. */
function offer(worker: Workbox): void {
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
}

/** Registers it and waits for its end: one that could not fetch the app's own files is given up by the browser. */
async function isInstalled(worker: Workbox): Promise<boolean> {
  const registration = await worker.register().catch((error: unknown) => {
    console.warn('No service worker:', error)
  })
  if (!registration) return false
  const first = registration.active ?? registration.installing ?? registration.waiting
  if (!first) return false
  return new Promise((resolve) => {
    const look = () => {
      if (first.state === 'activated' || first.state === 'redundant') resolve(first.state === 'activated')
    }
    first.addEventListener('statechange', look)
    look()
  })
}

/** The big parts, which no screen has needed yet, so that every screen opens without a network. */
async function keepAllParts(worker: Workbox): Promise<void> {
  for (;;) {
    const { active } = await navigator.serviceWorker.ready
    if (active && (await askWorker(active, 'PRECACHE_REST'))) return
    await pause()
    // The server may have parts of a newer version only.
    await worker.update().catch(() => undefined)
  }
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
