import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigitFor } from './check-digit.ts'
import { dateFromElement, GS, parseElementString, type ScanElement } from './gs1.ts'
import { APPLICATION_IDENTIFIERS, type Gs1Component } from './gs1-table.ts'

function elementsOf(data: string): ScanElement[] {
  const result = parseElementString(data)
  if (!result.ok) throw new Error(result.error.message)
  return result.elements
}

function errorOf(data: string): string {
  const result = parseElementString(data)
  return result.ok ? 'none' : result.error.name
}

describe('a GS1 element string', () => {
  it('is cut where lengths are predefined, and at FNC1 where they are not', () => {
    const label = `0100614141000036310300123410LOT7${GS}15260131`
    expect(elementsOf(label)).toEqual([
      ['01', '00614141000036'],
      ['3103', '001234'],
      ['10', 'LOT7'],
      ['15', '260131'],
    ])
  })

  it('may have separators that it does not need', () => {
    expect(elementsOf(`${GS}0100614141000036${GS}10LOT7${GS}${GS}21A${GS}`)).toEqual([
      ['01', '00614141000036'],
      ['10', 'LOT7'],
      ['21', 'A'],
    ])
  })

  it.each([
    ['423840124', [['423', '840124']]],
    ['7007251101', [['7007', '251101']]],
    ['7007251101251130', [['7007', '251101251130']]],
    ['80082511301430', [['8008', '2511301430']]],
    ['4331001800-', [['4331', '001800-']]],
    ['800304006381333931A1', [['8003', '04006381333931A1']]],
  ])('%s has components that may be missing', (data, elements) => {
    expect(elementsOf(data)).toEqual(elements)
  })

  it.each([
    ['no data', ''],
    ['no data after FNC1', GS],
    ['an identifier that there is not', '0512345'],
    ['letters in the place of an identifier', 'AB123'],
    ['an identifier cut short', '31'],
    ['a GTIN cut short', '01006141410000'],
    ['a GTIN cut short by a separator', `010061414100${GS}10LOT`],
    ['a letter in a GTIN', '0100614141O00036'],
    ['a lot of 21 characters', '10ABCDEFGHIJKLMNOPQRSTU'],
    ['a lot without a character', `10${GS}17260101`],
    ['a space in a lot', '10LOT 7'],
    ['a small letter in character set 39', '80104006abc'],
    ['a second harvest date cut short', '70072511012511'],
    ['a country cut short', '42384'],
    ['something left over', '0100614141000036X'],
  ])('is refused with %s', (_, data) => {
    expect(errorOf(data)).toBe('syntax')
  })

  it.each(['0100614141000037', '00106141412345678901', '4144006381333932', '80131987654Ad4X4bL5ttr2310c2L'])(
    '%s is refused as a misread',
    (data) => {
      expect(errorOf(data)).toBe('check-digit')
    },
  )

  it.each([
    ['a thirteenth month', '17261301'],
    ['30 February', '17260230'],
    ['29 February of a common year', '15250229'],
    ['day 0 where the day counts', '7006260200'],
    ['hour 24', '70032602012400'],
    ['minute 60', '70032602012360'],
    ['piece 3 of 2', '8006006141410000360302'],
    ['piece 0', '8006006141410000360002'],
    ['a roll of no width', '800100001234512398'],
    ['a key without a company prefix', '8004AB12'],
    ['a half percent sequence', '4300A%2'],
    ['neither yes nor no', '43212'],
    ['a latitude beyond the pole', '430918000000010000000000'],
  ])('is refused with %s', (_, data) => {
    expect(errorOf(data)).toBe('content')
  })

  it.each(['17260200', '15240229', '11991231'])('%s is a date', (data) => {
    expect(errorOf(data)).toBe('none')
  })

  it('may repeat itself but not contradict itself', () => {
    expect(errorOf(`10LOT7${GS}10LOT7`)).toBe('none')
    expect(errorOf(`10LOT7${GS}10LOT8`)).toBe('conflict')
    expect(errorOf('31020012343103001234')).toBe('conflict')
    expect(errorOf('31020012343202002721')).toBe('none')
  })
})

describe('dates', () => {
  it.each([
    ['251130', 2025, '2025-11-30'],
    ['260400', 2025, '2026-04-30'],
    ['240200', 2025, '2024-02-29'],
    ['991225', 2025, '1999-12-25'],
    ['760101', 2026, '2076-01-01'],
    ['770101', 2026, '1977-01-01'],
    ['000101', 2050, '2100-01-01'],
    ['010101', 2050, '2001-01-01'],
  ])('%s read in %i is %s', (yymmdd, year, expected) => {
    expect(dateFromElement(yymmdd, year)).toBe(expected)
  })
})

describe('any element string', () => {
  it('gives back the elements it was built of', () => {
    fc.assert(
      fc.property(labels, fc.boolean(), (elements, surplus) => {
        expect(elementsOf(build(elements, surplus))).toEqual(elements)
      }),
      { numRuns: 1000 },
    )
  })

  it('gives back any one element, whatever its application identifier', () => {
    for (const { ai, components } of APPLICATION_IDENTIFIERS.values()) {
      const property = fc.property(values(components), (value) => {
        const elements: ScanElement[] =
          ai === '99'
            ? [[ai, value]]
            : [
                [ai, value],
                ['99', 'END'],
              ]
        expect(elementsOf(build(elements, false))).toEqual(elements)
      })
      fc.assert(property, { numRuns: 20 })
    }
  })

  it('is read or refused, never thrown at', () => {
    const pieces = fc.constantFrom(
      GS,
      '01',
      '10',
      '17',
      '310',
      '3',
      '7007',
      '8003',
      '00614141000036',
      '%',
      'é',
      '\u0000',
    )
    const soup = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 12 })
      .map((list) => list.join(''))
    fc.assert(
      fc.property(soup, (data) => {
        const result = parseElementString(data)
        return result.ok ? result.elements.length > 0 : result.error.message !== ''
      }),
      { numRuns: 2000 },
    )
  })

  it('takes time in proportion to its length', () => {
    // With a search to the end for each element this million of characters would not be read today.
    expect(parseElementString('2012'.repeat(250_000))).toMatchObject({ ok: true })
  })
})

function build(elements: ScanElement[], surplus: boolean): string {
  return elements
    .map(([ai, value], index) => {
      const needed = !APPLICATION_IDENTIFIERS.get(ai)?.predefined && index < elements.length - 1
      return ai + value + (needed || surplus ? GS : '')
    })
    .join('')
}

const anElement = fc
  .constantFrom(...APPLICATION_IDENTIFIERS.values())
  .chain(({ ai, components }) => values(components).map((value): ScanElement => [ai, value]))

// An identifier may be there once; so may a measure, whatever its decimals.
const labels = fc.uniqueArray(anElement, {
  minLength: 1,
  maxLength: 8,
  selector: ([ai]) => (ai.length === 4 && ai < '3700' ? ai.slice(0, 3) : ai),
})

/** Data of an identifier: a missing component is missing together with all after it. */
function values(components: Gs1Component[]): fc.Arbitrary<string> {
  const required = components.filter(({ optional }) => !optional).length
  return fc.integer({ min: required, max: components.length }).chain((count) => {
    const parts = components.slice(0, count).map((component, index) => {
      // A component with room left would take the beginning of the next.
      const full = index < count - 1
      return valueOf(full ? { ...component, min: component.max } : component)
    })
    return fc.tuple(...parts).map((list) => list.join(''))
  })
}

const SETS = {
  N: '0123456789',
  X: '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
  Y: '#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  Z: '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
}

function valueOf({ characters, min, max, rules }: Gs1Component): fc.Arbitrary<string> {
  const text = (from = min, to = max) =>
    fc.string({ unit: fc.constantFrom(...SETS[characters].split('')), minLength: from, maxLength: to })
  const [rule] = rules
  switch (rule) {
    case undefined:
      return text()
    case 'check':
      return text(max - 1, max - 1).map((body) => body + checkDigitFor(body))
    case 'checkpair':
      return fc.constant('1987654Ad4X4bL5ttr2310c2K')
    case 'key':
      return text(0, max - 4).map((rest) => `4006${rest}`)
    case 'percent':
      return text(1, max - 3).map((rest) => `${rest.replaceAll('%', '')}%2F`)
    case 'nonzero':
      return fc.integer({ min: 1, max: 10 ** max - 1 }).map((number) => String(number).padStart(max, '0'))
    default:
      return fc.constantFrom(...SAMPLES[rule])
  }
}

const SAMPLES = {
  yymmd0: ['260200', '240229', '991231', '000101'],
  yymmdd: ['260228', '240229', '991231'],
  yyyymmdd: ['19991231', '20240229'],
  hhmm: ['0000', '2359', '0930'],
  hh: ['00', '23'],
  sixty: ['00', '59'],
  zero: ['0'],
  noleadingzero: ['1', '90', '0'],
  yesno: ['0', '1'],
  winding: ['0', '1', '9'],
  sex: ['0', '1', '2', '9'],
  hyphen: ['-'],
  index: ['A', 'z', '-', '_', '0'],
  latitude: ['0000000000', '1800000000'],
  longitude: ['0000000000', '3600000000'],
  piece: ['0101', '0212', '9999'],
  position: ['1/1', '2/9'],
}
