import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigitFor, hasValidCheckDigit, hasValidCheckPair, measureCheckDigitFor } from './check-digit.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))

describe('check digits', () => {
  it.each([
    ['03600029145', '2'], // UPC-A
    ['400638133393', '1'], // EAN-13
    ['9638507', '4'], // EAN-8
    ['1061414100041', '5'], // GTIN-14 of a case
    ['10614141234567890', '8'], // SSCC
  ])('the check digit of %s is %s', (body, expected) => {
    expect(checkDigitFor(body)).toBe(expected)
    expect(hasValidCheckDigit(body + expected)).toBe(true)
  })

  it('one misread digit is always noticed', () => {
    fc.assert(
      fc.property(digits(7, 17), fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, off) => {
        const number = body + checkDigitFor(body)
        const at = place % number.length
        const wrong = (Number(number[at]) + off) % 10
        return !hasValidCheckDigit(number.slice(0, at) + wrong + number.slice(at + 1))
      }),
    )
  })

  it.each(['', '0', 'A', '40063813339 1', '４００６３８１３３３９３１'])(
    '“%s” is no number with a check digit',
    (text) => {
      expect(hasValidCheckDigit(text)).toBe(false)
    },
  )
})

describe('the inner check digit of a price or weight', () => {
  it.each([
    ['2875', '9'],
    ['0000', '0'],
    ['1999', '1'],
    ['14685', '6'],
    ['00000', '0'],
    ['00678', '0'],
  ])('that of %s is %s', (value, expected) => {
    expect(measureCheckDigitFor(value)).toBe(expected)
  })

  it.each(['', '123', '123456', '12A4'])('“%s” has none', (value) => {
    expect(measureCheckDigitFor(value)).toBeUndefined()
  })

  it('one misread digit is always noticed', () => {
    fc.assert(
      fc.property(digits(4, 5), fc.nat(), fc.integer({ min: 1, max: 9 }), (value, place, off) => {
        const at = place % value.length
        const wrong = value.slice(0, at) + ((Number(value[at]) + off) % 10) + value.slice(at + 1)
        return measureCheckDigitFor(wrong) !== measureCheckDigitFor(value)
      }),
    )
  })
})

describe('the check pair of a model number', () => {
  it('accepts the example of the General Specifications and refuses each neighbour', () => {
    expect(hasValidCheckPair('1987654Ad4X4bL5ttr2310c2K')).toBe(true)
    for (const wrong of [
      '1987654Ad4X4bL5ttr2310c2L',
      '1987654Ad4X4bL5ttr2310C2K',
      '1987654Ad4X4bL5ttr2310c',
      '2K',
      ' 22',
    ]) {
      expect(hasValidCheckPair(wrong)).toBe(false)
    }
  })
})
