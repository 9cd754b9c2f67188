/** Issued challenges: each belongs to one person, one device and one purpose, and is answered once (decision 0219). */
import type pg from 'pg'
import { ATTEMPT_OVER } from '#contract/people/session-codes.ts'
import { Problem } from '../problem.ts'
import { v7 } from './uuid.ts'

export type ChallengePurpose = 'sign_in' | 'register_and_sign_in' | 'register'

const LIFE_MS = 5 * 60_000
/** A wrong answer may be a slip; many are guesses. */
const MOST_WRONG_ANSWERS = 5

export interface GivenChallenge {
  user: number
  challenge: string
}

/** Stores a challenge and returns the id that its answer names. Deletes expired challenges. */
export async function keepChallenge(
  client: pg.ClientBase,
  { user, challenge, purpose, device }: GivenChallenge & { purpose: ChallengePurpose; device: string },
  now: Date,
): Promise<string> {
  const id = v7(now.getTime())
  await client.query(
    `delete from passkey_challenges where id in
       (select id from passkey_challenges where made_at < $1 for update skip locked)`,
    [new Date(now.getTime() - LIFE_MS)],
  )
  await client.query(
    `insert into passkey_challenges (id, user_id, purpose, challenge, device_id, made_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, user, purpose, challenge, device, now],
  )
  return id
}

/** Returns the person of this challenge, for the limits; null where there is none. */
export async function challengedPerson(pool: pg.Pool, id: string): Promise<number | null> {
  const { rows } = await pool.query<{ user_id: number }>(
    'select user_id from passkey_challenges where id = $1',
    [id],
  )
  return rows[0]?.user_id ?? null
}

/** Ends every open challenge of a person, because their password or their sessions have changed. */
export const endChallengesOf = (client: pg.ClientBase, user: number) =>
  client.query('delete from passkey_challenges where user_id = $1', [user])

/** The refusal of an attempt to sign in that is over. */
export const attemptOver = () =>
  new Problem(410, 'This took too long. Please sign in again.', { code: ATTEMPT_OVER })

/**
 * Takes a challenge for its answer, so that no other call answers it meanwhile. Locks its person first, as every change
 * of an account does. Throws 410 where the challenge is unknown, expired, of another device or for another purpose.
 */
export async function takeChallenge(
  client: pg.ClientBase,
  id: string,
  { purpose, device }: { purpose: ChallengePurpose; device: string },
  now: Date,
): Promise<GivenChallenge> {
  await client.query(
    'select from users where id = (select user_id from passkey_challenges where id = $1) for no key update',
    [id],
  )
  const { rows } = await client.query<GivenChallenge>(
    `select user_id as user, challenge from passkey_challenges
      where id = $1 and purpose = $2 and device_id = $3 and made_at > $4 and wrong_answers < $5 for update`,
    [id, purpose, device, new Date(now.getTime() - LIFE_MS), MOST_WRONG_ANSWERS],
  )
  if (!rows[0]) throw attemptOver()
  return rows[0]
}

/** Ends a challenge after a right answer. */
export const endChallenge = (client: pg.ClientBase, id: string) =>
  client.query('delete from passkey_challenges where id = $1', [id])

/** Counts a wrong answer. */
export const countWrongAnswer = (client: pg.ClientBase, id: string) =>
  client.query('update passkey_challenges set wrong_answers = wrong_answers + 1 where id = $1', [id])
