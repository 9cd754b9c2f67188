/** A window of some browser, as far as the main job needs one: it goes somewhere, runs a script and presses keys. */
import { setTimeout as delay } from 'node:timers/promises'

/** A step of a keyboard as WebDriver and WebDriver BiDi both write it. */
interface KeyAction {
  type: 'keyDown' | 'keyUp'
  value: string
}

export interface EngineWindow {
  /** The engine's name and version, as it gives them itself. */
  readonly name: string
  /** Begins to load; does not wait for it. */
  open(url: string): Promise<void>
  /** Runs the body of an async function in the page and answers what it returns, which JSON can hold. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>
  press(actions: readonly KeyAction[]): Promise<void>
  /** Processor time in ms that the browser's page processes have used so far. */
  busyMs(): number
  /** Closes the window and leaves the browser running; nothing can be asked of the window any more. */
  closeWindow(): Promise<void>
  /** Ends the browser with everything that it has started. */
  close(): Promise<void>
}

const LOOK_AGAIN_MS = 50
/** What is not there after this is not there, on a machine that does other work beside. */
const WITHIN_MS = 60_000

/**
 * Runs the body until it returns something true, and answers that. A page that is on its way to another has no answer and
 * is asked again.
 */
export async function until<T>(
  page: EngineWindow,
  what: string,
  body: string,
  ...args: readonly unknown[]
): Promise<T> {
  const late = performance.now() + WITHIN_MS
  let last: unknown = null
  for (;;) {
    try {
      last = await page.run<T>(body, ...args)
      if (last) return last as T
    } catch (error) {
      last = error
    }
    if (performance.now() > late) {
      const shown = await page.run<string>('return location.pathname + document.body.innerText').catch(String)
      throw new Error(
        `${page.name}: ${what} did not come within ${WITHIN_MS / 1_000} s (${String(last)})\n${shown}`,
      )
    }
    await delay(LOOK_AGAIN_MS)
  }
}

const SCANNED = `
  const start = performance.now()
  for (const [n, key] of [...args[0], 'Enter'].entries())
    for (const [type, after] of [['keydown', 0], ['keyup', 2]]) {
      const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: start + n * 8 + after })
      document.body.dispatchEvent(event)
    }`

/**
 * What a wedge scanner does: keys 8 ms apart, then Enter. Made in the page, each with its own time: keys of a driver come
 * as late as a busy machine lets them, and then they are a person's.
 */
export const wedge = (page: EngineWindow, code: string): Promise<void> => page.run(SCANNED, code)

/** Types into the field with this name as its label, which is empty. */
export async function type(page: EngineWindow, label: string, text: string): Promise<void> {
  await until(
    page,
    `the field ${label}`,
    `const label = [...document.querySelectorAll('label')].find((one) => one.textContent.trim().startsWith(args[0]))
     const field = label && document.getElementById(label.htmlFor)
     field?.focus()
     return document.activeElement === field`,
    label,
  )
  await page.press(
    [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  )
  await until(page, `${label} as typed`, `return document.activeElement.value === args[0]`, text)
}

/** Presses the button with this name. */
export const click = (page: EngineWindow, name: string): Promise<unknown> =>
  until(
    page,
    `the button ${name}`,
    `const button = [...document.querySelectorAll('button')].find(
       (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === args[0] && !one.disabled)
     button?.click()
     return Boolean(button)`,
    name,
  )

/**
 * Waits until the page has nothing to do: less than a twentieth of a core for a second. A page that goes round in circles
 * never comes to it.
 */
export async function atRest(page: EngineWindow, what: string): Promise<void> {
  const late = performance.now() + WITHIN_MS
  for (;;) {
    const [before, began] = [page.busyMs(), performance.now()]
    await delay(1_000)
    const share = (page.busyMs() - before) / (performance.now() - began)
    if (share < 0.05) return
    if (performance.now() > late)
      throw new Error(`${page.name}: ${what} still uses ${Math.round(share * 100)} % of a core`)
  }
}
