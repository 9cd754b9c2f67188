/** The queries and calls of the users list and the user form (B067, B210, B233, B234). */
import { UserAccess } from '#contract/people/access.ts'
import { AccountChange } from '#contract/people/account-change.ts'
import { User } from '#contract/people/schema.ts'
import { AddedPasskey, Challenge, OwnSecondFactor, RecoveryCodes } from '#contract/people/second-factor.ts'
import { OwnSession } from '#contract/people/sessions.ts'
import type { Client } from '#src/api/client.ts'
import { makePasskey } from '#src/device/passkeys.ts'
import type { RowsQuery, ServerQuery } from '#src/queries/server-query.ts'
import type { z } from 'zod'

/** B243: a user of the list has these fields (A162). The others may be absent. */
const ListedUser = User.partial().required({ id: true, username: true, role_id: true, is_staff: true })
export type ListedUser = z.infer<typeof ListedUser>

export const USERS: RowsQuery<ListedUser> = {
  queryKey: ['users'],
  keyOf: ({ id }) => id,
  read: (client, signal) =>
    client.api('GET', 'users', { query: { no_page: 1 }, schema: ListedUser.array(), signal }),
}

/**
 * The queries that a change of a user invalidates: a new user may have added a location, and may be a customer to order
 * for.
 */
export const USERS_CHANGED = [['users'], ['companylocations'], ['customers']] as const

export const userQuery = (id: number): ServerQuery<User> => ({
  queryKey: ['users', id],
  read: (client, signal) => client.api('GET', `users/${id}`, { schema: User, signal }),
  isForm: true,
})

/** @param key the same for the same call, so that a call whose answer was lost makes no second customer */
export const addUser = (client: Client, body: object, key: string) =>
  client.api('POST', 'users/', { body, schema: User, idempotencyKey: key })

export const changeUser = (client: Client, id: number, body: object) =>
  client.api('PATCH', `users/${id}`, { body, schema: User })

/** The new passwords and addresses of an account, newest first. */
export const accountChangesQuery = (id: number): ServerQuery<AccountChange[]> => ({
  queryKey: ['users', id, 'accountchanges'],
  read: (client, signal) =>
    client.api('GET', `users/${id}/accountchanges`, { schema: AccountChange.array(), signal }),
})

/** The devices on which a user signs in, and whether the user was invited. */
export const accessQuery = (id: number): ServerQuery<UserAccess> => ({
  queryKey: ['users', id, 'access'],
  read: (client, signal) => client.api('GET', `users/${id}/access`, { schema: UserAccess, signal }),
})

/** @param key the same for the same call: a second press sends no second mail */
export const inviteUser = (client: Client, id: number, key: string) =>
  client.api('POST', `users/${id}/invitation`, { idempotencyKey: key, schema: UserAccess })

/** The devices on which the person is signed in, this device first. */
export const OWN_SESSIONS: ServerQuery<OwnSession[]> = {
  queryKey: ['sessions'],
  read: (client, signal) => client.api('GET', 'sessions', { schema: OwnSession.array(), signal }),
  isAskedAnew: true,
}

export const endSession = async (client: Client, id: string) => {
  await client.api('DELETE', `sessions/${id}`)
}

export const mailAddressAgain = async (client: Client, id: number) => {
  await client.api('POST', `users/${id}/waitingaddress`)
}

export const withdrawAddress = (client: Client, id: number) =>
  client.api('DELETE', `users/${id}/waitingaddress`, { schema: User })

/** The person's own passkeys, and the number of recovery codes left. */
export const OWN_PASSKEYS: ServerQuery<OwnSecondFactor> = {
  queryKey: ['passkeys'],
  read: (client, signal) => client.api('GET', 'passkeys', { schema: OwnSecondFactor, signal }),
  isAskedAnew: true,
}

/** Has the browser make a passkey and registers it. Resolves with the recovery codes that come with the first one. */
export async function addPasskey(client: Client, name: string): Promise<readonly string[]> {
  const { attempt, options } = await client.api('POST', 'passkeys/challenge', { schema: Challenge })
  const credential = await makePasskey(options)
  const added = await client.api('POST', 'passkeys', {
    body: { attempt, name, credential },
    schema: AddedPasskey,
  })
  return added.recovery_codes
}

export const removePasskey = async (client: Client, id: string) => {
  await client.api('DELETE', `passkeys/${id}`)
}

/** Resolves with ten new codes. The previous codes are not valid any more. */
export const makeRecoveryCodes = async (client: Client): Promise<readonly string[]> =>
  (await client.api('POST', 'recoverycodes', { schema: RecoveryCodes })).recovery_codes
