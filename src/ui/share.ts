import { snackbar } from './snackbar.ts'

/** Hands a text to the device's share sheet; a browser without one copies it. Leaving the sheet is no failure. */
export async function share(what: { title: string; text: string }): Promise<void> {
  // Browsers on desks and pages without TLS have none.
  const sheet: unknown = Reflect.get(navigator, 'share')
  try {
    if (typeof sheet === 'function') return await navigator.share(what)
    await navigator.clipboard.writeText(what.text)
    snackbar('Copied to the clipboard.')
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    snackbar('This browser does not let a page share.', 'bad')
  }
}
