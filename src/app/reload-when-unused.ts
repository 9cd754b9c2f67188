/** Reloads the page as soon as that takes nothing away from the person in front of it. */

const LOOK_AGAIN_MS = 500

/**
 * Returns whether something is lost with the page. Unsaved input and runs answer the browser's question before it is left
 * (`useLeaveGuard`).
 */
export const hasUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

/** Returns whether a person is typing: a field that is being typed into has not stored its text yet. */
function isTyping(): boolean {
  const field = document.activeElement as HTMLInputElement | null
  return field?.matches('textarea, input:not([type=checkbox], [type=radio])') === true && field.value !== ''
}

/** Returns whether something is typed or open on the page. */
const isInUse = (): boolean => isTyping() || isOpen() || hasUnsaved()

/** Waits until nothing is typed or open any more, and then reloads. */
export function reloadWhenUnused(): void {
  if (isInUse()) setTimeout(reloadWhenUnused, LOOK_AGAIN_MS)
  else location.reload()
}
