/**
 * The outbox (docs/decisions/0110). A mail is a row of `mails` and a job of the same id. The transaction of the mail's
 * subject makes both. Any server process sends the mail. No caller waits for a mail server, and a restart loses
 * nothing.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Outbox } from '../platform/context.ts'
import { queryRows, TextIdRow } from '../platform/rows.ts'
import { ATTEMPT_MS, openJobs, type Jobs } from './jobs.ts'
import { sendMail, takeForPerhaps } from './send.ts'
import { domainOf, mailServerOf } from './transport.ts'

/** How soon a mail goes out that is due, or that another process has made. */
const LOOK_EVERY_MS = 5_000
const TIDY_EVERY_MS = 60_000
/** How many mails one process sends in parallel: one slow answer does not hold up the others. */
const PARALLEL_MAILS = 3
/** How long a stop waits for the mails that are on their way. */
const STOP_MS = 5_000

type Parts = Pick<Context, 'env' | 'pool' | 'clock' | 'log'>

export function openOutbox(parts: Parts): Outbox {
  const { env, pool, log } = parts
  const server = mailServerOf(env)
  const jobs = openJobs(pool)
  const timers: NodeJS.Timeout[] = []
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  async function sendNext(): Promise<boolean> {
    const mail = closed || !server ? null : await jobs.next()
    if (mail === null || !server) return false
    const failure = await sendMail(parts, server, mail, AbortSignal.timeout(ATTEMPT_MS))
    await (failure === null ? jobs.done(mail) : jobs.later(mail, failure))
    return true
  }
  async function lane(): Promise<void> {
    while (await sendNext());
  }
  async function sendDue(): Promise<void> {
    await Promise.all(Array.from({ length: PARALLEL_MAILS }, lane))
  }

  async function sendWhileWoken(): Promise<void> {
    try {
      while (again) {
        again = false
        await sendDue()
      }
    } catch (error) {
      log.warn(error, 'mails could not be sent')
    } finally {
      running = null
    }
  }
  function wake(): void {
    if (closed || !server) return
    again = true
    running ??= sendWhileWoken()
  }

  async function tidy(): Promise<void> {
    try {
      await takeForPerhaps(pool)
      await jobs.tidy()
    } catch (error) {
      if (!closed) log.warn(error, 'what was left of mails could not be tidied up')
    }
  }

  return {
    sends: server !== null,
    messageId: (name) => `<${name}@${domainOf(env.MAIL_FROM ?? 'larder.invalid')}>`,
    add: jobs.add,
    remove: jobs.remove,
    async start() {
      if (!server) return
      await addMissing(pool, jobs)
      await tidy()
      timers.push(
        setInterval(wake, LOOK_EVERY_MS).unref(),
        setInterval(() => void tidy(), TIDY_EVERY_MS).unref(),
      )
      wake()
    },
    wake,
    async sendDue() {
      await tidy()
      await sendDue()
    },
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      // The next process sends a mail that is not done by then, or it counts as perhaps sent.
      await Promise.race([running, delay(STOP_MS, undefined, { ref: false })])
    },
  }
}

/** Adds jobs to mails that have none: mails from before jobs existed, and mails whose job was given up. */
async function addMissing(pool: Context['pool'], jobs: Jobs): Promise<void> {
  const client = await pool.connect()
  try {
    const waiting = await queryRows(client, TextIdRow, `select id from mails where state = 'waiting'`)
    await jobs.add(
      client,
      waiting.map(({ id }) => id),
    )
  } finally {
    client.release()
  }
}
