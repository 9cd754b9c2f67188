/**
 * Draws barcodes as modules: a string of 1 (bar) and 0 (space), each one module wide, without quiet zones.
 * Sources: ISO/IEC 15420 (EAN-13) and ISO/IEC 15417 (Code 128, with FNC1 in first place as GS1-128).
 */
import { checkDigitFor } from '#contract/barcode/check-digit.ts'

const LEFT_ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const inverted = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('')
const RIGHT = LEFT_ODD.map(inverted)
const LEFT_EVEN = RIGHT.map((bits) => [...bits].reverse().join(''))
/** Which of the six left digits are even (1): it spells the first digit. */
const FIRST_DIGIT = '000000 001011 001101 001110 010011 011001 011100 010101 010110 011010'.split(' ')

/** @param body the first 12 digits */
export function ean13(body: string): string {
  const digits = [...body, checkDigitFor(body)].map(Number)
  const parities = FIRST_DIGIT[digits[0]!]!
  const left = digits.slice(1, 7).map((digit, at) => (parities[at] === '1' ? LEFT_EVEN : LEFT_ODD)[digit])
  const right = digits.slice(7).map((digit) => RIGHT[digit])
  return `101${left.join('')}01010${right.join('')}101`
}

/** Widths of bars and spaces of the 106 symbol characters, and of the stop. */
const WIDTHS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 ' +
  '113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 ' +
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 ' +
  '113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 ' +
  '241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 ' +
  '211232 2331112'
).split(' ')
const TO_C = 99
const TO_B = 100
const FNC1 = 102
const START_B = 104
const START_C = 105
const STOP = 106
const GS = '\u001d'

/**
 * @param text characters of ASCII 32 to 126; ASCII 29 becomes FNC1
 * @param options.gs1 begins with FNC1, which makes it GS1-128
 */
export function code128(text: string, { gs1 = false } = {}): string {
  const values: number[] = []
  let set: 'B' | 'C' = pairsAt(text, 0) >= 2 ? 'C' : 'B'
  values.push(set === 'C' ? START_C : START_B)
  if (gs1) values.push(FNC1)
  for (let at = 0; at < text.length;) {
    if (text[at] === GS) {
      values.push(FNC1)
      at += 1
      continue
    }
    const wanted = pairsAt(text, at) >= (set === 'C' ? 1 : 2) ? 'C' : 'B'
    if (wanted !== set) {
      set = wanted
      values.push(set === 'C' ? TO_C : TO_B)
    }
    values.push(set === 'C' ? Number(text.slice(at, at + 2)) : text.charCodeAt(at) - 32)
    at += set === 'C' ? 2 : 1
  }
  const sum = values.reduce((total, value, place) => total + value * Math.max(1, place), 0)
  return [...values, sum % 103, STOP].map(modulesOf).join('')
}

/** How many pairs of digits begin here: set C writes a pair in the room of one character. */
const pairsAt = (text: string, at: number) => Math.floor((/^\d+/.exec(text.slice(at))?.[0].length ?? 0) / 2)

const modulesOf = (value: number) =>
  [...WIDTHS[value]!].map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')
