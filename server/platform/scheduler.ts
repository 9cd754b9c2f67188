/** Jobs that the server runs by itself: when a server starts, and by the clock after that, each in one of the server's processes. */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openBoss } from './boss.ts'

/** How soon a job begins after it is due. */
const LOOK_EVERY_S = 45
const START_AGAIN_MS = 60_000

interface Parts {
  pool: pg.Pool
  log: Pick<FastifyBaseLogger, 'warn'>
}

export interface ScheduledJob {
  /** The name of its queue (`scheduledQueue`). */
  queue: string
  /** As cron writes it, in UTC. */
  cron: string
  /** Rejects where it has to be seen as failed. The next time is not affected. */
  run: () => Promise<void>
}

/** A queue of which one job waits and one runs, however many processes there are. A job that fails is not tried again before its next time. */
export const scheduledQueue = (name: string, expireInSeconds: number) => ({
  name,
  policy: 'stately' as const,
  retryLimit: 0,
  expireInSeconds,
})

/** @returns ends it; a job that runs is left to the next start */
export async function runScheduled(
  { pool, log }: Parts,
  jobs: readonly ScheduledJob[],
): Promise<() => Promise<void>> {
  const boss = openBoss(pool, {
    schedule: true,
    supervise: true,
    cronMonitorIntervalSeconds: LOOK_EVERY_S,
    cronWorkerIntervalSeconds: LOOK_EVERY_S,
  })
  boss.on('error', (error) => log.warn(error, 'the scheduled jobs had trouble'))
  const stop = () => boss.stop({ graceful: false })
  try {
    await boss.start()
    for (const { queue, cron, run } of jobs) {
      await boss.schedule(queue, cron)
      await boss.send(queue, {})
      await boss.work(queue, { pollingIntervalSeconds: LOOK_EVERY_S }, async () => {
        try {
          await run()
        } catch (error) {
          log.warn(error, `the job "${queue}" failed`)
          throw error
        }
      })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** The same beside a server's other work: where the database is away at its start, it is tried again. */
export function keepScheduled(parts: Parts, jobs: readonly ScheduledJob[]): () => Promise<void> {
  let stop: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  async function begin(): Promise<void> {
    try {
      stop = await runScheduled(parts, jobs)
    } catch (error) {
      if (isOver) return
      parts.log.warn(error, 'the scheduled jobs could not be started, and are started later')
      timer = setTimeout(() => (beginning = begin()), START_AGAIN_MS)
      timer.unref()
    }
  }
  let beginning = begin()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await beginning
    await stop?.()
  }
}
