/** Installing the app, where the browser offers it. */
import { createCell, useCell } from '#src/ui/cell.ts'

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const offered = createCell<InstallEvent | null>(null)

/** Listens from the start: the browser offers once, before any screen asks. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered.set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => offered.set(null))
}

/** Returns the function that installs the app; null while the browser does not offer it. */
export function useInstallPrompt(): (() => void) | null {
  const event = useCell(offered)
  return event && (() => void event.prompt().then(() => offered.set(null)))
}

/** Asks that the browser never clears away what is stored here: unsent edits are the only copy. */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Not every browser has it, and none of them explains a refusal.
  }
}
