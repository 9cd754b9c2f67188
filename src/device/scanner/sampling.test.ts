import { describe, expect, it } from 'vitest'
import { enlargement, liveLooks, photoLooks, sampledSize, UPRIGHT } from './sampling.ts'

describe('the plan for live frames', () => {
  it('looks upright and turned by 30° to either side, alternately', () => {
    const turns = [0, 1, 2, 3, 4].map((n) => liveLooks(n)[0]!.sampling.turn)
    expect(turns).toEqual([0, 30, 0, -30, 0])
  })

  it('asks zbar only about frames that zxing did not read upright', () => {
    expect(liveLooks(0).map(({ engine }) => engine)).toEqual(['zxing', 'zbar'])
    expect(liveLooks(1).map(({ engine }) => engine)).toEqual(['zxing'])
  })
})

describe('the plan for a photograph', () => {
  it('begins with zxing and zbar upright, then turns', () => {
    const looks = photoLooks({ width: 1_280, height: 720 })
    expect(looks.slice(0, 2)).toEqual(liveLooks(0))
    expect(looks.slice(2).map(({ sampling }) => Math.abs(sampling.turn))).toEqual([
      30, 30, 30, 30, 15, 15, 45,
    ])
  })

  it('has a look of zxing in which a code leans by less than 8°, at any angle', () => {
    const turns = photoLooks({ width: 1_280, height: 720 })
      .filter(({ engine }) => engine === 'zxing')
      .map(({ sampling }) => sampling.turn)
    // The engines look at quarter turns themselves.
    const leanAfter = (lean: number, turn: number) => Math.abs(((lean + turn + 360 + 45) % 90) - 45)
    for (let lean = 0; lean < 90; lean++)
      expect(Math.min(...turns.map((turn) => leanAfter(lean, turn)))).toBeLessThan(8)
  })

  it('looks at large ones once more, finer', () => {
    const longest = (width: number) =>
      photoLooks({ width, height: 900 }).map(({ sampling }) => sampling.longest)
    expect(longest(4_000)).toContain(2_000)
    expect(longest(1_280)).not.toContain(2_000)
  })

  it('enlarges small ones', () => {
    const picture = { width: 240, height: 240 }
    expect(photoLooks(picture).map(({ sampling }) => enlargement(picture, sampling))).toContain(2)
    expect(photoLooks({ width: 1_000, height: 800 }).every(({ sampling }) => sampling.enlarge === 1)).toBe(
      true,
    )
  })
})

describe('sampling', () => {
  it('never draws larger than its longest side, nor enlarges unless it says so', () => {
    expect(sampledSize({ width: 4_000, height: 2_000 }, UPRIGHT)).toMatchObject({ width: 1_000, height: 500 })
    expect(sampledSize({ width: 300, height: 200 }, UPRIGHT)).toMatchObject({ width: 300, height: 200 })
    expect(enlargement({ width: 4_000, height: 2_000 }, UPRIGHT)).toBe(1)
  })

  it('leaves room for the corners of a turned picture', () => {
    const { canvasWidth, canvasHeight } = sampledSize(
      { width: 800, height: 600 },
      { longest: 800, enlarge: 1, turn: 30 },
    )
    expect([canvasWidth, canvasHeight]).toEqual([993, 920])
  })
})
