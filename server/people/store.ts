/** Rows of users, as the calls and `npm run user` write them. */
import type pg from 'pg'
import type { User } from '#contract/people/schema.ts'
import { Problem } from '../platform/problem.ts'

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

/** What PostgreSQL says of a second user with the same name, in whatever letters (`users_username_any_case`). */
const isDuplicate = (error: unknown) => (error as { code?: string }).code === '23505'
const taken = () => new Problem(409, 'username: is taken', { username: 'is taken' })

/** The new user's id. Throws 409 where another user has this name, in whatever letters: nobody could tell the two apart. */
export async function insertUser(client: pg.Pool | pg.ClientBase, user: UserRecord): Promise<number> {
  const fields = Object.keys(user)
  const { rows } = await client.query<{ id: number }>(
    `insert into users (${fields.join(', ')}) values (${fields.map((_, n) => `$${n + 1}`).join(', ')})
       on conflict do nothing returning id`,
    Object.values(user),
  )
  if (!rows[0]) throw taken()
  return rows[0].id
}

/** Writes the named fields of a user. Throws 409 where another one has the username. */
export async function updateUser(client: pg.ClientBase, id: number, set: Partial<UserRecord>): Promise<void> {
  const fields = Object.keys(set)
  if (fields.length === 0) return
  try {
    await client.query(
      `update users set ${fields.map((field, n) => `${field} = $${n + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(set)],
    )
  } catch (error) {
    throw isDuplicate(error) ? taken() : error
  }
}

/** A customer's company with its one location, which the office completes on the customer's own form. */
export async function insertCustomer(
  client: pg.ClientBase,
  name: string,
): Promise<{ company: number; location: number }> {
  const { rows } = await client.query<{ company: number; location: number }>(
    `with company as (insert into companies (name) values ($1) returning id)
     insert into company_locations (company_id, name, complete_address) select id, $1, '' from company
     returning company_id as company, id as location`,
    [name],
  )
  return rows[0]!
}
