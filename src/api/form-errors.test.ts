import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { fieldErrors, wholeText } from './form-errors.ts'

describe('the whole answer as text', () => {
  const whole = (body: unknown) => wholeText(new ApiError(400, body, typeof body !== 'string'))

  it('B247 leaves nothing of the body out, and repeats nothing', () => {
    expect(whole({ username: ['taken'] })).toBe('username: taken')
    expect(whole({ message: 'No.', username: ['taken', 'short'], email: 'is needed' })).toBe(
      'No.\nusername: taken short\nemail: is needed',
    )
    const ours = { username: 'is taken', email: 'is needed', message: 'username: is taken\nemail: is needed' }
    expect(whole(ours)).toBe('username: is taken\nemail: is needed')
    expect(whole({ detail: 'd' })).toBe('d')
    expect(whole({ message: 'm', detail: 'd' })).toBe('m\ndetail: d')
    expect(whole('boom')).toBe('boom')
    expect(wholeText(new NetworkError('timeout'))).toBe('The server did not answer in time.')
  })

  it('gives each field its words, and none when the answer is no refusal', () => {
    expect(fieldErrors(new ApiError(400, { message: 'm', username: ['taken'], email: 'no' }, true))).toEqual({
      username: 'taken',
      email: 'no',
    })
    expect(fieldErrors(new ApiError(500, { username: 'x' }, true))).toEqual({})
    expect(fieldErrors(new NetworkError('unreachable'))).toEqual({})
  })
})
