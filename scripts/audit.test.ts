import { expect, it } from 'vitest'
import { verdictOf } from './audit.ts'

const reportOf = (severity: string, fixAvailable: unknown = false) =>
  JSON.stringify({ vulnerabilities: { pg: { severity, range: '<8.20.0', fixAvailable } } })

it('fails for a high or critical grade, and says whether there is a fix', () => {
  expect(verdictOf(reportOf('high', { name: 'pg', version: '8.24.0' }))).toEqual({
    passed: false,
    words: 'pg <8.20.0: high, fixed in a later version',
  })
  expect(verdictOf(reportOf('critical'))).toEqual({ passed: false, words: 'pg <8.20.0: critical' })
})

it('passes for a lower grade, and where there is none', () => {
  for (const report of [reportOf('moderate'), JSON.stringify({ vulnerabilities: {} })])
    expect(verdictOf(report)).toEqual({ passed: true, words: expect.stringMatching(/^No package/) })
})

it('passes where the registry does not answer, and says why', () => {
  expect(verdictOf(JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }))).toEqual({
    passed: true,
    words: 'The audit was not made: 405 Method Not Allowed',
  })
  for (const written of ['', '{}', 'npm error'])
    expect(verdictOf(written)).toEqual({
      passed: true,
      words: expect.stringMatching(/^The audit was not made/),
    })
})
