import { parseScan } from '#contract/barcode/parse.ts'
import { describe, expect, it } from 'vitest'
import { readOf } from './read-of.ts'

type Seen = Parameters<typeof readOf>[0]
const of = (family: Seen['family'], text: string, identifier?: string) =>
  readOf({ engine: 'zxing', family, text, lines: 9, offCentre: 0, ...(identifier ? { identifier } : {}) })

describe('a result of an engine', () => {
  it('has the printed form: a UPC-A has 12 digits', () => {
    expect(of('ean-upc', '0752050200137')).toMatchObject({ text: '752050200137', symbology: 'upc-a' })
    expect(of('ean-upc', '9780201310054')).toMatchObject({ text: '9780201310054', symbology: 'ean-13' })
  })

  it.each([
    ['ean-upc', '0752050200137', 'upc-a', '00752050200137'],
    ['ean-upc', '42191605', 'ean-8', '00000042191605'],
    ['upc-e', '04965802', 'upc-e', '00049000006582'],
    ['itf', '30712345000010', 'itf-14', '30712345000010'],
  ] as const)('%s %s is read by parseScan as %s with GTIN %s', (family, text, symbology, gtin) => {
    expect(parseScan(of(family, text)!.raw)).toMatchObject({ ok: true, symbology, gtin })
  })

  it('keeps an EAN-8 that begins with 0 from being taken for UPC-E', () => {
    expect(parseScan(of('ean-upc', '00123457')!.raw).symbology).not.toBe('upc-e')
  })

  it('keeps the mark of a GS1 code, and its separators', () => {
    const data = '0109506000134352310300150010LOT\u001d21S1'
    for (const [family, identifier, symbology] of [
      ['code-128', ']C1', 'gs1-128'],
      ['datamatrix', ']d2', 'gs1-datamatrix'],
      ['qr', ']Q3', 'gs1-qr'],
    ] as const) {
      const read = of(family, data, identifier)!
      expect(read).toMatchObject({ text: data, symbology, raw: identifier + data })
      expect(parseScan(read.raw)).toMatchObject({ ok: true, symbology, lot: 'LOT', serial: 'S1' })
    }
  })

  it('is empty when it is no code: a part of an ITF, a number of another length, no text', () => {
    expect(of('itf', '2167')).toBeNull()
    expect(of('itf', '1234567')).toBeNull()
    expect(of('ean-upc', '12345')).toBeNull()
    expect(of('upc-e', '09999999')).toBeNull()
    expect(of('code-128', '')).toBeNull()
  })
})
