/**
 * The network between a page and the server of its test: `fetch` goes into the real server by `inject`, answers that go
 * on (the change stream) included. It can do what networks do: be away, be slow, and have a proxy in it that fails.
 */
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** A call as the page sent it. */
export interface Call {
  method: string
  /** Below `/api/`, without its query. */
  path: string
  query: URLSearchParams
  /** The value of a JSON body, also where the page compressed it; else undefined. */
  body: unknown
  /** The header `Authorization`; null where the call has none. */
  authorization: string | null
  ifMatch: string | null
  idempotencyKey: string | null
}

type Which = (call: Call) => boolean

/** The calls of a method to a path, as `at('GET', 'orders')` or `at('PATCH', /^orders\/\d+$/)`. */
export const at =
  (method: string, path: string | RegExp): Which =>
  (call) =>
    call.method === method && (typeof path === 'string' ? call.path === path : path.test(call.path))

export interface Network {
  fetch(input: string, init?: RequestInit): Promise<Response>
  /** Every call that the page has sent, whether it arrived or not, in the order of sending. */
  readonly calls: readonly Call[]
  /** No call arrives any more, and answers on their way break off, until `connect`. The browser knows of it. */
  disconnect(): void
  connect(): void
  /** A proxy answers these calls itself, because it does not reach the server; a 500 is the server's own. Call the answer to mend it. */
  fail(which: Which, status?: 500 | 502 | 503 | 504): () => void
  /**
   * These calls get this answer in the place of the server's: what a server of another version, or one with other rows,
   * says. Call the answer to end it. Of two that are meant the later one counts.
   */
  answer(which: Which, body: unknown, status?: number, headers?: Record<string, string>): () => void
  /** The next of these calls arrives, is done, and its answer is lost on its way. */
  lose(which: Which): void
  /** These calls wait on their way until the answer is called. */
  hold(which: Which): () => void
  /** Lets go what is held, and resolves when every call is over. The change stream is over when the page ends it. */
  ended(): Promise<void>
}

/** What breaks off a call: the page's own wish, or the network's end. */
class Line {
  readonly #cuts = new Set<() => void>()
  isCut = false
  onCut(cut: () => void): void {
    if (this.isCut) cut()
    else this.#cuts.add(cut)
  }
  cut(): void {
    this.isCut = true
    for (const cut of this.#cuts) cut()
    this.#cuts.clear()
  }
}

/** What a body says that is JSON as a text, or as the bytes that gzip makes of one. */
function jsonOf(body: BodyInit | null | undefined): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof Uint8Array ? JSON.parse(gunzipSync(body).toString()) : undefined
}

export function networkTo(app: FastifyInstance): Network {
  const calls: Call[] = []
  const lines = new Set<Line>()
  const running = new Set<Promise<unknown>>()
  const failing = new Map<Which, number>()
  const answering: { which: Which; answer: () => Response }[] = []
  const losing = new Set<Which>()
  const held = new Map<Which, Promise<void>>()
  const releases = new Set<() => void>()
  let isConnected = true

  const unreachable = () => new TypeError('Failed to fetch')

  /** Remembers what is going on until it is over. */
  function watch(work: Promise<unknown>): void {
    const over = work
      .catch(() => undefined)
      .then(() => {
        running.delete(over)
      })
    running.add(over)
  }

  async function answerTo(call: Call, request: Request, line: Line): Promise<Response> {
    for (const [isHeld, released] of held) if (isHeld(call)) await released
    if (line.isCut) throw unreachable()
    for (const [fails, status] of failing)
      if (fails(call) && status === 500)
        return Response.json({ message: 'Something went wrong on the server.' }, { status })
      else if (fails(call))
        return new Response(`<h1>${status}</h1>`, { status, headers: { 'content-type': 'text/html' } })
    const other = answering.findLast(({ which }) => which(call))
    if (other) return other.answer()
    const answer = await app.inject({
      method: request.method,
      url: request.url.slice(location.origin.length),
      headers: Object.fromEntries(request.headers),
      ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
      payloadAsStream: true,
    })
    const lost = [...losing].find((loses) => loses(call))
    if (lost) {
      losing.delete(lost)
      for await (const _part of answer.stream());
      throw unreachable()
    }
    const { res } = answer.raw
    if (!res.destroyed) watch(new Promise((resolve) => res.once('close', resolve)))
    const stream = answer.stream()
    // A broken line is no defect of the server's.
    stream.on('error', () => undefined)
    line.onCut(() => {
      res.destroy()
      stream.destroy(unreachable())
    })
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
    return new Response(hasBody ? (Readable.toWeb(stream) as ReadableStream) : null, {
      status: answer.statusCode,
      statusText: answer.statusMessage,
      headers: answer.headers as Record<string, string>,
    })
  }

  return {
    calls,
    async fetch(input, init) {
      const url = new URL(input, location.href)
      const request = new Request(url, { ...init, signal: null })
      const call = {
        method: request.method,
        path: url.pathname.replace(/^\/api\/|\/$/g, ''),
        query: url.searchParams,
        body: jsonOf(init?.body),
        authorization: request.headers.get('authorization'),
        ifMatch: request.headers.get('if-match'),
        idempotencyKey: request.headers.get('idempotency-key'),
      }
      calls.push(call)
      const line = new Line()
      const { signal } = init ?? {}
      const work = new Promise<Response>((resolve, reject) => {
        line.onCut(() => reject(signal?.aborted ? signal.reason : unreachable()))
        signal?.addEventListener('abort', () => line.cut())
        if (signal?.aborted || !isConnected) line.cut()
        else {
          const answer = answerTo(call, request, line)
          // The server goes on with it when the page has given it up.
          watch(answer)
          answer.then(resolve, reject)
        }
      })
      lines.add(line)
      watch(work)
      return work
    },
    disconnect() {
      isConnected = false
      for (const line of lines) line.cut()
      lines.clear()
    },
    connect() {
      isConnected = true
    },
    fail(which, status = 502) {
      failing.set(which, status)
      return () => failing.delete(which)
    },
    answer(which, body, status = 200, more = {}) {
      const headers = {
        'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
        ...more,
      }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const one = { which, answer: () => new Response(text, { status, headers }) }
      answering.push(one)
      return () => void answering.splice(answering.indexOf(one), 1)
    },
    lose(which) {
      losing.add(which)
    },
    hold(which) {
      let letGo = () => {}
      held.set(which, new Promise((resolve) => (letGo = resolve)))
      const release = () => {
        held.delete(which)
        releases.delete(release)
        letGo()
      }
      releases.add(release)
      return release
    },
    async ended() {
      for (const release of releases) release()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
