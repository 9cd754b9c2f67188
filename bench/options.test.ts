import { describe, expect, it } from 'vitest'
import { readOptions, usage } from './options.ts'

const PARTS = {
  api: { what: 'three plain calls', lines: 6 },
  scan: { what: 'a scan until it is painted', lines: 3 },
}
const read = (...args: string[]) => readOptions(args, Object.keys(PARTS))

describe('the options of the bench', () => {
  it('all parts run where none is named', () => {
    expect(read()).toEqual({ kind: 'run', tiny: false, names: ['api', 'scan'] })
    expect(read('--tiny')).toEqual({ kind: 'run', tiny: true, names: ['api', 'scan'] })
  })

  it('a part that is named twice runs once', () => {
    expect(read('scan', '--tiny', 'scan')).toEqual({ kind: 'run', tiny: true, names: ['scan'] })
  })

  it('an unknown part or option is refused in one line', () => {
    for (const args of [['speed'], ['--fast'], ['--tiny=2'], ['-t']]) {
      const asked = read(...args)
      expect(asked.kind).toBe('refused')
      expect(asked.kind === 'refused' && asked.reason).toMatch(/^.+$/)
    }
  })

  it('the usage names every option and every part', () => {
    expect(read('--help', 'speed')).toEqual({ kind: 'help' })
    const words = usage(PARTS)
    for (const name of ['--tiny', '--help', ...Object.keys(PARTS)]) expect(words).toContain(`\n  ${name} `)
  })
})
