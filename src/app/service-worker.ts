/**
 * Registers the service worker and reports when a new version waits. The worker is never switched without a question.
 * Once it is switched, every page of the version before reloads, as soon as nothing is typed or open on it.
 */
import { createCell, useCell } from '#src/ui/cell.ts'
import type { Workbox } from 'workbox-window'
import { askWorker } from './ask-worker.ts'
import { reloadWhenUnused } from './reload-when-unused.ts'

export interface WaitingVersion {
  /** Switches and reloads, as soon as no edit is on its way. */
  reload: () => void
  /** The worker waits for an edit to arrive first. */
  finishing: boolean
}

const waiting = createCell<WaitingVersion | null>(null)
/** The worker has a newer version than this page. */
const outdated = createCell(false)
/** A person pressed Reload here: a form or dialog that is opened meanwhile does not keep the page. */
let isAsked = false
/** A worker serves this page, or was active when the page was loaded past it: the next one is a newer version. */
let hasWorker = false
/** A tablet stays open for days, so the page checks for a new version every hour. */
const LOOK_EVERY_MS = 3_600_000
/** The pause after files that could not be loaded, or were not ours: a captive portal may be gone by then. */
const TRY_AGAIN_MS = 60_000
const pause = () => new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))

/**
 * Returns the place where a service worker is registered; undefined in development, and where the browser has none or
 * stores nothing.
 */
function container(): ServiceWorkerContainer | undefined {
  return import.meta.env.PROD
    ? (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
    : undefined
}

/** Follows the worker. Called at the page's start: the page then has the version of the worker that it came from. */
export function followWorker(): void {
  const serviceWorker = container()
  if (!serviceWorker) return
  hasWorker = serviceWorker.controller !== null
  // An active worker has claimed its pages already. This page was loaded past it, as a forced reload does.
  void serviceWorker.getRegistration().then((registration) => {
    if (registration?.active?.state === 'activated') hasWorker = true
  })
  serviceWorker.addEventListener('controllerchange', () => {
    // A page that was loaded past the worker has no controller, and a person may press Reload on it all the same.
    if (isAsked) return location.reload()
    // The first worker claims a page that came from the server.
    if (!hasWorker) {
      hasWorker = true
      return
    }
    outdated.set(true)
    reloadWhenUnused()
  })
}

/** Registers the worker. Called once the first screen is usable, so that precaching never competes with it. */
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

/**
 * Registers the worker and waits for its installation to end: the browser drops a worker that could not fetch the
 * app's own files.
 */
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

/** Stores the big parts that no screen has needed yet, so that every screen opens without a network. */
async function keepAllParts(worker: Workbox): Promise<void> {
  for (;;) {
    const { active } = await navigator.serviceWorker.ready
    if (active && (await askWorker(active, 'PRECACHE_REST'))) return
    await pause()
    // The server may have parts of a newer version only.
    await worker.update().catch(() => undefined)
  }
}

/** Returns the version that waits; null while none does. */
export const useWaitingVersion = (): WaitingVersion | null => useCell(waiting)

/** Returns whether the worker has a newer version than this page, which has not reloaded yet. */
export const useIsOutdated = (): boolean => useCell(outdated)
