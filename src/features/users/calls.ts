/** The calls behind the users list and the user form (B067, B210, B233, B234). */
import { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'

export const fetchUsers = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'users', { query: { no_page: 1 }, schema: User.array(), signal })

export const fetchUser = (client: Client, id: number, signal: AbortSignal) =>
  client.api('GET', `users/${id}`, { schema: User, signal })

/** @param key the same for the same call, so that one whose answer was lost makes no second customer */
export const addUser = (client: Client, body: object, key: string) =>
  client.api('POST', 'users/', { body, schema: User, idempotencyKey: key })

export const changeUser = (client: Client, id: number, body: object) =>
  client.api('PATCH', `users/${id}`, { body, schema: User })
