/**
 * Sends one request and reads one answer, with a time limit that starts again with each piece of the answer. It has no
 * session and no retry: `session.ts` and `client.ts` add those.
 */
import { ACCOUNT_CLOSED, PASSWORD_NEEDED, SIGN_IN_NEEDED } from '#contract/people/session-codes.ts'
import type { Environment } from './environment.ts'
import { ApiError, isObject, NetworkError } from './errors.ts'

/** A264: every call goes under one base path. */
export const API_BASE = '/api/'
/** Long enough for a bad link, short enough that a dead one is noticed. */
const REQUEST_TIMEOUT_MS = 30_000

export interface HttpRequest {
  method: string
  /** Below `/api/`, with its query. */
  path: string
  headers?: Record<string, string>
  /**
   * Sent as JSON. A string is sent as it is, so that a repeated call has the same bytes. A form is sent as its parts, a
   * file with its own type.
   */
  body?: unknown
  /** The body is JSON that `env.gzip` has compressed. */
  isGzip?: boolean
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** A good answer is a file: its body is a Blob, byte for byte. */
  isFile?: boolean
}

export interface HttpAnswer {
  status: number
  /** The status in words; empty over HTTP/2. */
  statusText: string
  headers: Headers
  /** Parsed JSON; else the text; null where there is none. */
  body: unknown
  isJson: boolean
}

/** Sends the request and reads the whole answer. Throws NetworkError if no answer comes or it breaks off. */
export async function send(env: Environment, request: HttpRequest): Promise<HttpAnswer> {
  const abort = new AbortController()
  let timedOut = false
  const wait = () =>
    env.after(request.timeoutMs ?? REQUEST_TIMEOUT_MS, () => {
      timedOut = true
      abort.abort()
    })
  let cancel = wait()
  /** Starts the time limit again: an answer that is coming is awaited, however slow it is. */
  const moves = () => {
    cancel()
    cancel = wait()
  }
  const giveUp = () => abort.abort()
  request.signal?.addEventListener('abort', giveUp)
  if (request.signal?.aborted) giveUp()
  try {
    const response = await env.fetch(API_BASE + request.path, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...contentType(request.body),
        ...(request.isGzip && { 'content-encoding': 'gzip' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: written(request.body) }),
      signal: abort.signal,
    })
    const { status, statusText, headers } = response
    const read =
      request.isFile && response.ok
        ? { body: await response.blob(), isJson: false }
        : parse(response, await textOf(response, moves))
    return { status, statusText, headers, ...read }
  } catch (error) {
    if (error instanceof NetworkError) throw error
    if (request.signal?.aborted) throw error
    throw new NetworkError(timedOut ? 'timeout' : 'unreachable', { cause: error })
  } finally {
    cancel()
    request.signal?.removeEventListener('abort', giveUp)
  }
}

/** Returns the type of a body. The browser writes a form's type itself, with the boundary of its parts. */
function contentType(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {}
  return { 'content-type': body instanceof Blob ? body.type : 'application/json' }
}

type Written = string | FormData | Blob | Uint8Array<ArrayBuffer>
const written = (body: unknown): Written =>
  typeof body === 'string' || body instanceof FormData || body instanceof Blob || body instanceof Uint8Array
    ? (body as Written)
    : JSON.stringify(body)

/** Reads the whole body as text and calls `moves` for each piece. */
async function textOf({ body }: Response, moves: () => void): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    moves()
    text += decoder.decode(value, { stream: true })
  }
}

function parse(response: Response, text: string): Pick<HttpAnswer, 'body' | 'isJson'> {
  if (text === '') return { body: null, isJson: false }
  const claimsJson = (response.headers.get('content-type') ?? '').includes('json')
  if (!claimsJson) return { body: text, isJson: false }
  try {
    return { body: JSON.parse(text) as unknown, isJson: true }
  } catch (error) {
    // The body was cut off on the way, so its content is unknown.
    throw new NetworkError('not-ours', { cause: error })
  }
}

/** Returns `Retry-After` in ms, from seconds or a date; null where it is absent. */
function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')
  if (!value) return null
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

/** Whether the server itself says that the session is over. A proxy's or a portal's 401 or 403 does not say so. */
export const endsSession = (answer: Pick<HttpAnswer, 'status' | 'body'>): boolean =>
  [SIGN_IN_NEEDED, ACCOUNT_CLOSED].includes(refusalCode(answer) ?? '')

/** Whether the server says that the account is locked or closed. */
export const saysClosed = (answer: Pick<HttpAnswer, 'status' | 'body'>): boolean =>
  refusalCode(answer) === ACCOUNT_CLOSED

/** Whether the server says that the call needs the password again. */
export const needsPassword = (answer: Pick<HttpAnswer, 'status' | 'body'>): boolean =>
  refusalCode(answer, 403) === PASSWORD_NEEDED

/** Returns the `code` of our server's refusal with this status, else null. */
function refusalCode({ status, body }: Pick<HttpAnswer, 'status' | 'body'>, refusal = 401): string | null {
  if (status !== refusal || !isObject(body) || typeof body['message'] !== 'string') return null
  return typeof body['code'] === 'string' ? body['code'] : null
}

/** Returns the error to throw for an answer other than 2xx. */
export const apiError = (answer: HttpAnswer, now: number): ApiError =>
  new ApiError(
    answer.status,
    answer.body,
    answer.isJson,
    retryAfterMs(answer.headers, now),
    answer.statusText,
  )
