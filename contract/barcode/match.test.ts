import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigitFor } from './check-digit.ts'
import { barcodeToLink, lookupKeys, matchScan, type ScanItem } from './match.ts'

const GS = '\u001d'
const UPC = '036000291452'

const item = (id: string, upc: string, substitutes: string[] = []): ScanItem => ({ id, upc, substitutes })
const noAlternates = () => undefined

function match(
  raw: string,
  items: ScanItem[],
  alternates: (barcode: string) => string | undefined = noAlternates,
) {
  return matchScan({ raw, items, alternates })
}

describe('matching a scan to the listed items', () => {
  it('A224: a scan that is the upc of an item finds the item, before anything else is tried', () => {
    // No structure, so only the exact match can find it; the other items are what the later steps would find.
    const items = [
      item('shortened', 'SHELF-7'),
      item('exact', 'SHELF-71'),
      item('replaced', 'X', ['SHELF-71']),
    ]
    expect(match('SHELF-71', items, () => 'SHELF-7')).toMatchObject({
      kind: 'item',
      ids: ['exact'],
      by: 'exact',
    })
  })

  it('A225: a scan with one digit more at its end finds the item', () => {
    const items = [item('whole', UPC), item('both ends', UPC.slice(1))]
    expect(match(`${UPC}7`, items)).toMatchObject({ kind: 'item', ids: ['whole'], by: 'less-last' })
  })

  it('A225: so does a scan with a check digit that the list leaves out', () => {
    expect(match(UPC, [item('short', UPC.slice(0, -1))])).toMatchObject({ ids: ['short'], by: 'less-last' })
    expect(match(`]C10100${UPC}10LOT7`, [item('short', UPC.slice(0, -1))])).toMatchObject({
      ids: ['short'],
      by: 'less-last',
      parsed: { lot: 'LOT7' },
    })
  })

  it('A226: a scan with one digit more at both ends finds the item', () => {
    expect(match(`9${UPC}7`, [item('whole', UPC)])).toMatchObject({
      kind: 'item',
      ids: ['whole'],
      by: 'less-first',
    })
  })

  it('A227: a scan of an acceptable substitution finds the item that it may replace', () => {
    const items = [item('other', '111'), item('wanted', '222', ['333', UPC])]
    expect(match(UPC, items)).toMatchObject({
      kind: 'substitute',
      itemId: 'wanted',
      ids: ['wanted'],
      upc: UPC,
    })
    expect(match(`]C10100${UPC}10LOT7`, items)).toMatchObject({
      kind: 'substitute',
      upc: UPC,
      parsed: { lot: 'LOT7' },
    })
  })

  it('A227: only when no item is the scanned product itself', () => {
    const items = [item('replaced', '222', [UPC]), item('itself', UPC)]
    expect(match(UPC, items)).toMatchObject({ kind: 'item', ids: ['itself'] })
    expect(match(`9${UPC}7`, items)).toMatchObject({ kind: 'item', ids: ['itself'] })
  })

  it('A228: a linked barcode finds the item of its product', () => {
    const links = new Map([['SHELF-7', UPC]])
    const items = [item('other', '111'), item('linked', UPC)]
    expect(match('SHELF-7', items, (barcode) => links.get(barcode))).toMatchObject({
      kind: 'alternate',
      ids: ['linked'],
      upc: UPC,
    })
  })

  it('A228: only when no substitution matches', () => {
    const items = [item('replaced', '222', ['SHELF-7']), item('linked', UPC)]
    expect(match('SHELF-7', items, () => UPC)).toMatchObject({ kind: 'substitute', itemId: 'replaced' })
  })

  it('a linked barcode whose product is not listed is known, but outside', () => {
    expect(match('SHELF-7', [item('other', '111')], () => UPC)).toMatchObject({ kind: 'outside', upc: UPC })
  })

  it('any other scan is unknown', () => {
    expect(match('SHELF-7', [item('other', '111')])).toMatchObject({ kind: 'unknown' })
    expect(match('', [item('empty', '')])).toMatchObject({ kind: 'unknown' })
  })

  it('two products with one code are both found, in the order of the list', () => {
    expect(match(UPC, [item('b', UPC), item('x', '111'), item('a', UPC)])).toMatchObject({ ids: ['b', 'a'] })
    const twice = [item('b', '1', [UPC]), item('a', '2', [UPC])]
    expect(match(UPC, twice)).toMatchObject({ kind: 'substitute', itemId: 'b', ids: ['b', 'a'] })
  })

  it('a GS1 label finds its product whether the list writes 12, 13 or 14 digits', () => {
    for (const upc of [UPC, `0${UPC}`, `00${UPC}`]) {
      expect(match(`]C10100${UPC}3202001750`, [item('it', upc)])).toMatchObject({
        ids: ['it'],
        by: 'parsed',
        parsed: { weightLb: '17.50' },
      })
    }
  })

  it('UPC-E finds the product by its UPC-A', () => {
    expect(match('04252614', [item('it', '042100005264')])).toMatchObject({ ids: ['it'], by: 'parsed' })
  })

  it('a case does not find the piece that is in it by its GTIN', () => {
    const body = `1${`0${UPC}`.slice(0, -1)}`
    const scan = `]C101${body}${checkDigitFor(body)}`
    expect(match(scan, [item('piece', UPC)])).toMatchObject({ kind: 'unknown' })
  })

  it('a linked GS1 label is found again on the next case, of another weight', () => {
    const first = `]C10100${UPC}320200175021SER1`
    const next = `]C10100${UPC}320200180021SER2`
    const links = new Map([[barcodeToLink(first), '555']])
    expect(match(next, [item('linked', '555')], (barcode) => links.get(barcode))).toMatchObject({
      kind: 'alternate',
      ids: ['linked'],
    })
    expect(barcodeToLink(']C0SHELF-7')).toBe('SHELF-7')
  })
})

describe('a random-weight code', () => {
  const body = '21234500678'
  const scan = body + checkDigitFor(body)
  const zeroed = `21234500000${checkDigitFor('21234500000')}`

  it.each([zeroed, `00${zeroed}`, '21234500000', '212345000000', '212345', '12345'])(
    'finds the item that the list writes as %s',
    (upc) => {
      expect(match(scan, [item('it', upc)])).toMatchObject({
        ids: ['it'],
        by: 'parsed',
        parsed: { price: '6.78' },
      })
    },
  )

  it('that is a product’s own number has no price in it', () => {
    expect(match(scan, [item('it', scan)])).toMatchObject({
      by: 'exact',
      parsed: { ok: true, gtin: `00${scan}`, price: null, weightLb: null, region: null },
    })
  })
})

describe('a plain code that looks like GS1 data', () => {
  it('has no lot in it when it is a product’s own number', () => {
    expect(match('1068408', [])).toMatchObject({ kind: 'unknown', parsed: { lot: '68408' } })
    expect(match('1068408', [item('it', '1068408')])).toMatchObject({ by: 'exact', parsed: { lot: null } })
  })

  it('keeps its lot when FNC1 proves it', () => {
    expect(match(`${GS}1068408`, [item('it', `${GS}1068408`)])).toMatchObject({
      by: 'exact',
      parsed: { lot: '68408' },
    })
  })
})

describe('the keys of a scan', () => {
  it('come in the order of the readings, each once, without the symbology identifier', () => {
    expect(lookupKeys(`]E00${UPC}`)).toEqual([
      { key: `0${UPC}`, by: 'exact' },
      { key: `00${UPC}`, by: 'parsed' },
      { key: UPC, by: 'parsed' },
      { key: `0${UPC.slice(0, -1)}`, by: 'less-last' },
      { key: UPC.slice(0, -1), by: 'less-first' },
    ])
  })

  it('are digits taken off, never letters', () => {
    expect(lookupKeys('A7')).toEqual([
      { key: 'A7', by: 'exact' },
      { key: 'A', by: 'less-last' },
    ])
    expect(lookupKeys('7A')).toEqual([{ key: '7A', by: 'exact' }])
  })

  it('are there for any scan, none empty, and nothing throws', () => {
    fc.assert(
      fc.property(fc.anything() as fc.Arbitrary<string>, fc.string({ unit: 'binary' }), (anything, text) => {
        for (const raw of [anything, text]) {
          const keys = lookupKeys(raw).map(({ key }) => key)
          expect(keys).not.toContain('')
          expect(new Set(keys).size).toBe(keys.length)
          matchScan({ raw, items: [item('it', text, [text])], alternates: noAlternates })
        }
      }),
    )
  })
})
