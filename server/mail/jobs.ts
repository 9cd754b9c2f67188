/** The jobs that send mails. */
import type pg from 'pg'
import { z } from 'zod'
import { MailKind } from '#contract/mails/schema.ts'
import { onClient, openBoss } from '../platform/boss.ts'
import { queryRows } from '../platform/rows.ts'

const QUEUE = 'mail'

/** How many times a mail is tried before it counts as refused. */
export const MOST_TRIES = 12

/** How long one attempt may take. */
export const ATTEMPT_MS = 100_000

/** The waits double, from 1 to 2 minutes up to 17 to 34 hours: the last try follows 34 to 68 hours after the first. */
export const MAIL_QUEUE = {
  name: QUEUE,
  retryDelay: 60,
  retryBackoff: true,
  // The mail's own count ends it. A job that a dead process left behind counts as well.
  retryLimit: 2 * MOST_TRIES,
  // Longer than an attempt: a process that counts as dead by then is dead.
  expireInSeconds: 120,
  // A mail may wait a long time until a person sets up a mail server.
  retentionDays: 3_650,
}

/** A person waits for these at a screen, or has to read them before it is too late: they go out before all others. */
const URGENT: readonly MailKind[] = ['password', 'invitation', 'address', 'undo']

const NewMail = z.object({ id: z.string(), kind: MailKind })

export interface Jobs {
  /**
   * Makes the jobs of these mails, once each. They are due at once unless `due` is given. Must run inside the
   * transaction that makes the mails.
   */
  add(client: pg.ClientBase, mails: readonly string[], due?: string): Promise<void>
  /** Removes a mail's job, and not the mail. */
  remove(client: pg.ClientBase, mail: string): Promise<void>
  /** Returns the mail whose job is due. The caller holds it until it is done or expires. */
  next(): Promise<string | null>
  done(mail: string): Promise<void>
  /** Makes the job due again later. */
  later(mail: string, why: string): Promise<void>
  /** Takes back the jobs of dead processes, and deletes those that were done long ago. */
  tidy(): Promise<void>
}

/** Opens the jobs. Nothing runs by itself: `outbox.ts` fetches jobs, and handles those that were left behind. */
export function openJobs(pool: pg.Pool): Jobs {
  const boss = openBoss(pool)
  return {
    async add(client, mails, due) {
      if (mails.length === 0) return
      const made = await queryRows(client, NewMail, 'select id, kind from mails where id = any($1::uuid[])', [
        mails,
      ])
      const jobs = made.map(({ id, kind }) => ({
        id,
        name: QUEUE,
        priority: URGENT.includes(kind) ? 1 : 0,
        ...(due && { startAfter: due }),
      }))
      await boss.insert(jobs, onClient(client))
    },
    remove: (client, mail) => boss.deleteJob(QUEUE, mail, onClient(client)),
    async next() {
      const [job] = await boss.fetch(QUEUE)
      return job?.id ?? null
    },
    done: (mail) => boss.complete(QUEUE, mail),
    later: (mail, why) => boss.fail(QUEUE, mail, { why }),
    tidy: () => boss.maintain(),
  }
}
