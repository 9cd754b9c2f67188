import { describe, expect, it } from 'vitest'
import { collectEvidence, liveRead } from './evidence.ts'
import type { EngineName, CodeRead } from './engine.ts'
import { readOf } from './read-of.ts'

type Family = Parameters<typeof readOf>[0]['family']
const seen = (
  engine: EngineName,
  text: string,
  lines: number,
  family: Family = 'ean-upc',
  offCentre = 0,
): CodeRead => readOf({ engine, family, text, lines, offCentre })!

const EAN = '9780201310054'
const OTHER = '9074932437075'

/** Each argument has the reads of one look. */
function verdict(...looks: CodeRead[][]) {
  const evidence = collectEvidence()
  for (const reads of looks) evidence.add(reads)
  return evidence.verdict()?.text ?? null
}

describe('a code in one picture', () => {
  it('is believed when zxing saw it in many lines', () => {
    expect(verdict([seen('zxing', EAN, 8)])).toBe(EAN)
    expect(verdict([seen('zxing', EAN, 7)])).toBeNull()
  })

  it('is believed in fewer lines when two looks agree', () => {
    expect(verdict([seen('zxing', EAN, 3)], [seen('zxing', EAN, 3)])).toBe(EAN)
    expect(verdict([seen('zxing', EAN, 4)], [seen('zbar', EAN, 9)])).toBe(EAN)
  })

  it('found twice by one look is no agreement', () => {
    expect(verdict([seen('zxing', EAN, 4), seen('zxing', EAN, 4)])).toBeNull()
  })

  it('is not believed because zbar repeats itself', () => {
    expect(verdict([seen('zbar', EAN, 40)], [seen('zbar', EAN, 40)])).toBeNull()
    expect(verdict([seen('zbar', EAN, 60)])).toBe(EAN)
  })

  it('needs twice as much where there is hardly a check digit', () => {
    expect(verdict([seen('zxing', '04965802', 15, 'upc-e')])).toBeNull()
    expect(verdict([seen('zxing', '04965802', 16, 'upc-e')])).toBe('04965802')
    expect(verdict([seen('zxing', '216736', 15, 'itf')])).toBeNull()
    expect(verdict([seen('zxing', '30712345000010', 8, 'itf')])).toBe('30712345000010')
  })

  it('is not believed from zbar alone where zbar cannot tell: Code 128 and ITF', () => {
    expect(verdict([seen('zbar', 'ssss1234', 200, 'code-128')])).toBeNull()
    expect(verdict([seen('zbar', '30712345000010', 200, 'itf')])).toBeNull()
  })

  it('is not believed beside another that was seen nearly as often', () => {
    expect(verdict([seen('zxing', EAN, 20)], [seen('zxing', OTHER, 9)])).toBeNull()
    expect(verdict([seen('zxing', EAN, 30)], [seen('zxing', OTHER, 9)])).toBe(EAN)
  })

  it('is believed at once when it corrects its own errors', () => {
    expect(verdict([seen('zbar', 'https://example.com', 1, 'qr')])).toBe('https://example.com')
  })

  it('is taken from zxing when both saw it: only zxing distinguishes GS1-128 from Code 128', () => {
    const evidence = collectEvidence()
    evidence.add([seen('zbar', '10LOT7', 90, 'code-128')])
    evidence.add([
      readOf({
        engine: 'zxing',
        family: 'code-128',
        text: '10LOT7',
        identifier: ']C1',
        lines: 9,
        offCentre: 0,
      })!,
    ])
    expect(evidence.verdict()).toMatchObject({ symbology: 'gs1-128', raw: ']C110LOT7' })
  })
})

describe('a live frame', () => {
  it('gives the code nearest to the middle', () => {
    const reads = [seen('zxing', OTHER, 90, 'ean-upc', 0.8), seen('zxing', EAN, 12, 'ean-upc', 0.1)]
    expect(liveRead(reads)?.text).toBe(EAN)
  })

  it('gives none that was seen too little', () => {
    expect(liveRead([seen('zxing', EAN, 2)])).toBeNull()
    expect(liveRead([seen('zxing', '04965802', 5, 'upc-e')])).toBeNull()
    expect(liveRead([seen('zbar', 'ABC123', 80, 'code-128')])).toBeNull()
  })
})
