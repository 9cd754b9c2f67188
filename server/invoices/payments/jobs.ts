/** The job that asks Stripe: when a server starts, and once an hour after that, in one of the server's processes. */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openBoss } from '../../platform/boss.ts'

const QUEUE = 'stripe'
/** As cron writes it, in UTC. */
const HOURLY = '17 * * * *'
/** How soon a job begins after it is due. */
const LOOK_EVERY_S = 45

export const STRIPE_QUEUE = {
  name: QUEUE,
  // One job waits and one runs, however many processes there are.
  policy: 'stately' as const,
  // The next hour's job asks about the same payments.
  retryLimit: 0,
  expireInSeconds: 1_800,
}

/** @returns ends it; a job that runs is left to the next start */
export async function askHourly(
  { pool, log }: { pool: pg.Pool; log: Pick<FastifyBaseLogger, 'warn'> },
  ask: () => Promise<void>,
): Promise<() => Promise<void>> {
  const boss = openBoss(pool, {
    schedule: true,
    supervise: true,
    cronMonitorIntervalSeconds: LOOK_EVERY_S,
    cronWorkerIntervalSeconds: LOOK_EVERY_S,
  })
  boss.on('error', (error) => log.warn(error, 'the job that asks the payment provider had trouble'))
  await boss.start()
  await boss.schedule(QUEUE, HOURLY)
  await boss.send(QUEUE, {})
  await boss.work(QUEUE, { pollingIntervalSeconds: LOOK_EVERY_S }, ask)
  return () => boss.stop({ graceful: false })
}
