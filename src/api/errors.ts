/** The errors of a call, and their words for a person (A315, C344, C345). */

/** An answer of the server other than success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    /** The parsed JSON, or the text where the body is not JSON. */
    readonly body: unknown,
    /** Whether the body was JSON: then the answer is ours, not a captive portal's or a proxy's. */
    readonly isJson: boolean,
    /** From `Retry-After`, in ms. */
    readonly retryAfterMs: number | null = null,
    /** The status in words, empty where the answer had none. */
    readonly statusText = '',
  ) {
    super(`The server answered ${status}.`)
  }
}

/** No answer, a broken one, or one that is not ours. The caller can repeat the call. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  constructor(
    readonly reason: 'unreachable' | 'timeout' | 'not-ours',
    options?: ErrorOptions,
  ) {
    super(
      {
        unreachable: 'The server cannot be reached.',
        timeout: 'The server did not answer in time.',
        'not-ours':
          'Something other than the server answered. Is this network asking for a sign-in of its own?',
      }[reason],
      options,
    )
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** C345: lists an object as lines of "field: message". */
export function lines(value: unknown): string {
  if (Array.isArray(value)) return value.map(lines).join('\n')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(
      ([field, message]) =>
        `${field}: ${Array.isArray(message) ? message.map(lines).join(' ') : lines(message)}`,
    )
    .join('\n')
}

/**
 * A315, C344: returns the answer's message, else its detail, else the whole body, else the error's own text.
 * HTML is never shown: a proxy's page says nothing to a picker.
 */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const { body } = error
    if (isObject(body)) {
      const said = body['message'] || body['detail']
      if (said) return lines(said)
      if (Object.keys(body).length > 0) return lines(body)
    }
    if (typeof body === 'string' && body.trim() && !/^\s*</.test(body)) return body.trim()
  }
  return error instanceof Error ? error.message : String(error)
}

/** Whether the call may have taken effect: no answer came, or one of a gateway or of a server in trouble. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

type Refusal = ApiError & { body: Record<string, unknown> }

/** Whether our server refused the call with this status. A proxy's own page with that status says nothing. */
const isRefusal = (error: unknown, status: number): error is Refusal =>
  error instanceof ApiError && error.status === status && isObject(error.body)

/** Whether the server knows no such thing, or does not show it to this person. */
export const isNotFound = (error: unknown): error is Refusal => isRefusal(error, 404)

/** Whether this person's role may not do it. */
export const isForbidden = (error: unknown): error is Refusal => isRefusal(error, 403)

/** The call needs the password again, and the person has not given it. Nothing was changed. */
export class PasswordNotGiven extends Error {
  override readonly name = 'PasswordNotGiven'
  constructor() {
    super('Nothing was changed: this needs your password. What you typed is still here.')
  }
}

/** No person is signed in, or the server has refused the session. Every stored edit is kept. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded'
  constructor() {
    super('Please sign in again. Everything that you did is kept on this device.')
  }
}

/** Returns the code of a refusal that asks a question (409), else null. */
export const refusalCodeOf = (error: unknown): string | null =>
  error instanceof ApiError &&
  error.status === 409 &&
  isObject(error.body) &&
  typeof error.body['code'] === 'string'
    ? error.body['code']
    : null
