import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '#src/api/errors.ts'
import { signInProblem } from './sign-in-problem.ts'

const SPECIFIED =
  'There was an error signing with the credentials used. Remember both fields are case sensitive.'

it('C347 a refused sign-in shows the specified words', () => {
  expect(signInProblem(new ApiError(401, { message: 'Wrong username or password.' }, true))).toBe(SPECIFIED)
  expect(signInProblem(new ApiError(400, { password: 'is needed' }, true))).toBe(SPECIFIED)
})

it('a sign-in that never reached the server does not blame the typed values', () => {
  expect(signInProblem(new NetworkError('unreachable'))).toBe('The server cannot be reached.')
  expect(signInProblem(new ApiError(429, { message: 'Too many tries. Wait 30 s.' }, true))).toBe(
    'Too many tries. Wait 30 s.',
  )
})

it('a locked account is not called a wrong password', () => {
  const message = 'This account is locked. Please speak to your administrator.'
  expect(signInProblem(new ApiError(401, { message, code: 'account_closed' }, true))).toBe(message)
})
