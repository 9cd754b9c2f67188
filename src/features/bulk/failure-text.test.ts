import { ApiError, refusalCodeOf, NetworkError } from '#src/api/errors.ts'
import { expect, it } from 'vitest'
import { failureText } from './failure-text.ts'

it('B259 C372 a failure is the answer’s message, else its detail, else the status in words', () => {
  const answer = (body: unknown, isJson = true) => new ApiError(404, body, isJson, null, 'Not Found')
  expect(failureText(7, answer({ message: 'No invoice.', detail: 'x' }))).toBe('No invoice.')
  expect(failureText(7, answer({ detail: 'Gone.' }))).toBe('Gone.')
  expect(failureText(7, answer({ message: { lot: 'is missing', price: 'is 0' } }))).toBe(
    'lot: is missing\nprice: is 0',
  )
  expect(failureText(7, answer('<h1>Bad gateway</h1>', false))).toBe('Invoice 7: Not Found')
  expect(failureText(7, new NetworkError('timeout'))).toBe('Invoice 7: The server did not answer in time.')
})

it('only a 409 with a code asks something', () => {
  expect(refusalCodeOf(new ApiError(409, { code: 'unsent_edits', message: 'x' }, true))).toBe('unsent_edits')
  expect(refusalCodeOf(new ApiError(409, { message: 'x' }, true))).toBeNull()
  expect(refusalCodeOf(new ApiError(422, { code: 'key_reused' }, true))).toBeNull()
  expect(refusalCodeOf(new NetworkError('timeout'))).toBeNull()
})
