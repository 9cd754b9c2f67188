/** The three codes that a scanner must read right before it is used on the floor. */
import { GS } from '#contract/barcode/gs1.ts'
import { code128, ean13 } from './symbols.ts'

export type TestCodeName = 'number' | 'letters' | 'gs1'

export interface TestCode {
  name: TestCodeName
  title: string
  /** What it shows about a scanner. */
  why: string
  /** What a scanner set up right sends, without symbology identifier. */
  text: string
  modules: string
}

// 952 is GS1's own prefix for examples: no product has these numbers.
const EXAMPLE = '9521234543213'
/** Lower case, and the signs that other keyboard layouts have elsewhere, but no dead keys: those send nothing. */
const LETTERS = 'a-z/yqm_@#;W8'
const ELEMENTS = `0109521234543213320200125010b7${GS}2142`

export const TEST_CODES: readonly TestCode[] = [
  {
    name: 'number',
    title: '1. EAN-13',
    why: 'All 13 digits arrive, the check digit too.',
    text: EXAMPLE,
    modules: ean13(EXAMPLE.slice(0, -1)),
  },
  {
    name: 'letters',
    title: '2. Code 128',
    why: 'Small letters and signs arrive as they are: the keyboard layout fits.',
    text: LETTERS,
    modules: code128(LETTERS),
  },
  {
    name: 'gs1',
    title: '3. GS1-128',
    why: 'The separator between lot and serial (FNC1) arrives.',
    text: ELEMENTS,
    modules: code128(ELEMENTS, { gs1: true }),
  },
]

export const testCode = (name: TestCodeName) => TEST_CODES.find((code) => code.name === name)!
