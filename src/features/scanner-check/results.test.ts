import { describe, expect, it } from 'vitest'
import { createKeyLog } from './key-log.ts'
import { checkResult, noResults, resultsAfter, type Arrived } from './results.ts'
import { code128, ean13 } from './symbols.ts'
import { TEST_CODES, testCode } from './test-codes.ts'

describe('a result', () => {
  it('shows GS, and the content of the code', () => {
    const raw = `]C1${testCode('gs1').text}`
    const result = checkResult(1, { raw, by: 'photo', from: 'a.png', ms: 12.6 }, {})
    expect(result).toMatchObject({ from: 'a.png', symbology: 'gs1-128', ms: 13, testCode: 'gs1' })
    expect(result.text).toBe('0109521234543213320200125010b7␝2142')
    expect(result.fields).toEqual(
      expect.arrayContaining([
        { label: 'GTIN', value: '09521234543213' },
        { label: 'Weight lb', value: '12.50' },
        { label: 'Lot', value: 'b7' },
        { label: 'Serial', value: '42' },
      ]),
    )
  })

  it('of a picture without a code has no text', () => {
    expect(checkResult(1, { raw: null, by: 'photo', from: 'b.png', ms: 90 }, {})).toMatchObject({
      text: '',
      symbology: '',
      fields: [],
      testCode: null,
    })
  })
})

describe('the rows', () => {
  const scan: Arrived = { raw: testCode('number').text, by: 'wedge', from: 'Wedge', ms: 90, end: 'enter' }
  const first = resultsAfter(noResults({ settings: {} }), { kind: 'arrived', scan })

  it('begin with the newest', () => {
    const second = resultsAfter(first, { kind: 'arrived', scan: { ...scan, from: 'Camera', by: 'camera' } })
    expect(second.results.map(({ from, id }) => [from, id])).toEqual([
      ['Camera', 2],
      ['Wedge', 1],
    ])
  })

  it('show a scan that came twice at once as one, with its advice', () => {
    const twice = resultsAfter(resultsAfter(first, { kind: 'again' }), { kind: 'again' })
    expect(twice.results).toHaveLength(1)
    expect(twice.results[0]!.advice.map(({ name }) => name)).toEqual(['double-output'])
  })

  it('are gone when they are cleared, and their numbers are not used again', () => {
    const cleared = resultsAfter(first, { kind: 'clear' })
    expect(cleared.results).toEqual([])
    expect(resultsAfter(cleared, { kind: 'arrived', scan }).results[0]!.id).toBe(2)
  })
})

describe('the keys of a scan', () => {
  const play = (keys: string[], from = 0) => {
    const log = createKeyLog()
    keys.forEach((key, at) => log.key(key, from + at * 10))
    return log
  }
  it('show the key that ended it, and its duration', () => {
    expect(play([...'123456', 'Enter']).last()).toEqual({ end: 'enter', ms: 60 })
    expect(play([...'123456', 'Tab']).last().end).toBe('tab')
    expect(play([...'123', 'Shift', ...'456']).last()).toEqual({ end: 'nothing', ms: 60 })
  })

  it('begin again after a pause and after a suffix', () => {
    const log = play([...'999'])
    ;[...'123456', 'Enter'].forEach((key, at) => log.key(key, 5_000 + at * 10))
    expect(log.last().ms).toBe(60)
    ;[...'123456'].forEach((key, at) => log.key(key, 5_070 + at * 10))
    expect(log.last()).toEqual({ end: 'nothing', ms: 50 })
  })
})

describe('the printed codes', () => {
  it('have the length of their standard', () => {
    expect(ean13('952123454321')).toHaveLength(95)
    // Start, three pairs, check, 11 modules each; stop of 13.
    expect(code128('123456')).toHaveLength(5 * 11 + 13)
    for (const { modules } of TEST_CODES) expect(modules).toMatch(/^1[01]+1$/)
  })

  it('are those of the standards’ examples', () => {
    // A is 33, I 41, M 45, and the check character (104 + 33 + 2·41 + 3·45) mod 103 = 45 is M again.
    expect(code128('AIM')).toBe('11010010000101000110001100010001010111011000101110110001100011101011')
    expect(ean13('590123412345')).toBe(
      '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
    )
  })
})
