/**
 * Reads a wedge scanner: a device that types its scan like a very fast person (measured: 7–16 ms a key).
 *
 * A pure state machine; `attach-wedge.ts` gives it the document's keys. The clock comes with each key, so a test can
 * play any rhythm.
 *
 *            key, gap ≤ patience ┌───┐
 *   idle ── printable key ────► burst ── Enter / Tab / silence ──► scan, if ≥ 6 characters at ≤ 40 ms each
 *     ▲                          │                                  else it was typing and is let be
 *     └──── repeated key, Escape ┘
 */
import { GS } from '#contract/barcode/gs1.ts'
import { readBareNumber } from '#contract/barcode/gtin.ts'

/** Shorter codes are typed by hand often enough to be mistaken for a scan. */
export const WEDGE_MIN_CHARACTERS = 6
/** The slowest mean rhythm that is still a scanner. */
const WEDGE_MAX_MEAN_GAP_MS = 40
/** The pause that ends a whole scan of a scanner that sends no suffix. */
export const WEDGE_SILENCE_MS = 100
/**
 * The pause that ends every other scan: while it is unknown whether the scanner ends its scans with Enter or Tab, where
 * it is known to do so, and where the text so far is not a whole code. More may come then: a page or a phone that
 * stalls in the middle of a scan must not make two of it.
 */
export const WEDGE_LONG_SILENCE_MS = 600
/** Scanners that give each scan twice (keystrokes plus intent) do so within this time. */
export const WEDGE_DOUBLE_OUTPUT_MS = 300

/** Where the keys land, which decides how a scan is distinguished from typing. */
export type WedgePlace =
  /** Nothing that takes text is focused: keys of a burst are kept from the page. */
  | 'page'
  /** A field for text: only Enter or Tab makes a scan of what was typed there. */
  | 'text-field'
  /** A field for a quantity or weight: text that cannot be one is a scan after silence as well. */
  | 'number-field'

export interface WedgeKey<Target = unknown> {
  /** `KeyboardEvent.key` */
  key: string
  /** `KeyboardEvent.timeStamp`, in ms: when the key was pressed, however late the page receives it. */
  at: number
  place: WedgePlace
  /**
   * The focused element, which shows that the focus moved: a dialog that a scan opens may take it in the middle of the
   * next.
   */
  target?: Target
  /** The field's text before this key. */
  value?: string
  ctrl?: boolean
  alt?: boolean
  meta?: boolean
  repeat?: boolean
}

export interface WedgeOptions {
  /** Whether this device's scanner ends its scans with Enter or Tab; null while that is not known. */
  hasSuffix?: boolean | null
  /** Whether a text is a stored code: then it is whole, whatever it looks like. */
  isKnown?: (text: string) => boolean
}

export interface WedgeStep<Target = unknown> {
  /** The finished scans, as the scanner gave them, FNC1 as ASCII 29. Two only if a pause separated them. */
  scans: readonly string[]
  /** Whether to keep this key from the page. */
  swallow: boolean
  /** The field that the scan's characters have gone into, and its text before them. */
  restore: { target: Target; value: string } | null
}

/** The text that a quantity or weight field may hold; codes are longer, or have letters. */
const FIELD_NUMBER = /^\d{1,6}(?:[.,]\d{0,3})?$/

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'])

export interface Wedge<Target = unknown> {
  key(key: WedgeKey<Target>): WedgeStep<Target>
  /** Handles a released key: only Alt matters, which ends Alt+029. */
  keyUp(key: string): void
  /** Returns the length of the pause that ends the burst, in ms. */
  patience(): number
  /** Handles a pause of `patience()`. `at` is when it was noticed. */
  silence(at: number): WedgeStep<Target>
  /** Whether to wait for silence. */
  pending(): boolean
  /** Whether the burst came as fast as a scanner sends it. */
  isScanning(): boolean
  /** Whether the scanner ends its scans with Enter or Tab, as the last scan showed; null while that is not known. */
  hasSuffix(): boolean | null
}

/** One character of a burst, and its field's text before it. */
interface Character<Target> {
  text: string
  at: number
  target: Target | undefined
  value: string | undefined
}

/**
 * Whether a text is a whole code by itself: a product number of 8, 12, 13 or 14 digits with the right check digit. A
 * GS1 label is not: cut after its product number it reads as one, and its weight would be missing.
 */
export const isWholeCode = (text: string): boolean => readBareNumber(text) !== undefined

/** The keys that a machine has received, and what they show about its scanner. */
interface WedgeState<Target> {
  burst: Character<Target>[]
  place: WedgePlace
  lastAt: number
  /** Whether a pause was noticed after the last key. The next key's time shows whether there was one. */
  isPaused: boolean
  altDigits: string
  /** A scan ended by silence may still be followed by its own, late Enter until then. */
  lateSuffixUntil: number
  hasSuffix: boolean | null
  readonly isWhole: (some: readonly Character<Target>[]) => boolean
}

const QUIET: WedgeStep<never> = { scans: [], swallow: false, restore: null }

/** Creates a machine that has received no key yet. */
export function createWedge<Target = unknown>(options: WedgeOptions = {}): Wedge<Target> {
  const state: WedgeState<Target> = {
    burst: [],
    place: 'page',
    lastAt: Number.NEGATIVE_INFINITY,
    isPaused: false,
    altDigits: '',
    lateSuffixUntil: Number.NEGATIVE_INFINITY,
    hasSuffix: options.hasSuffix ?? null,
    isWhole(some) {
      const text = textOf(some)
      return isWholeCode(text) || (options.isKnown?.(text) ?? false)
    },
  }
  return {
    key: (k) => hear(state, k),
    keyUp(key) {
      if (key === 'Alt') flushAlt(state, state.lastAt)
    },
    silence: (at) => silence(state, at),
    patience: () => patience(state),
    pending: () => state.burst.length > 0 && !state.isPaused,
    isScanning: () => !state.isPaused && isFast(state.burst),
    hasSuffix: () => state.hasSuffix,
  }
}

function patience<Target>({ burst, place, hasSuffix, isWhole }: WedgeState<Target>): number {
  // In a field the person may be typing: text typed before a scan must not become a part of it.
  if (place !== 'page' && !isFast(burst)) return WEDGE_SILENCE_MS
  return hasSuffix === false && burst.length >= WEDGE_MIN_CHARACTERS && isWhole(burst)
    ? WEDGE_SILENCE_MS
    : WEDGE_LONG_SILENCE_MS
}

const isScan = (burst: readonly { at: number }[]): boolean =>
  burst.length >= WEDGE_MIN_CHARACTERS && isFast(burst)

function reset<Target>(state: WedgeState<Target>): void {
  state.burst = []
  state.isPaused = false
  state.altDigits = ''
}

function add<Target>(state: WedgeState<Target>, character: Character<Target>): void {
  state.burst.push(character)
  state.lastAt = character.at
}

function finish<Target>(state: WedgeState<Target>, swallow: boolean): WedgeStep<Target> {
  const { burst, place, isWhole } = state
  const scans = partScans(burst, isWhole, place !== 'page')
  const first = scans[0]![0]!
  reset(state)
  const { target, value } = first
  const isTyped = place !== 'page' && target !== undefined && value !== undefined
  return { scans: scans.map(textOf), swallow, restore: isTyped ? { target, value } : null }
}

function flushAlt<Target>(state: WedgeState<Target>, at: number): void {
  if (state.altDigits === '') return
  const code = Number(state.altDigits)
  state.altDigits = ''
  if (state.burst.length > 0 && code > 0 && code < 128)
    add(state, { text: String.fromCharCode(code), at, target: undefined, value: undefined })
}

/** Returns the character that a key adds to a scan, undefined for a key that adds none. */
function characterOf(k: WedgeKey): string | undefined {
  if (k.ctrl && !k.alt) return k.key === ']' || k.key === GS ? GS : undefined
  if (k.meta) return undefined
  return [...k.key].length === 1 ? k.key : undefined
}

function silence<Target>(state: WedgeState<Target>, at: number): WedgeStep<Target> {
  flushAlt(state, state.lastAt)
  const { burst, place } = state
  const isTyped = place === 'text-field' || (place === 'number-field' && FIELD_NUMBER.test(textOf(burst)))
  if (isTyped || !isScan(burst)) {
    // The burst is not dropped yet: a busy device delivers the next key late, though it was pressed in time.
    state.isPaused = true
    return QUIET
  }
  // Half a code that waited in vain shows nothing about how whole ones end.
  if (state.isWhole(burst)) state.hasSuffix = false
  state.lateSuffixUntil = at + WEDGE_DOUBLE_OUTPUT_MS
  return finish(state, false)
}

function hear<Target>(state: WedgeState<Target>, k: WedgeKey<Target>): WedgeStep<Target> {
  if (MODIFIERS.has(k.key)) return QUIET
  // Zebra's input method: the text comes through the sink's input events instead.
  if (k.key === 'Unidentified' || k.key === 'Process') return QUIET
  if (k.repeat) {
    reset(state)
    return QUIET
  }
  // A busy page receives this key before the timer that would have ended the scan before it.
  const isOver = state.burst.length > 0 && k.at - state.lastAt > patience(state)
  const ended = isOver ? silence(state, state.lastAt + patience(state)) : QUIET
  if (isOver) reset(state)
  state.isPaused = false
  // The field is set back before this key is typed into it.
  const step = go(state, ended.restore ? { ...k, value: ended.restore.value } : k)
  return {
    scans: [...ended.scans, ...step.scans],
    swallow: step.swallow,
    restore: ended.restore ?? step.restore,
  }
}

/** Adds a key to the burst, or begins a burst with it. */
function go<Target>(state: WedgeState<Target>, k: WedgeKey<Target>): WedgeStep<Target> {
  const { burst } = state
  const moved = burst.length > 0 && (k.target !== burst[0]!.target || k.place !== state.place)
  if (moved && !isFast(burst)) reset(state)
  if (k.alt && /^\d$/.test(k.key) && state.burst.length > 0) {
    state.altDigits += k.key
    state.lastAt = k.at
    return { ...QUIET, swallow: true }
  }
  flushAlt(state, k.at)
  const ends =
    k.key === 'Enter' || k.key === 'Tab' || (k.ctrl && /^[mji]$/i.test(k.key) && state.burst.length > 0)
  if (ends) return end(state, k.at)
  const text = characterOf(k)
  if (text === undefined) {
    if (!k.ctrl) reset(state)
    return QUIET
  }
  const begins = state.burst.length === 0
  if (begins) {
    // A separator or a space is never the first character of a label.
    if (text === ' ' || (text === GS && k.ctrl)) return QUIET
    state.place = k.place
  }
  add(state, { text, at: k.at, target: k.target, value: k.value })
  // The first key may be a shortcut. From the second on, at this speed, space must not press a focused button. If
  // the focus moved away under a scan, the rest of the scan must not be typed into what has the focus now.
  return { ...QUIET, swallow: (!begins && (state.place === 'page' || moved)) || text === GS }
}

/** Handles the key that a scanner ends its scans with. */
function end<Target>(state: WedgeState<Target>, at: number): WedgeStep<Target> {
  if (isScan(state.burst)) {
    state.hasSuffix = true
    return finish(state, true)
  }
  reset(state)
  const late = at <= state.lateSuffixUntil
  state.lateSuffixUntil = Number.NEGATIVE_INFINITY
  return late ? { ...QUIET, swallow: true } : QUIET
}

const textOf = (characters: readonly { text: string }[]) => characters.map(({ text }) => text).join('')

const gapsOf = (burst: readonly { at: number }[]): number[] =>
  burst.slice(1).map(({ at }, i) => at - burst[i]!.at)

/** Whether keys came as fast as a scanner sends them. */
function isFast(burst: readonly { at: number }[]): boolean {
  const gaps = gapsOf(burst)
  if (gaps.length === 0) return false
  const time = gaps.reduce((sum, gap) => sum + gap, 0)
  if (time / gaps.length <= WEDGE_MAX_MEAN_GAP_MS) return true
  // One stall does not make a scanner a person: the longest gap is left out of the mean if there are enough gaps.
  return (
    gaps.length >= WEDGE_MIN_CHARACTERS &&
    (time - Math.max(...gaps)) / (gaps.length - 1) <= WEDGE_MAX_MEAN_GAP_MS / 2
  )
}

/**
 * Returns the scans in a burst. It is one, unless a pause in it separates typed text from a whole code, or a whole code
 * from another. Then the part before the pause is left out, or is a scan of its own. In a field the last such pause
 * counts, even if the whole burst reads as a code by chance: a field is for typing.
 */
function partScans<One extends { at: number }>(
  burst: One[],
  isWhole: (some: One[]) => boolean,
  isField: boolean,
): One[][] {
  if (!isField && isWhole(burst)) return [burst]
  for (let i = burst.length - 1; i > 0; i--) {
    if (burst[i]!.at - burst[i - 1]!.at <= WEDGE_MAX_MEAN_GAP_MS) continue
    const [before, after] = [burst.slice(0, i), burst.slice(i)]
    if (!isWhole(after)) continue
    if (gapsOf(before).every((gap) => gap > WEDGE_MAX_MEAN_GAP_MS)) return [after]
    if (isWhole(before)) return [before, after]
  }
  return [burst]
}

/** The way by which a scan reached the page. */
export type ScanSource = 'keys' | 'text' | 'typed' | 'camera'

/**
 * Detects the second half of a double output: the same code, by another way, within 300 ms. The same way twice is two
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
