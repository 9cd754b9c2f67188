/** `pg-boss`, which runs jobs. Its tables are in the same database, in a schema of their own. */
import PgBoss from 'pg-boss'
import type pg from 'pg'

/** A boss that runs nothing by itself. */
const QUIET = { schedule: false, supervise: false }

/** Returns options of a boss, or of one call, that works inside the transaction of `client`. */
export const onClient = (client: pg.ClientBase) => ({
  db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
})

/**
 * Migrates pg-boss's tables to the installed release, and makes the queues. Must run alone: under the lock of the
 * migrations.
 */
export async function migrateJobs(client: pg.ClientBase, queues: readonly PgBoss.Queue[]): Promise<void> {
  const boss = new PgBoss({ ...onClient(client), ...QUIET })
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue.name, queue)
    await boss.updateQueue(queue.name, queue)
  }
  await boss.stop({ graceful: false })
}

/**
 * Opens a boss on the server's own connections.
 * @param runs what it does by itself: nothing unless asked for
 */
export const openBoss = (
  pool: pg.Pool,
  runs: Pick<
    PgBoss.ConstructorOptions,
    'schedule' | 'supervise' | 'cronMonitorIntervalSeconds' | 'cronWorkerIntervalSeconds'
  > = QUIET,
): PgBoss =>
  new PgBoss({
    ...runs,
    migrate: false,
    db: {
      async executeSql(text: string, values?: unknown[]) {
        const client = await pool.connect()
        try {
          const result = await client.query(text, values)
          client.release()
          return result
        } catch (error) {
          // Some of its statements begin a transaction of their own, which would stay open.
          client.release(true)
          throw error
        }
      },
    },
  })
