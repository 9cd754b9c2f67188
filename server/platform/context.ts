/** What every part of the server receives: the database, the clock, and the announcer that notifies devices of changes. */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type Stripe from 'stripe'
import { dayIn } from '#contract/day.ts'
import type { Env } from '../env.ts'
import type { Disk } from './disk.ts'
import type { Announcer } from './announce.ts'
import type { People } from './auth/people.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Reader } from './reader.ts'
import type { Refusals } from './refusal-events.ts'
import type { Shares } from './shares.ts'

export interface Context {
  env: Env
  pool: pg.Pool
  /** Connections for pushes and for identifying callers. No other call takes them. */
  pushPool: pg.Pool
  /** Now. Tests and the simulation pass their own. */
  clock: () => Date
  announcer: Announcer
  people: People
  limits: Limits
  shares: Shares
  refusals: Refusals
  outbox: Outbox
  /** Reads that may be some seconds behind: reports and search. */
  reader: Reader
  metrics: Metrics
  /** The disk below the embedded database. */
  disk: Disk
  /** The card payment provider; null where its keys are not set. */
  stripe: Stripe | null
  log: FastifyBaseLogger
}

/** The mails that wait to be sent, and their sender (`server/mail/outbox.ts`). */
export interface Outbox {
  /** Whether a mail server is set: without one, mails wait. */
  sends: boolean
  /** A Message-ID of ours, with its brackets. */
  messageId(name: string): string
  /**
   * Schedules these rows of `mails`: from `due` on (an ISO time), or soon. Must run in the transaction that makes them.
   */
  add(client: pg.ClientBase, mails: readonly string[], due?: string): Promise<void>
  /** Removes the job of a mail. */
  remove(client: pg.ClientBase, mail: string): Promise<void>
  /** Begins to look for due mails every few seconds, including those that an earlier process did not send. */
  start(): Promise<void>
  /** Sends due mails soon. For use after the commit. */
  wake(): void
  /** Sends due mails, and resolves when none is left. Does not wait for mails that another process is sending. */
  sendDue(): Promise<void>
  close(): Promise<void>
}

/** Returns the distributor's calendar day (`TIME_ZONE`) at a moment, YYYY-MM-DD. */
export const dayAt = ({ env }: Pick<Context, 'env'>, moment: Date): string => dayIn(env.TIME_ZONE, moment)

/** Returns the distributor's calendar day now. */
export const today = (context: Pick<Context, 'env' | 'clock'>): string => dayAt(context, context.clock())

/** Runs `work` in one transaction on one connection: all of it, or none. */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  /** More than BEGIN where the transaction has its own settings. */
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    // PostgreSQL answers a commit of an aborted transaction with ROLLBACK, and with no error.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`The transaction was not committed: ${command}.`)
    client.release()
    return result
  } catch (error) {
    // If even the rollback fails, the connection does not return to the pool.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

/** "current transaction is aborted": PostgreSQL's error for the statements behind a failed one. */
const ABORTED = '25P02'

/**
 * Waits for statements that were sent together, so that they share a round trip. If one fails, those behind it fail
 * too. Throws the error of the cause, whichever promise settles first.
 */
export async function together<T extends readonly unknown[]>(
  statements: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(statements)
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0)
    throw errors.find((error) => (error as { code?: string }).code !== ABORTED) ?? errors[0]
  return results.map((result) => (result as { value: unknown }).value) as never
}
