/**
 * Keys as a device sends them, each with its own time, which runs ahead of the clock: however long a test takes, a scan is
 * as quick as a scanner, and a hand as slow as a hand.
 */

/** Between the keys of a scanner and of a hand, ms. */
const SCANNER_GAP = 8
const HAND_GAP = 130

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!

export interface Keyboard {
  /** A wedge scanner types a code after a pause (ms), and ends it with Enter or with nothing. */
  scan(code: string, how?: { pause: number; enter: boolean }): Promise<void>
  /** A hand types into what has the focus in place of what stood there, after a pause; `\r` is Enter. */
  type(text: string, pause: number): void
}

export function createKeyboard(): Keyboard {
  let at = performance.now()

  function press(character: string, gap: number, replaces = false): void {
    at += gap
    const target = document.activeElement ?? document.body
    const key = character === '\r' ? 'Enter' : character
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    const isTyped = target.dispatchEvent(event) && key.length === 1
    if (!isTyped || !(target instanceof HTMLInputElement)) return
    setValue.call(target, (replaces ? '' : target.value) + key)
    target.dispatchEvent(new InputEvent('input', { bubbles: true, data: key }))
  }

  /** What comes next begins now; its keys keep their distance from each other, however long the page takes for each. */
  const begin = () => void (at = Math.max(at, performance.now()))

  return {
    async scan(code, { pause, enter } = { pause: 400, enter: true }) {
      begin()
      for (const [n, character] of [...code].entries()) press(character, n === 0 ? pause : SCANNER_GAP)
      if (enter) press('\r', SCANNER_GAP)
      // Silence ends a scan without Enter. It lasts until the clock has caught up.
      else await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
    },
    type(text, pause) {
      begin()
      for (const [n, character] of [...text].entries()) press(character, n === 0 ? pause : HAND_GAP, n === 0)
    },
  }
}
