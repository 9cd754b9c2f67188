/** Records authentication events, and who changed rights, fees, prices and settings (docs/decisions/0208). */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { SecurityEventKind } from '#contract/security/kinds.ts'

/** The person who acts, and the call by which they act. */
export interface Actor {
  /** Null where the caller has not signed in. */
  user: number | null
  address: string
  request: string
}

/** The actor of a command on the server's machine. */
export const MACHINE: Actor = { user: null, address: '', request: '' }

/** Returns the person and the source of a call. `user` where the call itself says who it is: at a sign-in. */
export const actorOf = (
  { person, ip, id }: Pick<FastifyRequest, 'ip' | 'id'> & { person?: FastifyRequest['person'] },
  user: number | null = person?.id ?? null,
): Actor => ({ user, address: ip, request: id })

export interface EventFacts {
  kind: SecurityEventKind
  /** The object of the act: a name, a product, a setting. */
  about?: string
  details?: string
}

/** Longer texts are cut: a row says what was done, and the changed rows have the rest. */
const MOST_CHARACTERS = 500

/** Stores an event. Must run inside the transaction of its cause, where there is one. */
export async function recordEvent(
  client: pg.Pool | pg.ClientBase,
  { user, address, request }: Actor,
  { kind, about = '', details = '' }: EventFacts,
): Promise<void> {
  await client.query({
    name: 'security event',
    text: `insert into security_events (kind, user_id, username, about, details, address, request_id)
             values ($1, $2, coalesce((select username from users where id = $2), ''), $3, $4, $5, $6)`,
    values: [
      kind,
      user,
      about.slice(0, MOST_CHARACTERS),
      details.slice(0, MOST_CHARACTERS),
      address,
      request,
    ],
  })
}

/** Returns "role_id: 14 → 11", for each of these fields that has changed; '' for none. */
export function changesText<T extends object>(
  before: T,
  after: Partial<T>,
  fields: readonly (keyof T & string)[],
): string {
  return fields
    .filter((field) => field in after && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => `${field}: ${valueText(before[field])} → ${valueText(after[field])}`)
    .join(', ')
}

const valueText = (value: unknown): string =>
  value === null || value === undefined
    ? 'none'
    : typeof value === 'string'
      ? value || 'none'
      : JSON.stringify(value)
