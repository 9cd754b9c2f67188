import { describe, expect, it } from 'vitest'
import { adviceFor, testCodeOf, type CheckedScan } from './advice.ts'
import { LAYOUTS, typedOn } from './layouts.ts'
import { TEST_CODES, testCode } from './test-codes.ts'

const GS = '\u001d'
const names = (raw: string | null, more: Partial<CheckedScan> = {}) =>
  adviceFor({ raw, by: 'wedge', end: 'enter', ...more }).map(({ name }) => name)
const number = testCode('number').text
const letters = testCode('letters').text
const gs1 = testCode('gs1').text

describe('the advice on a scan', () => {
  it.each(TEST_CODES.map(({ title, text }) => [title, text]))(
    'is all right for %s as printed',
    (_title, text) => {
      expect(names(text)).toEqual(['all-right'])
      expect(names(text, { by: 'photo' })).toEqual(['all-right'])
    },
  )

  it('accepts symbology identifiers, and strips them', () => {
    expect(names(`]E0${number}`)).toEqual(['all-right'])
    expect(names(`]C1${gs1}`)).toEqual(['all-right'])
  })

  it('names a missing suffix, for a wedge only', () => {
    expect(names(number, { end: 'nothing' })).toEqual(['suffix-missing'])
    expect(names(number, { end: 'tab' })).toEqual(['all-right'])
    expect(names(number, { by: 'camera', end: 'nothing' })).toEqual(['all-right'])
  })

  it('names a stripped check digit, of the test code and of others', () => {
    expect(names(number.slice(0, -1))).toEqual(['check-digit-stripped'])
    expect(adviceFor({ raw: '03600029145', by: 'wedge' })[0]!.message).toContain('end in 2')
    expect(names('036000291452')).toEqual(['all-right'])
  })

  it('names a lost GS, and the character in its place', () => {
    expect(names(gs1.replace(GS, ''))).toEqual(['gs-lost'])
    expect(names(gs1.replace(GS, '|'))).toEqual(['gs-replaced'])
    expect(adviceFor({ raw: gs1.replace(GS, '{GS}'), by: 'wedge' })[0]!.message).toContain('“{GS}”')
  })

  it.each(LAYOUTS.map((layout) => [layout.name, layout] as const))(
    'knows the %s keyboard',
    (name, layout) => {
      const [advice] = adviceFor({ raw: typedOn(layout, letters), by: 'wedge', end: 'enter' })
      expect(advice).toMatchObject({ name: 'keyboard-layout' })
      expect(advice!.message).toContain(name)
    },
  )

  it('knows digits of a French keyboard', () => {
    const french = LAYOUTS.find(({ name }) => name === 'French')!
    expect(names(typedOn(french, number))).toEqual(['keyboard-layout'])
  })

  it('names the signs that another keyboard changed', () => {
    const [advice] = adviceFor({ raw: letters.replace('@', 'ł').replace('#', 'ŧ'), by: 'wedge' })
    expect(advice).toMatchObject({ name: 'keyboard-layout' })
    expect(advice!.message).toContain('“@” came as “ł”')
  })

  it('names changed capitals', () => {
    expect(names(letters.toUpperCase())).toEqual(['capitals'])
    expect(names(gs1.toUpperCase())).toEqual(['capitals'])
  })

  it('names double output: the same code twice, or typed twice in a go', () => {
    expect(names(number, { twice: true })).toEqual(['double-output'])
    expect(names(number + number)).toEqual(['double-output'])
  })

  it('names text that the scanner adds', () => {
    expect(names(`*${letters}`)).toEqual(['added-text'])
  })

  it('names the needs of a picture without a code', () => {
    expect(names(null, { by: 'photo' })).toEqual(['no-code'])
  })

  it('does not report other codes, and names errors in their data', () => {
    expect(names('SHELF-71')).toEqual(['all-right'])
    expect(names('4006381333931')).toEqual(['all-right'])
    expect(names('4006381333932')).toEqual(['unreadable'])
  })

  it('gives every piece of advice at once', () => {
    expect(names(gs1.replace(GS, ''), { end: 'nothing', twice: true })).toEqual([
      'double-output',
      'gs-lost',
      'suffix-missing',
    ])
  })
})

describe('the test code behind a scan', () => {
  it('is known after any change by the scanner’s settings', () => {
    expect(testCodeOf(`]C1${gs1}`)?.name).toBe('gs1')
    expect(testCodeOf(gs1.replace(GS, ''))?.name).toBe('gs1')
    expect(testCodeOf(number.slice(0, -1))?.name).toBe('number')
    expect(testCodeOf(letters.toUpperCase())?.name).toBe('letters')
  })

  it('is none for the number of a product', () => {
    expect(testCodeOf('4006381333931')).toBeUndefined()
    expect(testCodeOf('SHELF-71')).toBeUndefined()
  })
})
