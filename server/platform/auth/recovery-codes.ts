/** Recovery codes, which sign in a person whose passkeys are gone (docs/decisions/0219). */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { plainCode, RECOVERY_CODES } from '#contract/people/second-factor.ts'
import { hashOfSecret } from './secrets.ts'

/** Without the characters that are mistaken for others on paper: 0 and O, 1, I and L, 2 and Z. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXY3456789'
const GROUPS = 4
const GROUP_LETTERS = 4

const makeCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Sixteen letters have 77 bits: too many to guess, so a fast hash is enough. */
const hashOf = (user: number, code: string) => hashOfSecret(`${user} ${plainCode(code)}`)

/** Makes new codes in place of all earlier ones. They can only be shown now. */
export async function makeRecoveryCodes(client: pg.ClientBase, user: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
  await client.query('delete from recovery_codes where user_id = $1', [user])
  await client.query('insert into recovery_codes (user_id, hash) select $1, unnest($2::text[])', [
    user,
    codes.map((code) => hashOf(user, code)),
  ])
  return codes
}

/** Consumes a code, and returns whether it was valid. */
export async function useRecoveryCode(
  client: pg.ClientBase,
  user: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null',
    [user, hashOf(user, code), now],
  )
  return rowCount === 1
}

export async function recoveryCodesLeft(client: pg.Pool | pg.ClientBase, user: number): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    'select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null',
    [user],
  )
  return rows[0]!.left
}
