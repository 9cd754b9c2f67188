/**
 * The advice that a scan gives about the scanner's settings. Pure: the same scan gives the same advice.
 *
 * A test code gives the most, because its text is known. Any other scan is judged by its form.
 */
import { checkDigitFor, hasValidCheckDigit } from '#contract/barcode/check-digit.ts'
import { GS } from '#contract/barcode/gs1.ts'
import { parseScan, splitIdentifier } from '#contract/barcode/parse.ts'
import type { ScanEnd } from './key-log.ts'
import { LAYOUTS, typedOn } from './layouts.ts'
import { TEST_CODES, type TestCode } from './test-codes.ts'

type AdviceName =
  | 'all-right'
  | 'no-code'
  | 'suffix-missing'
  | 'check-digit-stripped'
  | 'gs-lost'
  | 'gs-replaced'
  | 'keyboard-layout'
  | 'capitals'
  | 'double-output'
  | 'added-text'
  | 'unreadable'

export interface ScannerAdvice {
  name: AdviceName
  /** What happened, and what to do. */
  message: string
}

export interface CheckedScan {
  /** The scan as it arrived, with its symbology identifier if any; null where a picture had no code. */
  raw: string | null
  by: 'wedge' | 'camera' | 'photo'
  /** For a wedge scan: how its keys ended. Unknown where an input method writes the text. */
  end?: ScanEnd
  /** The same code came twice within 300 ms. */
  twice?: boolean
}

/** The GS1 code contains the first code's number, so the rest of a GS1 code must not be taken for that number. */
const LONGEST_FIRST = [...TEST_CODES].sort((a, b) => b.text.length - a.text.length)
/** Prefixes and suffixes are short. With more added text it is another code that contains this one. */
const MAX_ADDED_CHARACTERS = 8

const ALL_RIGHT: ScannerAdvice = { name: 'all-right', message: 'All right.' }

/** At least one piece of advice; `all-right` comes alone. */
export function adviceFor(scan: CheckedScan): ScannerAdvice[] {
  if (scan.raw === null) return [NO_CODE]
  const { text } = splitIdentifier(scan.raw)
  const once = halfOfDouble(text)
  const advice = [
    ...(once !== null || scan.twice ? [DOUBLE] : []),
    ...aboutText(once ?? text),
    ...(scan.by === 'wedge' && scan.end === 'nothing' ? [SUFFIX] : []),
  ]
  return advice.length > 0 ? advice : [ALL_RIGHT]
}

/** Returns the test code of a scan, also where the scanner's settings changed its text. */
export function testCodeOf(raw: string): TestCode | undefined {
  const { text } = splitIdentifier(raw)
  const once = halfOfDouble(text) ?? text
  return (
    TEST_CODES.find((code) => once === code.text) ??
    LONGEST_FIRST.find((code) => spoiled(code, once).length > 0)
  )
}

const NO_CODE: ScannerAdvice = {
  name: 'no-code',
  message: 'No code was found. Go nearer, hold still, and let light fall on it from the side.',
}
const DOUBLE: ScannerAdvice = {
  name: 'double-output',
  message:
    'Double output: each scan arrives twice. In the scanner’s profile (Zebra: DataWedge) leave keystroke output on and turn intent output off.',
}
const SUFFIX: ScannerAdvice = {
  name: 'suffix-missing',
  message:
    'The suffix is missing: nothing follows the code, so each scan waits for more before it counts. Set the scanner to send Enter (or Tab) after it.',
}

function aboutText(text: string): ScannerAdvice[] {
  if (TEST_CODES.some((code) => code.text === text)) return []
  for (const code of LONGEST_FIRST) {
    const advice = spoiled(code, text)
    if (advice.length > 0) return advice
  }
  return aboutForm(text)
}

/** Says how a test code's text was changed on its way; empty where the text is another code altogether. */
function spoiled(code: TestCode, text: string): ScannerAdvice[] {
  if (text === code.text) return []
  return [checkDigitLost, gsLost, gsReplaced, layoutWrong, capitalsWrong, textAdded].flatMap((rule) => {
    const found = rule(code, text)
    return found ? [found] : []
  })
}

type Rule = (code: TestCode, text: string) => ScannerAdvice | null

const checkDigitLost: Rule = (code, text) =>
  code.name === 'number' && text === code.text.slice(0, -1) ? checkDigitStripped(text) : null

const checkDigitStripped = (text: string): ScannerAdvice => ({
  name: 'check-digit-stripped',
  message: `The check digit is stripped: ${text} should end in ${checkDigitFor(text)}. Set the scanner to transmit check digits (EAN and UPC).`,
})

const gsLost: Rule = (code, text) =>
  code.text.includes(GS) && text === code.text.replaceAll(GS, '')
    ? {
        name: 'gs-lost',
        message:
          'GS is lost: the separator (FNC1) does not arrive, so lot and serial run together. Set the scanner to send FNC1 as ASCII 29 (GS), with its control characters.',
      }
    : null

const gsReplaced: Rule = (code, text) => {
  const [before, after] = code.text.split(GS)
  if (after === undefined || before === undefined || text.includes(GS)) return null
  const between = text.slice(before.length, text.length - after.length)
  if (!between || !text.startsWith(before) || !text.endsWith(after)) return null
  return {
    name: 'gs-replaced',
    message: `GS arrives as “${between}”. Set the scanner to send FNC1 as ASCII 29 (GS), or give “${between}” as this device’s separator.`,
  }
}

const layoutWrong: Rule = (code, text) => {
  const plain = code.text.replaceAll(GS, '')
  const layout = LAYOUTS.find((layout) => {
    const typed = typedOn(layout, code.text)
    return typed !== code.text && (text === typed || text === typed.replaceAll(GS, ''))
  })
  const named = layout ? `The computer reads its keys as ${layout.name}. ` : ''
  const changed = layout ? [] : changedCharacters(code.text, text)
  if (!layout && (changed.length === 0 || plain.toLowerCase() === text.replaceAll(GS, '').toLowerCase()))
    return null
  const shown = changed.slice(0, 3).map(([meant, came]) => `“${meant}” came as “${came}”`)
  return {
    name: 'keyboard-layout',
    message: `Wrong keyboard layout: ${shown.length > 0 ? `${shown.join(', ')}. ` : ''}${named}Set the scanner and this device to the same keyboard layout.`,
  }
}

/**
 * Returns the characters that differ, where a text has the length of the code and shares at least half of its
 * characters; else none.
 */
function changedCharacters(meant: string, came: string): [string, string][] {
  if (meant.length !== came.length) return []
  const pairs = [...meant].map((character, at): [string, string] => [character, came.charAt(at)])
  // A changed GS has advice of its own.
  const changed = pairs.filter(([a, b]) => a !== b && a !== GS)
  // A number of another product has the same form and shares digits by chance.
  if (/^\d+$/.test(came) || changed.length > pairs.length / 2) return []
  return changed
}

const capitalsWrong: Rule = (code, text) =>
  /[a-z]/.test(code.text) && text.toLowerCase() === code.text.toLowerCase()
    ? {
        name: 'capitals',
        message:
          'Capital and small letters are changed. Turn Caps Lock off, and set the scanner to leave the case as it is.',
      }
    : null

const textAdded: Rule = (code, text) => {
  const at = text.indexOf(code.text)
  const added = text.length - code.text.length
  if (at < 0 || added === 0 || added > MAX_ADDED_CHARACTERS) return null
  const extra = text.slice(0, at) + text.slice(at + code.text.length)
  return {
    name: 'added-text',
    message: `The scanner adds “${extra}” to the code. Take it out of the scanner’s prefix and suffix, except for Enter.`,
  }
}

/** Finds a number that lacks one digit of a product number and is not valid at its own length. */
function aboutForm(text: string): ScannerAdvice[] {
  const short = /^(?:\d{11}|\d{7})$/.test(text) || (/^\d{12}$/.test(text) && !hasValidCheckDigit(text))
  if (short) return [checkDigitStripped(text)]
  const parsed = parseScan(text)
  if (parsed.ok || parsed.error?.name === 'unstructured') return []
  return [{ name: 'unreadable', message: parsed.error?.message ?? 'This is no code that Larder can read.' }]
}

/** `ABCABC` → `ABC`: a scanner that types each scan twice in one go. A shorter half may be chance. */
function halfOfDouble(text: string): string | null {
  const half = text.slice(0, text.length / 2)
  return half.length >= 6 && half + half === text ? half : null
}
