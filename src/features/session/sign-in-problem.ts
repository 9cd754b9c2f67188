/** What a failed sign-in says. */
import { ACCOUNT_CLOSED } from '#contract/people/session-codes.ts'
import { ApiError, errorText, isObject } from '#src/api/errors.ts'

/** C347. */
const WRONG_CREDENTIALS =
  'There was an error signing with the credentials used. Remember both fields are case sensitive.'

/**
 * A refusal of what was typed in the specified words; anything else (no network, too many tries, an account that is
 * locked) in its own.
 */
export function signInProblem(error: unknown): string {
  const refused = error instanceof ApiError && [400, 401, 403, 404, 422].includes(error.status)
  return refused && !isLocked(error) ? WRONG_CREDENTIALS : errorText(error)
}

const isLocked = ({ body }: ApiError): boolean => isObject(body) && body['code'] === ACCOUNT_CLOSED
