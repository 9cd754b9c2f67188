import { describe, expect, it } from 'vitest'
import { CAMERA_PROBLEMS, cameraProblemHere, cameraProblemOf } from './camera-problem.ts'

describe('why there is no picture', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ] as const)('%s means %s', (name, problem) => {
    expect(cameraProblemOf(Object.assign(new Error('no'), { name }))).toBe(problem)
    expect(CAMERA_PROBLEMS[problem]).toMatch(/\.$/)
  })

  it('is known beforehand without https and without cameras', () => {
    expect(cameraProblemHere({ isSecureContext: false, navigator: {} })).toBe('insecure')
    expect(cameraProblemHere({ isSecureContext: true, navigator: {} })).toBe('unsupported')
    expect(cameraProblemHere({ isSecureContext: true, navigator: { mediaDevices: {} } })).toBeNull()
  })

  it('is never a thrown nothing', () => {
    expect(cameraProblemOf(undefined)).toBe('failed')
    expect(cameraProblemOf('no')).toBe('failed')
  })
})
