/**
 * Calls of the office that are no edits of an order, with an `Idempotency-Key`: done once, however often they come.
 * Edits of orders have their outcomes in `mutations`.
 */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import { refuse } from '#contract/sync/outcome.ts'
import { actorOf, type Actor } from './security-events.ts'
import { outcomeBody, Problem } from './problem.ts'

/** The same text for the same value, however its fields are ordered. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** The greatest depth of a body. A sound one is at most five deep; a much deeper one would overflow the stack of its reader. */
const MOST_DEPTH = 64

function isDeeperThan(most: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(most - 1, inner))
}

export const keyReused = () => refuse(422, 'key_reused', 'This idempotency key was used for another call.')

/** The same, thrown. */
function throwKeyReused(): never {
  const refused = keyReused()
  throw new Problem(refused.status, refused.message, outcomeBody(refused))
}

/** What makes a call: who called what, and with which body. */
export interface KeyedCall {
  key: string | null
  /** Method, path and body. */
  call: readonly unknown[]
  /** For what is written down of it (`recordEvent`). */
  actor: Actor
}

const KEY = /^[\x21-\x7e]{1,64}$/

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes an `Idempotency-Key`, and the API's page says so. */
    takesKey?: boolean
  }
}

/** Config of a call that takes an `Idempotency-Key`. */
export const KEYED = { takesKey: true } as const

/** The key that the caller sent, or null. A malformed one is refused. */
export function idempotencyKey(request: FastifyRequest): string | null {
  if (!request.routeOptions.config.takesKey)
    throw new Error(`${request.routeOptions.url} does not say that it takes a key`)
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Problem(400, 'Idempotency-Key: must be 1 to 64 visible characters.')
  return key
}

/**
 * The call with its key, which the answer echoes. The address of the call counts without its slash at the end. Throws
 * 400 for a body that is nested too deeply, with or without a key.
 */
export function keyedCall(request: FastifyRequest, reply: FastifyReply): KeyedCall {
  const key = idempotencyKey(request)
  if (key !== null) void reply.header('idempotency-key', key)
  const { method, url, body } = request
  if (isDeeperThan(MOST_DEPTH, body)) throw new Problem(400, 'The call is nested too deeply.')
  return { key, call: [method, url.replace(/\/(?=\?|$)/, ''), body ?? null], actor: actorOf(request) }
}

const nameOf = (person: Person, key: string) => `${person.id} ${key}`

/** Whether this person's call with this key has been done: then nothing is to be made ready for it before its transaction. */
export async function wasDone(pool: pg.Pool, person: Person, { key }: KeyedCall): Promise<boolean> {
  if (key === null) return false
  const { rowCount } = await pool.query('select from keyed_calls where key = $1', [nameOf(person, key)])
  return rowCount === 1
}

/**
 * Runs `work` in the caller's transaction unless this person's call with this key has been done; a call beside it with
 * the same key waits for it. Throws 422 where the key was another call's. `work` returns the id of the row that the
 * call has made. The repeated call returns that id too.
 */
export async function once(
  client: pg.ClientBase,
  person: Person,
  { key, call }: KeyedCall,
  work: () => Promise<string | null>,
): Promise<string | null> {
  if (key === null) return work()
  const name = nameOf(person, key)
  const fingerprint = hash('sha256', JSON.stringify(sorted(call)), 'base64url')
  const { rowCount } = await client.query(
    'insert into keyed_calls (key, fingerprint) values ($1, $2) on conflict (key) do nothing',
    [name, fingerprint],
  )
  if (rowCount === 0) {
    const { rows } = await client.query<{ fingerprint: string; made: string | null }>(
      'select fingerprint, made from keyed_calls where key = $1',
      [name],
    )
    const known = rows[0]!
    if (known.fingerprint === fingerprint) return known.made
    throwKeyReused()
  }
  const made = await work()
  if (made !== null) await client.query('update keyed_calls set made = $2 where key = $1', [name, made])
  return made
}
