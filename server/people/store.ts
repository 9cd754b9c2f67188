/** Rows of users, as the calls and `npm run user` write them. */
import type pg from 'pg'
import { z } from 'zod'
import type { User } from '#contract/people/schema.ts'
import { isDuplicate } from '../platform/busy.ts'
import { Problem } from '../platform/problem.ts'
import { IdRow, queryOnlyRow, queryRow } from '../platform/rows.ts'

/** The columns that a person's call may set, by the same names as on the wire. */
export type UserFields = Omit<User, 'id' | 'company' | 'company_location' | 'waiting_email'>
export type UserRecord = UserFields & {
  /** An own new address that is not confirmed. A new user has none. */
  waiting_email?: string
  company_id: number | null
  /** Null: all of the company's. */
  location_ids: number[] | null
  password_hash: string
}

const taken = () => new Problem(409, 'username: is taken', { username: 'is taken' })

/**
 * Inserts a user and returns the id. Throws 409 where another user has this name, or had it within a year, in any
 * letter case: people could confuse the two. Must run inside a transaction.
 */
export async function insertUser(client: pg.ClientBase, user: UserRecord): Promise<number> {
  const fields = Object.keys(user)
  const made = await queryRow(
    client,
    IdRow,
    `insert into users (${fields.join(', ')}) values (${fields.map((_, n) => `$${n + 1}`).join(', ')})
       on conflict do nothing returning id`,
    Object.values(user),
  )
  if (!made) throw taken()
  await mustNotBeFreed(client, made.id)
  return made.id
}

/**
 * Throws 409 where another user had this user's name within a year. Runs after the write: a user who gives the name up
 * at this moment has committed by then, as two users cannot have one name.
 */
async function mustNotBeFreed(client: pg.ClientBase, id: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from freed_usernames f join users u on f.name = lower(u.username)
      where u.id = $1 and f.user_id <> u.id and f.freed_at > now() - interval '1 year'`,
    [id],
  )
  if (rowCount !== 0) throw taken()
}

/** Reserves the name that this user gives up. */
const keepName = (client: pg.ClientBase, id: number, next: string) =>
  client.query(
    `insert into freed_usernames (name, user_id)
       select lower(username), id from users where id = $1 and lower(username) <> lower($2)
       on conflict (name) do update set user_id = excluded.user_id, freed_at = now()`,
    [id, next],
  )

/** Writes the named fields of a user. Throws 409 where another one has the username, or had it within a year. */
export async function updateUser(client: pg.ClientBase, id: number, set: Partial<UserRecord>): Promise<void> {
  const fields = Object.keys(set)
  if (fields.length === 0) return
  if (set.username !== undefined) await keepName(client, id, set.username)
  try {
    await client.query(
      `update users set ${fields.map((field, n) => `${field} = $${n + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(set)],
    )
  } catch (error) {
    // The same name in any letter case: `users_username_any_case`.
    throw isDuplicate(error) ? taken() : error
  }
  if (set.username !== undefined) await mustNotBeFreed(client, id)
}

const NewCustomer = z.object({ company: z.number(), location: z.number() })

/** Inserts a customer's company with its one location, which the office completes on the customer's own form. */
export const insertCustomer = (client: pg.ClientBase, name: string): Promise<z.infer<typeof NewCustomer>> =>
  queryOnlyRow(
    client,
    NewCustomer,
    `with company as (insert into companies (name) values ($1) returning id)
     insert into company_locations (company_id, name, complete_address) select id, $1, '' from company
     returning company_id as company, id as location`,
    [name],
  )
