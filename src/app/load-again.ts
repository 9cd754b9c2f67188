/** A part of the app that did not come: the worker looks at what it holds, and the part is asked for once more. */
import { askWorker } from './ask-worker.ts'

/** Longer than the worker needs for a look at every file; over a line that hangs nobody waits for more. */
const MEND_WITHIN_MS = 15_000

/** Called by what the build puts around each `import()` (vite.config.ts). Rejects with why the part did not come again. */
export async function loadAgain<T>(why: unknown, load: () => Promise<T>): Promise<T> {
  const worker = navigator.serviceWorker?.controller
  // Without a worker there is nothing that could have been kept wrongly.
  if (!worker) throw why
  // Whatever it found: the part itself shows whether it can be had.
  await Promise.race([
    askWorker(worker, 'MEND'),
    new Promise((resolve) => setTimeout(resolve, MEND_WITHIN_MS)),
  ])
  await styleAgain()
  return load()
}

/** Styles that failed to load stay in the page as they are: each is put there anew. */
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
