/** What can go wrong with a call, and how it is put into words for a person (A315, C344, C345). */

/** The server answered, and not with success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    /** The parsed JSON, or the text where it was none. */
    readonly body: unknown,
    /** Whether the body was JSON: an answer of ours and not of a captive portal or a proxy. */
    readonly isJson: boolean,
    /** From `Retry-After`, in ms. */
    readonly retryAfterMs: number | null = null,
    /** The status in words, where the answer had any. */
    readonly statusText = '',
  ) {
    super(`The server answered ${status}.`)
  }
}

/** No answer, a broken one, or one that is not ours: the same call can be made again. */
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

/** C345: an object is listed as lines of "field: message". */
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
 * A315, C344: the answer's message, else its detail, else the whole body, else the error's own text.
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

/** Whether the server knows no such thing, or not for this person. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The call needs the password again, and the person has not given it: nothing was changed. */
export class PasswordNotGiven extends Error {
  override readonly name = 'PasswordNotGiven'
  constructor() {
    super('Nothing was changed: this needs your password. What you typed is still here.')
  }
}

/** Nobody is signed in, or the server has refused the session. Every stored edit is kept. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded'
  constructor() {
    super('Please sign in again. Everything that you did is kept on this device.')
  }
}

/** The code of a refusal that asks something (409), else null. */
export const codeOf = (error: unknown): string | null =>
  error instanceof ApiError &&
  error.status === 409 &&
  isObject(error.body) &&
  typeof error.body['code'] === 'string'
    ? error.body['code']
    : null
