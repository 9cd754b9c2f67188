import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigitFor } from './check-digit.ts'
import { equivalentGtins, expandUpcE, readBareNumber } from './gtin.ts'

describe('bare product numbers', () => {
  it.each([
    ['036000291452', 'upc-a', '00036000291452'],
    ['4006381333931', 'ean-13', '04006381333931'],
    ['96385074', 'ean-8', '00000096385074'],
    ['10614141000415', 'itf-14', '10614141000415'],
    ['04252614', 'upc-e', '00042100005264'],
  ])('%s is %s with the GTIN %s', (digits, symbology, gtin) => {
    expect(readBareNumber(digits)).toEqual({ symbology, digits, gtin })
  })

  it.each(['036000291453', '4006381333932', '96385075', '10614141000416', '04252615'])(
    '%s is not read: its check digit is wrong',
    (digits) => {
      expect(readBareNumber(digits)).toBeUndefined()
    },
  )

  it.each(['', '12345', '123456789012345', '0360002914 2', 'ABCDEFGH'])('“%s” is none', (text) => {
    expect(readBareNumber(text)).toBeUndefined()
  })

  it('eight digits with both check digits right are UPC-E when they begin with 0, else EAN-8', () => {
    expect(readBareNumber('01234565')?.symbology).toBe('upc-e')
    expect(readBareNumber('12345670')?.symbology).toBe('ean-8')
  })
})

describe('UPC-E', () => {
  // Eleven digits each, as the check digit is the same in both forms.
  it.each([
    ['0123450', '01200000345'],
    ['0123451', '01210000345'],
    ['0123452', '01220000345'],
    ['0123453', '01230000045'],
    ['0123454', '01234000005'],
    ['0123455', '01234500005'],
    ['0123459', '01234500009'],
    ['1123450', '11200000345'],
  ])('%s is %s with its zeros', (upcE, upcA) => {
    const check = checkDigitFor(upcA)
    expect(expandUpcE(upcE + check)).toBe(upcA + check)
    expect(expandUpcE(upcE + ((Number(check) + 1) % 10))).toBeUndefined()
  })

  it.each(['20000004', '0123456', '012345655', '0123456A'])('%s is none', (text) => {
    expect(expandUpcE(text)).toBeUndefined()
  })

  it('gives a UPC-A with the same system and check digit, or nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[01]\d{7}$/), (upcE) => {
        const upcA = expandUpcE(upcE)
        if (upcA === undefined) return true
        return (
          upcA.length === 12 &&
          upcA[0] === upcE[0] &&
          upcA[11] === upcE[7] &&
          readBareNumber(upcA) !== undefined
        )
      }),
    )
  })
})

describe('the forms of one GTIN', () => {
  it('leave out zeros only', () => {
    expect(equivalentGtins('00036000291452')).toEqual(['00036000291452', '0036000291452', '036000291452'])
    expect(equivalentGtins('04006381333931')).toEqual(['04006381333931', '4006381333931'])
    expect(equivalentGtins('00000096385074')).toEqual([
      '00000096385074',
      '0000096385074',
      '000096385074',
      '96385074',
    ])
  })

  it('of a case are not those of the piece in it', () => {
    expect(equivalentGtins('10614141000415')).toEqual(['10614141000415'])
  })
})
