/**
 * Makes calls from the OpenAPI document. Each has ids, queries and bodies that fit its schema, nearly fit it, or do not
 * at all. Each role makes them, and callers without a token. The answer must never be a fault of the server, must
 * reveal nothing of its inside, and must have the content type that the document says.
 */
import type { Chance } from '../sim/chance.ts'

interface Request {
  /** The person who calls; null for a call without a token. */
  as: string | null
  method: string
  /** The path after the server's address. */
  path: string
  /** The body as it is sent; null for none. */
  body: string | null
}
interface Answer {
  status: number
  /** The content type of the answer, or an empty text. */
  type: string
  text: string
}

interface Shape {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  maxItems?: number
  minItems?: number
  additionalProperties?: Shape | boolean
  format?: string
  minimum?: number
  maximum?: number
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Shape }[]
  requestBody?: { content: Record<string, { schema: Shape }> }
  responses?: Record<string, { content?: Record<string, unknown> }>
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

export interface FuzzOptions {
  document: OpenApi
  requests: number
  people: readonly string[]
  /** Keys that rows have: ids, order numbers, codes. */
  keys: readonly string[]
  chance: Chance
  send(request: Request): Promise<Answer>
  /** The ms after which an answer counts as a finding; none where the machine is shared. */
  slowest?: number
}
export interface FuzzReport {
  requests: number
  statuses: Record<string, number>
  slowestMs: number
  wrong: string[]
}

const NASTY: unknown[] = [
  null,
  '',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [[[[]]]],
  'a\u0000b',
  'a\ud800b',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  "' or 1=1 --",
  '../../etc/passwd',
  '%',
  '\u202E',
  'x'.repeat(3_000),
  '999999999999.99',
  '-0.005',
  '1e9',
  { constructor: { prototype: 1 } },
]
/** A stream never ends. */
const ENDLESS = '/api/sync/stream'
/** The calls that a server without a payment provider refuses. */
const NOT_SET_UP = /\/invoice\/(?:payment|setnotpayable|setpaidexternally|payment\w+)$|\/stripe\/webhook$/
const STACK = /\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+/

function made(shape: Shape, chance: Chance, keys: readonly string[], depth = 0): unknown {
  if (chance.next() < 0.06) return chance.pick(NASTY)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return chance.pick(shape.enum)
  const alternatives = shape.anyOf ?? shape.oneOf ?? shape.allOf
  if (alternatives) return made(chance.pick(alternatives), chance, keys, depth)
  switch (Array.isArray(shape.type) ? chance.pick(shape.type) : shape.type) {
    case 'null':
      return null

    case 'object': {
      const body: Record<string, unknown> = {}
      for (const [name, inner] of Object.entries(shape.properties ?? {}))
        if (shape.required?.includes(name) ? chance.next() < 0.97 : chance.next() < 0.5)
          body[name] = made(inner, chance, keys, depth + 1)
      if (chance.next() < 0.03) body[`f${chance.whole(9)}`] = chance.pick(NASTY)
      return body
    }
    case 'array':
      return Array.from({ length: depth > 6 ? 0 : (shape.minItems ?? 0) + chance.whole(3) }, () =>
        made(shape.items ?? {}, chance, keys, depth + 1),
      )
    case 'integer':
    case 'number': {
      const key = Number(chance.pick(keys))
      return chance.next() < 0.5 && Number.isInteger(key) ? key : chance.whole(50)
    }
    case 'boolean':
      return chance.next() < 0.5
    case 'string':
      if (shape.format === 'date') return `2026-11-${10 + chance.whole(19)}`
      if (shape.format === 'date-time') return '2026-11-22T10:00:00.000Z'
      return chance.pick([chance.pick(keys), '1.50', 'text', '2026-11-22', chance.pick(keys)])
    default:
      return chance.pick([...NASTY, chance.pick(keys)])
  }
}

function makeRequest(
  [path, method, operation]: [string, string, Operation],
  { chance, keys, people }: FuzzOptions,
): Request {
  const text = (value: unknown) =>
    encodeURIComponent(wellFormed(typeof value === 'string' ? value : JSON.stringify(value)))
  const parameters = operation.parameters ?? []
  // No account is changed: the people are needed until the end.
  const id = () => (path.includes('/users/') ? 'nobody' : chance.pick([...keys, chance.pick(NASTY)]))
  const address = path.replace(/\{\w+\}/g, () => text(id()))
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required ? chance.next() < 0.95 : chance.next() < 0.3))
    .map(({ name, schema }) => `${name}=${text(made(schema, chance, keys))}`)
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema ? JSON.stringify(made(schema, chance, keys)) : null
  return {
    as: chance.next() < 0.05 ? null : chance.pick([...people]),
    method: method.toUpperCase(),
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    // In rare cases the body is cut off on the way.
    body: body !== null && chance.next() < 0.02 ? body.slice(0, -1) : body,
  }
}
/** Removes halves of surrogate pairs, which an address cannot hold. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '')

/** Returns what is wrong with an answer, or null. */
function fault({ path }: Request, operation: Operation, { status, type, text }: Answer): string | null {
  const plain = path.split('?')[0]!
  if (status >= 500 && !(NOT_SET_UP.test(plain) && status < 504))
    return `answered ${status}: ${text.slice(0, 300)}`
  if (STACK.test(text)) return `tells of its inside: ${text.slice(0, 300)}`
  const documented = Object.keys(operation.responses?.[status]?.content ?? {})
  const wanted = documented.length > 0 ? documented : status >= 400 ? ['application/json'] : null
  if (text !== '' && wanted && !wanted.some((one) => type.startsWith(one)))
    return `${status} is of type ${type}`
  return null
}

export async function fuzzApi(options: FuzzOptions): Promise<FuzzReport> {
  const { document, requests, send, slowest } = options
  const calls = Object.entries(document.paths)
    .filter(([path]) => path !== ENDLESS)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
        path,
        method,
        operation,
      ]),
    )
  const report: FuzzReport = { requests, statuses: {}, slowestMs: 0, wrong: [] }
  for (let n = 0; n < requests; n++) {
    // Every call comes equally often, independent of chance.
    const call = calls[n % calls.length]!
    const request = makeRequest(call, options)
    const began = performance.now()
    const answer = await send(request)
    const ms = Math.round(performance.now() - began)
    report.slowestMs = Math.max(report.slowestMs, ms)
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1
    const problem = fault(request, call[2], answer) ?? (slowest && ms > slowest ? `took ${ms} ms` : null)
    if (problem) {
      const { method, path, as, body } = request
      report.wrong.push(`${method} ${path} as ${as} ${body?.slice(0, 300) ?? ''}: ${problem}`)
    }
  }
  return report
}
