/**
 * Reads a wedge scanner: a device that types its scan like a very fast person (measured: 7–16 ms a key).
 *
 * A pure state machine; `attach-wedge.ts` gives it the document's keys. The clock comes with each key, so a test can
 * play any rhythm.
 *
 *            key, gap ≤ 100 ms ┌───┐
 *   idle ── printable key ──► burst ── Enter / Tab / 100 ms of silence ──► scan, if ≥ 6 characters at ≤ 40 ms each
 *     ▲                          │                                          else it was typing and is let be
 *     └────── repeated key, ─────┘
 *             Escape, gap > 100 ms
 */

/** Shorter codes are typed by hand often enough to be mistaken for a scan. */
export const WEDGE_MIN_CHARACTERS = 6
/** The slowest mean rhythm that is still a scanner. */
const WEDGE_MAX_MEAN_GAP_MS = 40
/** A pause this long ends a scan, or the hope that these keys are one. */
export const WEDGE_SILENCE_MS = 100
/**
 * The same for a scanner that is known to end its scans with Enter or Tab, and for the first few characters where nobody
 * can be typing: more will come, so a page or a phone that stumbles in the middle of a scan must not make two of it.
 */
export const WEDGE_SUFFIX_SILENCE_MS = 600
/** Scanners that give each scan twice (keystrokes plus intent) do so within this time. */
export const WEDGE_DOUBLE_OUTPUT_MS = 300

export const GS = '\u001d'

/** How a scan may be told apart from typing depends on where the keys land. */
export type WedgePlace =
  /** Nothing that takes text is focused: keys of a burst are kept from the page. */
  | 'page'
  /** A field for text: only Enter or Tab makes a scan of what was typed there. */
  | 'text-field'
  /** A field for a quantity or weight: what cannot be one is a scan after silence as well. */
  | 'number-field'

export interface WedgeKey {
  /** `KeyboardEvent.key` */
  key: string
  /** `KeyboardEvent.timeStamp`, in ms: when the key was pressed, however late the page hears of it. */
  at: number
  place: WedgePlace
  /** What has the focus, to notice that it moved: a dialog that a scan opens may take it in the middle of the next. */
  target?: unknown
  ctrl?: boolean
  alt?: boolean
  meta?: boolean
  repeat?: boolean
}

export interface WedgeOptions {
  /** Some scanners send the arrow-down key for FNC1. Off by default, since people press it too. */
  arrowDownIsGs?: boolean
  /** Whether this device's scanner is known to end its scans with Enter or Tab. */
  hasSuffix?: boolean
}

export interface WedgeStep {
  /** The finished scan, as the scanner gave it, FNC1 as ASCII 29. */
  scan?: string
  /** Keep this key from the page. */
  swallow: boolean
  /** A burst begins with this key: whoever owns the field notes what stands in it. */
  begins: boolean
  /** The burst's characters have gone into a field and must be taken out again. */
  restore: boolean
}

/** What a quantity or weight field may hold; codes are longer, or have letters. */
const FIELD_NUMBER = /^\d{1,6}(?:[.,]\d{0,3})?$/

const QUIET: WedgeStep = { swallow: false, begins: false, restore: false }
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'])

export interface Wedge {
  key(key: WedgeKey): WedgeStep
  /** A key was let go: only Alt matters, which ends Alt+029. */
  keyUp(key: string): void
  /** How long a pause ends what has come so far, ms. */
  patience(): number
  /** Called when nothing came for `patience()`. `at` is when that was noticed. */
  silence(at: number): WedgeStep
  /** Whether silence is worth waiting for. */
  pending(): boolean
  /** Whether the last scan ended with Enter or Tab: so will the next ones. */
  hasSuffix(): boolean
}

export function createWedge(options: WedgeOptions = {}): Wedge {
  let text = ''
  let firstAt = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let place: WedgePlace = 'page'
  let target: unknown
  let altDigits = ''
  /** A scan ended by silence may still be followed by its own, late Enter. */
  let lateSuffixUntil = Number.NEGATIVE_INFINITY
  let longestGap = 0
  let hasSuffix = options.hasSuffix ?? false
  const patience = () => {
    // In a field somebody may be typing: what they typed before a scan must not become a part of it.
    const isScanner =
      place === 'page' ? hasSuffix || text.length < WEDGE_MIN_CHARACTERS : hasSuffix && isFast()
    return isScanner ? WEDGE_SUFFIX_SILENCE_MS : WEDGE_SILENCE_MS
  }

  const reset = () => {
    text = ''
    altDigits = ''
  }
  // One stumble does not make a scanner a person: the longest gap is left out of the mean where there are enough.
  const isFast = () => {
    const gaps = text.length - 1
    const time = lastAt - firstAt
    if (gaps < 1) return false
    if (time / gaps <= WEDGE_MAX_MEAN_GAP_MS) return true
    return gaps >= WEDGE_MIN_CHARACTERS && (time - longestGap) / (gaps - 1) <= WEDGE_MAX_MEAN_GAP_MS / 2
  }
  const isScan = () => text.length >= WEDGE_MIN_CHARACTERS && isFast()
  const finish = (swallow: boolean): WedgeStep => {
    const step = { scan: text, swallow, begins: false, restore: place !== 'page' }
    reset()
    return step
  }
  const flushAlt = (at: number) => {
    if (altDigits === '') return
    const code = Number(altDigits)
    altDigits = ''
    if (text !== '' && code > 0 && code < 128) {
      text += String.fromCharCode(code)
      lastAt = at
    }
  }

  /** The character that a key adds to a scan, or undefined for a key that adds none. */
  const characterOf = (k: WedgeKey): string | undefined => {
    if (k.ctrl && !k.alt) return k.key === ']' || k.key === GS ? GS : undefined
    if (k.meta) return undefined
    if (k.key === 'ArrowDown' && options.arrowDownIsGs && text !== '') return GS
    return [...k.key].length === 1 ? k.key : undefined
  }

  return {
    key(k) {
      if (MODIFIERS.has(k.key)) return QUIET
      // Zebra's input method: the text comes through the sink's input events instead.
      if (k.key === 'Unidentified' || k.key === 'Process') return QUIET
      if (k.repeat) {
        reset()
        return QUIET
      }
      const moved = k.target !== target || k.place !== place
      if (k.at - lastAt > patience() || (moved && !isFast())) reset()
      if (k.alt && /^\d$/.test(k.key) && text !== '') {
        altDigits += k.key
        lastAt = k.at
        return { ...QUIET, swallow: true }
      }
      flushAlt(k.at)
      const ends = k.key === 'Enter' || k.key === 'Tab' || (k.ctrl && /^[mji]$/i.test(k.key) && text !== '')
      if (ends) {
        if (isScan()) {
          hasSuffix = true
          return finish(true)
        }
        reset()
        const late = k.at <= lateSuffixUntil
        lateSuffixUntil = Number.NEGATIVE_INFINITY
        return late ? { ...QUIET, swallow: true } : QUIET
      }
      const character = characterOf(k)
      if (character === undefined) {
        if (!k.ctrl) reset()
        return QUIET
      }
      const begins = text === ''
      if (begins) {
        // A separator or a space is never the first character of a label.
        if (character === ' ' || (character === GS && k.ctrl)) return QUIET
        firstAt = k.at
        longestGap = 0
        place = k.place
        target = k.target
      }
      if (!begins) longestGap = Math.max(longestGap, k.at - lastAt)
      text += character
      lastAt = k.at
      // The first key may be a shortcut. From the second on, at this speed, keep space from pressing a focused button.
      // The same where the focus moved away under a scan: the rest of it must not be typed into what has it now.
      const swallow = (!begins && (place === 'page' || moved)) || character === GS
      return { swallow, begins, restore: false }
    },

    keyUp(key) {
      if (key === 'Alt') flushAlt(lastAt)
    },

    silence(at) {
      flushAlt(lastAt)
      const isTyped = place === 'text-field' || (place === 'number-field' && FIELD_NUMBER.test(text))
      if (!isTyped && isScan()) {
        hasSuffix = false
        lateSuffixUntil = at + WEDGE_DOUBLE_OUTPUT_MS
        return finish(false)
      }
      reset()
      return QUIET
    },

    patience,
    pending: () => text !== '',
    hasSuffix: () => hasSuffix,
  }
}

/** By which way a scan reached the page. */
export type ScanSource = 'keys' | 'text' | 'typed' | 'camera'

/**
 * Tells the second half of a double output: the same code, by another way, within 300 ms. The same way twice is two
 * scans: two equal cases, scanned quickly, are two cases.
 */
export function createDoubleOutputFilter(): (code: string, source: ScanSource, at: number) => boolean {
  let last: { code: string; source: ScanSource; at: number } | null = null
  return (code, source, at) => {
    const isEcho =
      last !== null && last.code === code && last.source !== source && at - last.at <= WEDGE_DOUBLE_OUTPUT_MS
    // An echo is used up: a third output is a scan of its own.
    last = isEcho ? null : { code, source, at }
    return isEcho
  }
}
