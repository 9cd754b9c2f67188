/**
 * The key that signs tokens. It is stored in the database, so that every server process on it accepts the others'
 * tokens. Each backup of the database has it too.
 */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

const newKey = () => randomBytes(48).toString('base64url')

export interface Keys {
  /** Signs access tokens and refresh tokens. */
  secret: string
  /** The name of `secret`. It reveals nothing about the secret, and distinguishes one key from the next. */
  kid: string
  /**
   * The key from which the keys are made that devices seal their kept data with (decision 0213). A rotation does not
   * change it, because sealed data could not be opened any more.
   */
  sealing: string
}

/** Returns the keys of this database. The first start makes them. */
export async function readKeys(pool: pg.Pool): Promise<Keys> {
  await pool.query(`insert into facts (key, value) values ('signing_key', $1) on conflict (key) do nothing`, [
    newKey(),
  ])
  const { rows } = await pool.query<{ secret: string; sealing: string }>(
    `select value as secret, coalesce((select value from facts where key = 'sealing_key'), value) as sealing
       from facts where key = 'signing_key'`,
  )
  const { secret, sealing } = rows[0]!
  return { secret, sealing, kid: createHash('sha256').update(secret).digest('base64url').slice(0, 8) }
}

/** Returns the key that signs refresh tokens now. */
export async function signingKeyOf(client: pg.Pool | pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ value: string }>({
    name: 'signing key',
    text: `select value from facts where key = 'signing_key'`,
  })
  return rows[0]!.value
}

/** Stores a new signing key. The sealing key does not change. */
export async function rotateSigningKey(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into facts (key, value) select 'sealing_key', value from facts where key = 'signing_key' on conflict (key) do nothing`,
  )
  await client.query(
    `insert into facts (key, value) values ('signing_key', $1) on conflict (key) do update set value = excluded.value`,
    [newKey()],
  )
}
