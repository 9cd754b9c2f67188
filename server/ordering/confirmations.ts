/**
 * Confirms orders by mail (docs/decisions/0045). What is to be confirmed is noted in the transaction that makes the order,
 * and mailed behind everybody's back: nobody waits for a mail server, and a restart forgets nothing.
 *
 *   queued ──due──► claimed: one try more, not due again for 2, 4, 8 … minutes ──the mail was taken──► gone
 *     ▲                                │
 *     └──────── not taken ◄────────────┴── not taken the tenth time ──► given up, and gone
 */
import { setTimeout as delay } from 'node:timers/promises'
import { distributorLines } from '../distributor/lines.ts'
import { today, type Confirmations, type Context } from '../platform/context.ts'
import { CONFIRMED_SQL, confirmationMail, WANTS_MAIL, type ConfirmedOrder } from './confirmation-mail.ts'

/** How soon a mail is sent again that is due, or that another process left behind. */
const LOOK_EVERY_MS = 60_000
/** The last one is 17 hours after the first. */
const MOST_TRIES = 10
/** How long a stop waits for the mail that is on its way. */
const STOP_MS = 5_000

/**
 * Takes the one that is longest due, and is its only sender until it is due again. No lock is held while a mail server is
 * asked: an order can be deleted or merged meanwhile.
 */
const CLAIM = `
  update order_confirmations set tries = tries + 1, next_try_at = $1::timestamptz + interval '1 minute' * 2 ^ (tries + 1)
   where order_id = (select order_id from order_confirmations where next_try_at <= $1
                      order by next_try_at, order_id limit 1 for update skip locked)
  returning order_id, tries`

type Parts = Pick<Context, 'env' | 'pool' | 'db' | 'clock' | 'log' | 'mailer'>

export function openConfirmations(context: Parts): Confirmations {
  const { pool, clock, log, mailer } = context
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  /** @returns whether there may be another one that is due. */
  async function mailNext(): Promise<boolean> {
    if (closed) return false
    const [claimed] = (await pool.query<{ order_id: number; tries: number }>(CLAIM, [clock()])).rows
    if (!claimed) return false
    const { order_id: order, tries } = claimed
    try {
      const [found] = (await pool.query<ConfirmedOrder>(CONFIRMED_SQL, [order, today(context)])).rows
      if (found) await mailer.send(confirmationMail(found, await distributorLines(context)))
    } catch (err) {
      if (tries < MOST_TRIES) {
        log.warn({ err, order, tries }, 'an order could not be confirmed by mail, and will be tried again')
        return true
      }
      log.error({ err, order, tries }, 'an order could not be confirmed by mail, and is given up')
    }
    await pool.query('delete from order_confirmations where order_id = $1', [order])
    return true
  }

  async function send(): Promise<void> {
    while (await mailNext());
  }

  async function sendWhileWoken(): Promise<void> {
    try {
      while (again) {
        again = false
        await send()
      }
    } catch (error) {
      log.warn(error, 'orders could not be confirmed by mail')
    } finally {
      running = null
    }
  }

  function wake(): void {
    if (closed) return
    again = true
    running ??= sendWhileWoken()
  }

  return {
    async queue(client, orders) {
      if (orders.length === 0) return
      await client.query({
        name: 'queue confirmations',
        text: `insert into order_confirmations (order_id, next_try_at)
                 select o.id, $2 from orders o join users u on u.id = o.customer_id
                  where o.id = any($1::int[]) and ${WANTS_MAIL}`,
        values: [orders, clock()],
      })
    },
    start() {
      timer = setInterval(wake, LOOK_EVERY_MS).unref()
      wake()
    },
    wake,
    send,
    async close() {
      closed = true
      clearInterval(timer)
      // What is not done by then is sent by the next process, under the same Message-ID.
      await Promise.race([running, delay(STOP_MS, undefined, { ref: false })])
    },
  }
}
