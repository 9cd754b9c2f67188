/**
 * The only way to call the server. A call gets a token first. After a 401 it refreshes once and retries once. If the
 * server needs the password, it asks for it and retries once. Failures are typed errors.
 */
import type { z } from 'zod'
import type { Environment } from './environment.ts'
import { NetworkError, PasswordNotGiven, SignInNeeded } from './errors.ts'
import { API_BASE, apiError, endsSession, needsPassword, send, type HttpAnswer } from './http.ts'
import type { Session } from './session.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type QueryValue = string | number | boolean | null | undefined

export interface CallOptions<T> {
  /** Sent as JSON; a string is sent as it is, a form as its parts. */
  body?: unknown
  /** The body is JSON that `env.gzip` has compressed. */
  isGzip?: boolean
  /** A list repeats its parameter (A275, A284); null and undefined are left out. */
  query?: Record<string, QueryValue | readonly QueryValue[]>
  /** The shape of a good answer; any other answer is not ours. Without it the parsed JSON is returned as it is. */
  schema?: z.ZodType<T>
  idempotencyKey?: string
  /** The version of the row that the person saw. If the row has another version by now, nothing is done (412). */
  seenVersion?: string
  signal?: AbortSignal
  timeoutMs?: number
  /** Sends only as this person: another person's token never carries their edits. Throws SignInNeeded otherwise. */
  as?: number
  /** For public data (A301): sent without a token, even while a person is signed in. */
  withoutToken?: true
}

export interface Client {
  /**
   * Calls `/api/{path}` and returns the parsed body, null for an empty one.
   * Throws ApiError (the server refused), NetworkError (no answer, or not ours), SignInNeeded or PasswordNotGiven.
   */
  api<T = unknown>(method: Method, path: string, options?: CallOptions<T>): Promise<T>
  /** The same for an answer that is a file: returns its bytes. */
  file(path: string, options?: Pick<CallOptions<Blob>, 'query' | 'signal' | 'timeoutMs'>): Promise<Blob>
  /** Opens a streamed answer (the change stream). The caller reads and aborts it. */
  open(path: string, signal: AbortSignal, as?: number): Promise<Response>
}

function queryString(query: CallOptions<unknown>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as readonly QueryValue[]) : [value as QueryValue])
      if (one !== undefined && one !== null) search.append(name, String(one))
  const text = search.toString()
  return text && `?${text}`
}

interface ClientOptions {
  env: Environment
  session: Session
  /**
   * Asks the person for their password. Resolves to whether the server accepted it. Missing where no person can be
   * asked.
   */
  askPassword?: () => Promise<boolean>
}

export function createClient({ env, session, askPassword }: ClientOptions): Client {
  /**
   * A311, A312: refreshes once and retries once. A second 401 ends the session if the server itself says so. The body
   * of a stream is not read, so its 401 is an answer like any other.
   */
  async function authorized<A extends { status: number; body: unknown }>(
    as: number | undefined,
    run: (headers: Record<string, string>) => Promise<A>,
  ): Promise<A> {
    const device = await session.deviceId()
    const attempt = (access: string) => run({ 'x-device-id': device, authorization: `Bearer ${access}` })
    const first = await session.accessToken(as)
    const answer = await attempt(first)
    if (answer.status !== 401) return answer
    const renewal = await session.renew(first)
    if (renewal === 'unreachable') throw new NetworkError('unreachable')
    if (renewal === 'refused') throw new SignInNeeded()
    const second = await session.accessToken(as)
    const retried = await attempt(second)
    if (!endsSession(retried)) return retried
    await session.end(second)
    throw new SignInNeeded()
  }

  return {
    async api<T>(method: Method, path: string, options: CallOptions<T> = {}): Promise<T> {
      const run = (headers: Record<string, string>) =>
        send(env, {
          method,
          path: path + queryString(options.query),
          headers: {
            ...headers,
            ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
            ...(options.seenVersion && { 'if-match': `"${options.seenVersion}"` }),
          },
          body: options.body,
          isGzip: options.isGzip ?? false,
          signal: options.signal,
          ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
        })
      const call = (): Promise<HttpAnswer> => (options.withoutToken ? run({}) : authorized(options.as, run))
      let answer = await call()
      if (askPassword && needsPassword(answer)) {
        if (!(await askPassword())) throw new PasswordNotGiven()
        answer = await call()
      }
      if (answer.status >= 300) throw apiError(answer, env.now())
      if (!answer.isJson && answer.body !== null) throw new NetworkError('not-ours')
      if (!options.schema) return answer.body as T
      const parsed = options.schema.safeParse(answer.body)
      if (!parsed.success) throw new NetworkError('not-ours', { cause: parsed.error })
      return parsed.data
    },
    async file(path, { query, ...options } = {}) {
      const answer = await authorized(undefined, (headers) =>
        send(env, { method: 'GET', path: path + queryString(query), headers, isFile: true, ...options }),
      )
      if (answer.status >= 300) throw apiError(answer, env.now())
      return answer.body as Blob
    },
    open: (path, signal, as) =>
      authorized(as, (headers) =>
        env.fetch(API_BASE + path, { headers: { ...headers, accept: 'text/event-stream' }, signal }),
      ),
  }
}
