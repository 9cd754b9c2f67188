import { describe, expect, it } from 'vitest'
import type { CodeRead } from './engine.ts'
import { createReadGate } from './read-gate.ts'
import { readOf } from './read-of.ts'

const code = (text: string): CodeRead =>
  readOf({ engine: 'zxing', family: 'code-128', text, lines: 20, offCentre: 0 })!
const A = code('AAAAAA')
const B = code('BBBBBB')

/** Plays frames 100 ms apart and gives the texts that were reported, with their frame. */
function play(frames: (CodeRead | null)[], equalReads = 2) {
  const gate = createReadGate({ equalReads })
  return frames.flatMap((frame, index) => {
    const read = gate.push(frame, index * 100)
    return read ? [`${read.text}@${index}`] : []
  })
}
const nothing = (frames: number): null[] => Array.from({ length: frames }, () => null)

describe('live reads', () => {
  it('are reported after two equal ones, whatever frames without a code come between', () => {
    expect(play([A, null, null, A])).toEqual(['AAAAAA@3'])
  })

  it('are not reported when they differ', () => {
    expect(play([A, B, A, B])).toEqual([])
  })

  it('need three equal ones where the engine does', () => {
    expect(play([A, A, A], 3)).toEqual(['AAAAAA@2'])
    expect(play([A, A, B, A], 3)).toEqual([])
  })

  it('are reported once for as long as the code stays in the picture', () => {
    expect(play([A, A, A, A, null, A, A])).toEqual(['AAAAAA@1'])
  })

  it('are reported again when the code was away for 1.5 s', () => {
    expect(play([A, A, ...nothing(16), A, A])).toEqual(['AAAAAA@1', 'AAAAAA@19'])
  })

  it('do not count when they are more than a second apart', () => {
    expect(play([A, ...nothing(10), A])).toEqual([])
  })

  it('report another code at once after the first, and neither again while both are there', () => {
    expect(play([A, A, B, B, A, A])).toEqual(['AAAAAA@1', 'BBBBBB@3'])
  })
})
