import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigitFor } from './check-digit.ts'
import { readBareNumber } from './gtin.ts'
import { REGIONS } from './random-weight.ts'
import { parseScan, type ParsedScan } from './parse.ts'

const GS = '\u001d'
const GTIN = '00614141000036'

const withCheckDigit = (body: string) => body + checkDigitFor(body)

/** Returns the fields of a scan that are not null. */
function said(scan: ParsedScan): Partial<ParsedScan> {
  const { raw: _raw, elements: _elements, ...fields } = scan
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

describe('one scan of a GS1 label', () => {
  it('fills GTIN, weight, lot, dates, serial and count', () => {
    const label = `]C101${GTIN}31020003401125110113251102152601311726020010LOT7${GS}21SER9${GS}3012`
    expect(said(parseScan(label, { currentYear: 2025 }))).toEqual({
      ok: true,
      symbology: 'gs1-128',
      gtin: GTIN,
      weightKg: '3.40',
      weightLb: '7.496',
      lot: 'LOT7',
      serial: 'SER9',
      count: 12,
      productionDate: '2025-11-01',
      packagingDate: '2025-11-02',
      bestBefore: '2026-01-31',
      expiry: '2026-02-28',
    })
  })

  it('takes pounds as printed and keeps kilograms beside them', () => {
    expect(parseScan(`]C101${GTIN}3202001750`)).toMatchObject({ weightLb: '17.50', weightKg: '7.938' })
  })

  it('takes both weights as printed where both are', () => {
    expect(parseScan(`]C131020003403202000750`)).toMatchObject({ weightKg: '3.40', weightLb: '7.50' })
  })

  it('a measure of zero is no weight: the scale said nothing', () => {
    for (const measure of ['3202000000', '3100000000', '3105000001'])
      expect(parseScan(`]C101${GTIN}${measure}`)).toMatchObject({ ok: true, weightKg: null, weightLb: null })
  })

  it('does not take a gross weight for a net one', () => {
    expect(parseScan(`]C101${GTIN}3302000340`)).toMatchObject({ ok: true, weightKg: null, weightLb: null })
    expect(parseScan(`]C101${GTIN}3402000340`)).toMatchObject({ ok: true, weightKg: null, weightLb: null })
  })

  it('takes the contents of a pallet: GTIN (02) and count (37)', () => {
    expect(parseScan(`]C102${GTIN}3748`)).toMatchObject({ gtin: GTIN, count: 48 })
  })

  it('takes the price to pay, with and without a currency', () => {
    expect(parseScan(`]C101${GTIN}3922795`).price).toBe('7.95')
    expect(parseScan(`]C101${GTIN}3932840795`).price).toBe('7.95')
  })

  it.each([']C1', ']d2', ']Q3', ']e0', GS, `]C1${GS}`, '  ]C1'])('is known by “%s”', (mark) => {
    expect(parseScan(`${mark}01${GTIN}10LOT7\r\n`)).toMatchObject({ ok: true, gtin: GTIN, lot: 'LOT7' })
  })

  it('is read without FNC1 and identifier when it parses whole', () => {
    expect(parseScan(`01${GTIN}320200175010LOT7`)).toMatchObject({
      ok: true,
      symbology: 'gs1-plain',
      gtin: GTIN,
      weightLb: '17.50',
      lot: 'LOT7',
    })
    expect(parseScan(`]C001${GTIN}10LOT7`)).toMatchObject({ ok: true, lot: 'LOT7' })
    expect(parseScan(`01${GTIN}320200175010LOT 7`)).toMatchObject({
      ok: false,
      elements: [],
      gtin: null,
      lot: null,
    })
  })

  it.each(['17260131', '1726013110LO7', '1726013110123'])(
    '%s is read, though as long as a product number',
    (raw) => {
      expect(readBareNumber(raw)).toBeUndefined()
      expect(parseScan(raw, { currentYear: 2025 })).toMatchObject({
        symbology: 'gs1-plain',
        expiry: '2026-01-31',
      })
    },
  )

  it('may have another character in the place of FNC1, as the scanner is set', () => {
    const settings = { gsSubstitutes: ['|', '{GS}', ''] }
    expect(parseScan(`01${GTIN}10LOT7|21SER9`, settings)).toMatchObject({ lot: 'LOT7', serial: 'SER9' })
    expect(parseScan(`{GS}10LOT7{GS}21SER9`, settings)).toMatchObject({ lot: 'LOT7', serial: 'SER9' })
    expect(parseScan(`01${GTIN}10LOT7|21SER9`).ok).toBe(false)
  })

  it('says nothing when it was misread', () => {
    const scan = parseScan(`]C10100614141000037310200034010LOT7`)
    expect(said(scan)).toMatchObject({ ok: false, error: { name: 'check-digit' } })
    expect(scan).toMatchObject({ elements: [], gtin: null, weightLb: null, lot: null })
  })
})

describe('one scan of a product number', () => {
  it.each([
    ['036000291452', 'upc-a', '00036000291452'],
    [']E00036000291452', 'upc-a', '00036000291452'],
    ['4006381333931', 'ean-13', '04006381333931'],
    [']E496385074', 'ean-8', '00000096385074'],
    [']E3400638133393112', 'ean-13', '04006381333931'],
    ['10614141000415', 'itf-14', '10614141000415'],
    [']I110614141000415', 'itf-14', '10614141000415'],
    ['04252614', 'upc-e', '00042100005264'],
  ])('%s is %s', (raw, symbology, gtin) => {
    expect(said(parseScan(raw))).toEqual({ ok: true, symbology, gtin })
  })

  it('may have a composite component after it', () => {
    const scan = parseScan(`]E04006381333931|]e010LOT7${GS}17260131`)
    expect(scan).toMatchObject({ gtin: '04006381333931', lot: 'LOT7', expiry: '2026-01-31' })
    expect(scan.elements).toEqual([
      ['ean', '4006381333931'],
      ['10', 'LOT7'],
      ['17', '260131'],
    ])
  })

  it.each(['036000291453', ']E04006381333932', '4006381333932', '10614141000416'])(
    '%s is a misread',
    (raw) => {
      expect(parseScan(raw)).toMatchObject({ ok: false, gtin: null, error: { name: 'check-digit' } })
    },
  )

  it('with a wrong check digit is not taken for a lot, a serial or internal data', () => {
    for (const prefix of ['10', '21', '91']) {
      const body = `${prefix}0012345678`
      const wrong = (Number(checkDigitFor(body)) + 1) % 10
      expect(parseScan(body + wrong)).toMatchObject({ ok: false, error: { name: 'check-digit' } })
    }
  })

  it.each([']E0400638133393', ']E040063813339310', ']E040063813339AB', ']E4123', ']E0', ']C1', ']XX'])(
    '%s is cut short or too long',
    (raw) => {
      expect(parseScan(raw)).toMatchObject({ ok: false, error: { name: 'syntax' } })
    },
  )
})

describe('one scan of a random-weight code', () => {
  const raw = withCheckDigit('21234500678')

  it('gives item number and price, and asks for the weight while no rate is known', () => {
    expect(said(parseScan(raw))).toEqual({
      ok: true,
      symbology: 'upc-a',
      region: 'us',
      itemNumber: '12345',
      gtin: `0021234500000${checkDigitFor('0021234500000')}`,
      price: '6.78',
    })
  })

  it('gives the weight by the rate of the supplier', () => {
    const scan = parseScan(raw, {
      supplierRate: ({ itemNumber }) => (itemNumber === '12345' ? '3.39' : undefined),
    })
    expect(scan).toMatchObject({ price: '6.78', weightLb: '2.000', weightKg: '0.907' })
    expect(parseScan(raw, { supplierRate: '3.39' }).weightLb).toBe('2.000')
    expect(parseScan(raw, { supplierRate: '0' }).weightLb).toBeNull()
  })

  it('is read by the layout of the region that is set', () => {
    const swedish = withCheckDigit('239876540875')
    const scan = parseScan(swedish, { region: 'sweden' })
    expect(scan).toMatchObject({ region: 'sweden', weightKg: '0.875', weightLb: '1.929', price: null })
    expect(parseScan(swedish)).toMatchObject({ ok: true, region: null, weightKg: null })
  })

  it('inside a GS1 label gives its measure only where the label states none itself', () => {
    const gtin = withCheckDigit('0239876540875')
    expect(parseScan(`]C101${gtin}`, { region: 'sweden' }).weightKg).toBe('0.875')
    expect(parseScan(`]C101${gtin}3103001000`, { region: 'sweden' }).weightKg).toBe('1.000')
  })

  it('says nothing when the check digit of its measure is wrong', () => {
    const scan = parseScan(withCheckDigit('209876501999'), { region: 'great-britain' })
    expect(scan).toMatchObject({
      ok: false,
      elements: [],
      gtin: null,
      price: null,
      error: { name: 'check-digit' },
    })
  })
})

describe('anything else', () => {
  it.each(['FANAVF14617104', 'hello', ']XXABC', '(01)00614141000036', ']C0ABC', ']A0SHELF-7'])(
    '“%s” is a plain code',
    (raw) => {
      expect(parseScan(raw)).toMatchObject({ raw, ok: false, elements: [], error: { name: 'unstructured' } })
    },
  )

  it.each(['', ' \r\n'])('“%s” is no scan', (raw) => {
    expect(parseScan(raw)).toMatchObject({ ok: false, error: { name: 'malformed' } })
  })

  it('is read or refused with a reason, never thrown at', () => {
    const marks = fc.constantFrom(
      '',
      ']C1',
      ']E0',
      ']E3',
      ']E4',
      ']d2',
      ']I1',
      ']C0',
      GS,
      '|]e0',
      '01',
      '02',
      '2',
    )
    const tails = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\d{0,18}$/))
    const scans = fc.oneof(
      fc.tuple(marks, marks, tails).map((parts) => parts.join('')),
      fc.anything() as fc.Arbitrary<string>,
    )
    const regions = fc.constantFrom(undefined, 'atlantis', ...REGIONS)
    fc.assert(
      fc.property(scans, regions, fc.string(), (raw, region, supplierRate) => {
        const scan = parseScan(raw, { region, supplierRate, gsSubstitutes: ['|', '~'] })
        // The reading may lack an element that names a country or a currency that does not exist.
        expect(scan.ok).toBe(
          scan.error === null || /there is no such (?:country|currency)/.test(scan.error.message),
        )
        expect(scan.ok).toBe(scan.elements.length > 0)
        if (scan.gtin !== null) expect(scan.gtin).toMatch(/^\d{14}$/)
      }),
      { numRuns: 5000, examples: [['2020424014', undefined, '']] },
    )
  })
})

describe('a country or a currency that does not exist', () => {
  it.each([
    ['421', '99910012', 'there is no such country'],
    ['422', '000', 'there is no such country'],
    ['423', '840999', 'there is no such country'],
    ['3932', '0010795', 'there is no such currency'],
  ])('is named, its element is not used, and the case is counted by its GTIN: (%s)', (ai, value, words) => {
    const scan = parseScan(`]C101${GTIN}${ai}${value}${GS}10L7`)
    expect(scan).toMatchObject({ ok: true, gtin: GTIN, lot: 'L7', price: null })
    expect(scan.error?.message).toContain(`In (${ai})`)
    expect(scan.error?.message).toContain(words)
  })
  it('leaves no element in use: a price in no currency, behind a country that is none', () => {
    const scan = parseScan(`]C101${GTIN}422000${GS}3932001795`)
    expect(scan).toMatchObject({ ok: true, gtin: GTIN, price: null })
    expect(scan.error?.message).toContain('In (422)')
  })
  it('is no other one', () => {
    for (const element of ['42184010012', '422484', '423840484124', '3932840795'])
      expect(parseScan(`]C101${GTIN}${element}`).error).toBeNull()
  })
})
