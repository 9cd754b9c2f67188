import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigitFor, measureCheckDigitFor } from './check-digit.ts'
import { readRandomWeight, regionNamed, REGIONS } from './random-weight.ts'

/** A number in 14 digits, of the 12 before its check digit. */
const code = (body: string) => `0${body}${checkDigitFor(body)}`

describe('random-weight codes', () => {
  it.each([
    ['denmark', '229876004525', { price: '45.25' }],
    ['denmark', '279876501250', { weightKg: '1.250' }],
    ['denmark', '269876001250', { weightKg: '1.250' }],
    ['estonia', '239876540875', { weightKg: '0.875' }],
    ['finland', '249876540875', { weightKg: '8.75' }],
    ['latvia', '259876540875', { weightKg: '87.5' }],
    ['lithuania', '239876540875', { weightKg: '0.875' }],
    ['norway', '209876541999', { price: '19.99' }],
    ['sweden', '219876541999', { price: '199.9' }],
    ['sweden', '229876541999', { price: '1999' }],
    ['germany', `229876${measureCheckDigitFor('01999')}01999`, { price: '19.99' }],
    ['germany', `259876${measureCheckDigitFor('00024')}00024`, { count: 24 }],
    ['germany', `289876${measureCheckDigitFor('02125')}02125`, { weightKg: '2.125' }],
    ['great-britain', `2098765${measureCheckDigitFor('1999')}1999`, { price: '19.99' }],
    ['us', `0298765${measureCheckDigitFor('1999')}1999`, { price: '19.99', itemNumber: '98765' }],
    [
      'us-4-digit-price',
      `0298765${measureCheckDigitFor('1999')}1999`,
      { price: '19.99', itemNumber: '98765' },
    ],
    ['us-5-digit-price', '029876521999', { price: '219.99', itemNumber: '98765' }],
  ])('of %s: %s', (region, body, expected) => {
    const blank = { price: null, weightKg: null, count: null }
    expect(readRandomWeight(code(body), region)).toMatchObject({ region, ...blank, ...expected })
  })

  it('of the US have five digits of price, or four after their check digit', () => {
    expect(readRandomWeight(code('029876501999'))).toMatchObject({ price: '19.99' })
    expect(measureCheckDigitFor('5000')).not.toBe('1')
    expect(readRandomWeight(code('029876515000'))).toMatchObject({ price: '150.00' })
  })

  it('are refused when the check digit of the measure is wrong', () => {
    const wrong = (Number(measureCheckDigitFor('1999')) + 1) % 10
    expect(readRandomWeight(code(`2098765${wrong}1999`), 'great-britain')).toMatchObject({
      name: 'check-digit',
    })
    expect(readRandomWeight(code(`0298765${wrong}1999`), 'us-4-digit-price')).toMatchObject({
      name: 'check-digit',
    })
  })

  it('without a region are read when they are UPC-A, and else not guessed at', () => {
    expect(readRandomWeight(code('029876501999'))).toMatchObject({ region: 'us', price: '19.99' })
    expect(readRandomWeight(code('239876540875'))).toBeUndefined()
  })

  it('with a prefix that the region gives no layout are numbers without a measure', () => {
    const gtin = code('299876540875')
    expect(readRandomWeight(gtin, 'sweden')).toEqual({
      region: 'sweden',
      itemNumber: null,
      gtin,
      price: null,
      weightKg: null,
      count: null,
    })
  })

  it.each(['00036000291452', '04006381333931', '12345678901231', '20012345678909'])(
    'are not ordinary numbers: %s',
    (gtin) => {
      for (const region of [undefined, ...REGIONS]) expect(readRandomWeight(gtin, region)).toBeUndefined()
    },
  )

  it('have one key for every package: the number with its measure set to zero', () => {
    const small = readRandomWeight(code('239876540875'), 'finland')
    const large = readRandomWeight(code('239876542250'), 'finland')
    expect(small).toMatchObject({ gtin: code('239876540000') })
    expect(large).toMatchObject({ gtin: code('239876540000') })
  })

  it('keep that key when they are read again', () => {
    const anyCode = fc.stringMatching(/^(02|2\d)\d{10}$/).map(code)
    fc.assert(
      fc.property(anyCode, fc.constantFrom(...REGIONS), (gtin, region) => {
        const read = readRandomWeight(gtin, region)
        if (!read || 'name' in read) return
        expect(readRandomWeight(read.gtin, region)).toMatchObject({
          gtin: read.gtin,
          itemNumber: read.itemNumber,
        })
      }),
    )
  })
})

describe('regions', () => {
  it.each([
    ['Germany', 'germany'],
    ['DE', 'germany'],
    [' Great Britain ', 'great-britain'],
    ['great_britain', 'great-britain'],
    ['US', 'us'],
  ])('“%s” names %s', (name, region) => {
    expect(regionNamed(name)).toBe(region)
  })

  it.each(['', 'atlantis', 'constructor', '__proto__'])('“%s” names none', (name) => {
    expect(regionNamed(name)).toBeUndefined()
  })
})
