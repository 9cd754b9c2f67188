/**
 * An unreliable link between a browser and the server: an HTTP proxy that loses calls before and after the server,
 * holds them up, sends them twice, cuts answers short and resets connections. Chance is seeded.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { weighted, type Chance } from '../sim/chance.ts'

/** What can happen to a call, and how often relative to each other. */
const FAULTS = {
  none: 20,
  /** The call never reaches the server. */
  'lost before the server': 9,
  /** The server has done the call, and its answer is lost. */
  'lost after the server': 12,
  'delayed before': 6,
  'delayed after': 6,
  'sent twice': 8,
  /** A copy comes again when everything has moved on. */
  'sent again later': 5,
  'cut off': 5,
  /** Complete by its length, with half of its JSON. */
  'cut JSON': 4,
  'a page of HTML': 3,
  'answered 503': 2,
} as const
export type Fault = keyof typeof FAULTS
const CHOICES = Object.entries(FAULTS).map(([fault, often]) => [often, fault as Fault] as const)

/** Calls other than a push are many, and mostly pass. */
const SPARED = 3

const MOST_DELAY_MS = 2_000
const LATER_MS = 4_000
const STREAM_LIVES_MS = 5_000

interface Call {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}
interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface Proxy {
  /** `http://localhost:port`: a secure context for a browser. */
  url: string
  /** While false it only passes calls on. */
  hostile: boolean
  /** How often each fault has happened. */
  happened: Map<Fault, number>
  /** Resolves when no call is on its way whose answer has no reader. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function startProxy(target: string, chance: Chance): Promise<Proxy> {
  const upstream = new URL(target)
  const agent = new http.Agent({ keepAlive: true })
  const happened = new Map<Fault, number>()
  /** Calls whose answer has no reader any more. */
  const stray = new Set<Promise<unknown>>()

  const request = ({ method, path, headers }: Call) =>
    http.request({
      agent,
      host: upstream.hostname,
      port: upstream.port,
      method,
      path,
      // The server compares Host with Origin as the browser wrote them.
      headers: { ...headers, connection: 'keep-alive' },
    })

  const ask = (call: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = request(call)
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 502,
            headers: incoming.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      outgoing.end(call.body)
    })

  const aside = (work: Promise<unknown>) => {
    const quiet = work.catch(() => undefined).finally(() => stray.delete(quiet))
    stray.add(quiet)
  }

  function reply(response: http.ServerResponse, { status, headers, body }: Answer): void {
    const { 'transfer-encoding': _chunks, connection: _connection, ...kept } = headers
    response.writeHead(status, { ...kept, 'content-length': body.length })
    response.end(body)
  }

  /** Announces the full length, sends half of it, and closes. */
  function cutOff(response: http.ServerResponse, { status, headers, body }: Answer): void {
    const { 'transfer-encoding': _chunks, connection: _connection, ...kept } = headers
    response.writeHead(status, { ...kept, 'content-length': body.length + 1 })
    response.write(body.subarray(0, body.length >> 1), () => response.socket?.resetAndDestroy())
  }

  const plain = (status: number, type: string, text: string): Answer => ({
    status,
    headers: { 'content-type': type },
    body: Buffer.from(text),
  })
  const someDelay = () => delay(chance.next() * MOST_DELAY_MS)

  async function spoil(fault: Fault, call: Call, response: http.ServerResponse): Promise<void> {
    switch (fault) {
      case 'lost before the server':
        response.socket?.resetAndDestroy()
        return
      case 'lost after the server':
        await ask(call)
        response.socket?.resetAndDestroy()
        return
      case 'delayed before':
        await someDelay()
        return reply(response, await ask(call))
      case 'delayed after': {
        const answer = await ask(call)
        await someDelay()
        return reply(response, answer)
      }
      case 'sent twice': {
        const both = await Promise.all([ask(call), ask(call)])
        return reply(response, chance.pick(both))
      }
      case 'sent again later':
        aside(delay(chance.next() * LATER_MS).then(() => ask(call)))
        return reply(response, await ask(call))
      case 'cut off':
        return cutOff(response, await ask(call))
      case 'cut JSON': {
        const answer = await ask(call)
        const { 'content-encoding': encoded } = answer.headers
        if (encoded) return cutOff(response, answer)
        return reply(response, { ...answer, body: answer.body.subarray(0, answer.body.length >> 1) })
      }
      case 'a page of HTML':
        return reply(response, plain(200, 'text/html', '<h1>Welcome to Harbour Wi-Fi</h1>'))
      case 'answered 503':
        return reply(response, plain(503, 'text/html', '<h1>503</h1>'))
      default:
        return reply(response, await ask(call))
    }
  }

  /** Passes events on as they come, until the link breaks. */
  function stream(call: Call, response: http.ServerResponse): void {
    const outgoing = request(call)
    const end = () => response.destroy()
    outgoing.on('error', end)
    response.on('close', () => outgoing.destroy())
    outgoing.on('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers)
      response.flushHeaders()
      incoming.on('error', end)
      incoming.pipe(response)
    })
    outgoing.end(call.body)
    if (proxy.hostile) setTimeout(end, chance.next() * STREAM_LIVES_MS).unref()
  }

  async function handle(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = 'GET', url: path = '/', headers } = incoming
    const call = { method, path, headers, body: Buffer.concat(chunks) }
    if (path.startsWith('/api/sync/stream')) return stream(call, response)
    const isSpared = !path.endsWith('/sync/push') && !chance.oneIn(SPARED)
    const fault = (proxy.hostile && !isSpared && weighted(chance, CHOICES)) || 'none'
    happened.set(fault, (happened.get(fault) ?? 0) + 1)
    await spoil(fault, call, response)
  }

  const server = http.createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.socket?.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const proxy: Proxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hostile: false,
    happened,
    async settled() {
      await Promise.all(stray)
    },
    async close() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
