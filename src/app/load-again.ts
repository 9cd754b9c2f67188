/** Loads a part of the app that did not arrive: the worker checks its files, and the part is requested once more. */
import { askWorker } from './ask-worker.ts'

/** Longer than the worker needs to check every file. On a line that hangs, the page waits no longer. */
const MEND_WITHIN_MS = 15_000

/**
 * Loads a part again. The build puts a call around each `import()` (vite.config.ts). Rejects with the reason if the
 * part does not arrive.
 */
export async function loadAgain<T>(why: unknown, load: () => Promise<T>): Promise<T> {
  const worker = navigator.serviceWorker?.controller
  // Without a worker no file can be stored wrongly.
  if (!worker) throw why
  // Whatever the worker found: loading the part shows whether it can be had.
  await Promise.race([
    askWorker(worker, 'MEND'),
    new Promise((resolve) => setTimeout(resolve, MEND_WITHIN_MS)),
  ])
  await styleAgain()
  return load()
}

/** Loads failed styles again: they stay in the page as they are, so each is added again. */
async function styleAgain(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => !sheet,
  )
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement
      const settled = new Promise((resolve) => {
        again.addEventListener('load', resolve, { once: true })
        again.addEventListener('error', resolve, { once: true })
      })
      link.replaceWith(again)
      return settled
    }),
  )
}
