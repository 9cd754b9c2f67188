/**
 * Registers the service worker and says when a new version waits. It is never switched without being asked. Once it is, every
 * page of the version before reloads, as soon as nothing is typed or open on it.
 */
import { createCell, useCell } from '#src/ui/cell.ts'
import type { Workbox } from 'workbox-window'
import { askWorker } from './ask-worker.ts'
import { reloadWhenUnused } from './reload-when-unused.ts'

export interface WaitingVersion {
  /** Switches and reloads, as soon as no edit is on its way. */
  reload: () => void
  /** The worker lets an edit arrive first. */
  finishing: boolean
}

const waiting = createCell<WaitingVersion | null>(null)
/** The worker is of a newer version than this page. */
const outdated = createCell(false)
/** Somebody pressed Reload here: what is open meanwhile does not keep the page. */
let isAsked = false
/** A tablet stays open for days: a new version is looked for every hour. */
const LOOK_EVERY_MS = 3_600_000
/** After files that could not be had, or were none of ours: a portal may be gone by then. */
const TRY_AGAIN_MS = 60_000
const pause = () => new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))

/** Where a service worker is registered; undefined in development, and where the browser has none or keeps nothing. */
function container(): ServiceWorkerContainer | undefined {
  return import.meta.env.PROD
    ? (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
    : undefined
}

/** Called at the page's start: the page then is of the version of the worker that it came from. */
export function followWorker(): void {
  const serviceWorker = container()
  if (!serviceWorker) return
  // The first worker claims a page that came from the server.
  let isKnown = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isKnown) {
      isKnown = true
      return
    }
    if (isAsked) return location.reload()
    outdated.set(true)
    reloadWhenUnused()
  })
}

/** Called once the first screen is usable, so that precaching never competes with it. */
export async function registerServiceWorker(): Promise<void> {
  if (!container()) return
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
      isAsked = true
      worker.messageSkipWaiting()
    }
    waiting.set({ reload, finishing: false })
  })
  worker.addEventListener('message', ({ data }) => {
    const version = waiting.get()
    if (version && (data as { type?: unknown } | null)?.type === 'WAITING_FOR_EDITS')
      waiting.set({ ...version, finishing: true })
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
export const useWaitingVersion = (): WaitingVersion | null => useCell(waiting)

/** Whether the worker is of a newer version than this page, which has not reloaded yet. */
export const useIsOutdated = (): boolean => useCell(outdated)
