/** Installing the app, where the browser offers it. */
import { useSyncExternalStore } from 'react'

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null) {
  offered = event
  for (const listener of listeners) listener()
}

/** Listens from the start: the browser offers once, before any screen asks. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => set(null))
}

/** What to call to install; null while the browser does not offer it. */
export function useInstallPrompt(): (() => void) | null {
  const event = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => offered,
  )
  return event && (() => void event.prompt().then(() => set(null)))
}

/** Asks that the browser never clears away what is stored here: unsent edits are the only copy. */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Not every browser has it, and none of them explains a refusal.
  }
}
