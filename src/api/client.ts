/**
 * The one way to call the server: token before the call, one refresh and one retry after a 401, the question for the password
 * and one retry where a call needs it, errors as values.
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
  /** The body is such JSON as `env.gzip` made small. */
  isGzip?: boolean
  /** A list repeats its parameter (A275, A284); null and undefined are left out. */
  query?: Record<string, QueryValue | readonly QueryValue[]>
  /** What a good answer looks like; anything else is not ours. Without it the parsed JSON comes as it is. */
  schema?: z.ZodType<T>
  idempotencyKey?: string
  /** The version of the row that was seen: where it has another one by now, nothing is done (412). */
  seenVersion?: string
  signal?: AbortSignal
  timeoutMs?: number
  /** Only as this person: nobody else's token ever carries their edits. Throws SignInNeeded otherwise. */
  as?: number
  /** For what anybody may see (A301): sent as somebody who is not signed in, whoever is. */
  withoutToken?: true
}

export interface Client {
  /**
   * Calls `/api/{path}` and gives the parsed body, null for an empty one.
   * Throws ApiError (the server said no), NetworkError (no answer, or not ours), SignInNeeded or PasswordNotGiven.
   */
  api<T = unknown>(method: Method, path: string, options?: CallOptions<T>): Promise<T>
  /** The same for an answer that is a file: its bytes as they came. */
  file(path: string, options?: Pick<CallOptions<Blob>, 'query' | 'signal' | 'timeoutMs'>): Promise<Blob>
  /** Opens an answer that goes on (the change stream). The caller reads and aborts it. */
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
  /** Asks the person for their password. Resolves to whether the server has taken it. Missing where nobody can be asked. */
  askPassword?: () => Promise<boolean>
}

export function createClient({ env, session, askPassword }: ClientOptions): Client {
  /**
   * A311, A312: one refresh, one retry; a second 401 ends the session, where the server itself says so. Of a stream, whose
   * body is not read, it is an answer like any other.
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
