import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFromDigits, kgFromLb, lbFromKg, roundWeight, weightFromPrice } from './measure.ts'

describe('decimals', () => {
  it.each([
    ['000340', 2, '3.40'],
    ['000005', 3, '0.005'],
    ['123456', 0, '123456'],
    ['000000', 0, '0'],
    ['12', 5, '0.00012'],
  ])('%s with %i decimals is %s', (digits, decimals, expected) => {
    expect(decimalFromDigits(digits, decimals)).toBe(expected)
  })
})

describe('weights', () => {
  it.each([
    ['1', '2.205'],
    ['0.45359237', '1.000'],
    ['12.34', '27.205'],
    ['0.000226796185', '0.001'], // exactly half a thousandth of a pound
    ['0.000226796184', '0.000'],
    ['0', '0.000'],
  ])('%s kg are %s lb', (kg, lb) => {
    expect(lbFromKg(kg)).toBe(lb)
  })

  it.each([
    ['1', '0.454'],
    ['1000', '453.592'],
    ['27.205', '12.340'],
  ])('%s lb are %s kg', (lb, kg) => {
    expect(kgFromLb(lb)).toBe(kg)
  })

  it('pounds are never further than half a thousandth from the kilograms', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(5), (digits, decimals) => {
        const lb = lbFromKg(decimalFromDigits(String(digits), decimals)) ?? ''
        // Both sides in units of 10⁻¹¹ kg.
        const fromLb = BigInt(lb.replace('.', '')) * 45_359_237n
        const off = fromLb - BigInt(digits) * 10n ** BigInt(11 - decimals)
        return 2n * (off < 0n ? -off : off) <= 45_359_237n
      }),
    )
  })

  it('are kept as printed up to three decimals and rounded half up beyond', () => {
    expect(roundWeight('17.50')).toBe('17.50')
    expect(roundWeight('0.12345')).toBe('0.123')
    expect(roundWeight('0.1235')).toBe('0.124')
  })

  it.each(['', '-1', '1.', '.5', '1e3', 'NaN', '1,5', '9'.repeat(100)])('“%s” is no weight', (text) => {
    expect(lbFromKg(text)).toBeNull()
    expect(kgFromLb(text)).toBeNull()
    expect(roundWeight(text)).toBeNull()
  })
})

describe('the weight behind a price', () => {
  it.each([
    ['6.78', '3.39', '2.000'],
    ['10.00', '2.99', '3.344'],
    ['0.05', '0.0333', '1.502'],
  ])('$%s at $%s a pound is %s lb', (price, rate, lb) => {
    expect(weightFromPrice(price, rate)).toBe(lb)
  })

  it.each([
    ['6.78', '0'],
    ['6.78', '0.00'],
    ['6.78', '-1'],
    ['6.78', 'free'],
    ['0.00', '3.39'],
    ['', '3.39'],
  ])('is not known for $%s at $%s', (price, rate) => {
    expect(weightFromPrice(price, rate)).toBeNull()
  })
})
