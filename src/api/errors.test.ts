import { describe, expect, it } from 'vitest'
import { ApiError, errorText, isNotFound, NetworkError } from './errors.ts'

const said = (body: unknown) => errorText(new ApiError(400, body, typeof body !== 'string'))

describe('the text of an error', () => {
  it('A315 B245 C344 is the message, else the detail, else the whole body or the client’s own text', () => {
    expect(said({ message: 'm', detail: 'd' })).toBe('m')
    expect(said({ detail: 'd' })).toBe('d')
    expect(said('boom')).toBe('boom')
    expect(said(null)).toBe('The server answered 400.')
    expect(said('<html>Bad gateway</html>')).toBe('The server answered 400.')
    expect(errorText(new NetworkError('unreachable'))).toBe('The server cannot be reached.')
  })

  it('A337 reaches the person unchanged, whatever the server says', () => {
    const words = 'Lot “L-7” — “recalled” (§ 4)\nAsk the office.'
    expect(said({ message: words })).toBe(words)
    expect(errorText(new ApiError(422, { detail: words }, true))).toBe(words)
  })

  it('B246 C345 lists an object as lines of "field: message"', () => {
    expect(said({ message: { name: 'too long', size: 'is needed' } })).toBe('name: too long\nsize: is needed')
    expect(said({ weight_lbs: ['must be a weight'] })).toBe('weight_lbs: must be a weight')
  })
})

it('“not found” is the word of the server: a proxy’s page with a 404 does not say so', () => {
  expect(isNotFound(new ApiError(404, { message: 'There is no such order.' }, true))).toBe(true)
  expect(isNotFound(new ApiError(404, '<html>Not Found</html>', false))).toBe(false)
  expect(isNotFound(new ApiError(404, null, false))).toBe(false)
  expect(isNotFound(new ApiError(403, { message: 'Not yours.' }, true))).toBe(false)
})
