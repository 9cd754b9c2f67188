/**
 * The server: settings → PostgreSQL → migrations → demo data → HTTP. It ends, and PostgreSQL with it, on SIGINT, on
 * SIGTERM, and on an unexpected error. It ends on SIGHUP too, unless TLS_CERT is set: then SIGHUP reads the certificate
 * again.
 */
import type { Server } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { embeddedDir, readEnv, type Env } from './env.ts'
import { HOUSEKEEPING_CRON, HOUSEKEEPING_QUEUE } from './housekeeping/jobs.ts'
import { STRIPE_CRON, STRIPE_QUEUE } from './invoices/payments/jobs.ts'
import { webAddresses } from './platform/addresses.ts'
import { keepWritten, noticeRestore } from './backup/notice.ts'
import { CALL_TIMEOUTS, openDatabase } from './platform/database.ts'
import { migrate } from './schema/migrate.ts'
import { openDisk } from './platform/disk.ts'
import { Ending } from './platform/shutdown.ts'
import { makeLog, type Log } from './platform/log.ts'
import { listenError } from './platform/port.ts'
import { findBinaries } from './platform/postgres/binaries.ts'
import { startPostgres, type Postgres } from './platform/postgres/start.ts'
import type { Context } from './platform/context.ts'
import { openReader, readFrom } from './platform/reader.ts'
import { queryOnlyRow } from './platform/rows.ts'
import { requireSameTimeZone } from './platform/running-servers.ts'
import { keepScheduled, type ScheduledJob } from './platform/scheduler.ts'
import { divideConnections } from './platform/shares.ts'
import { StartError } from './platform/start-error.ts'
import { readCertificateAgain } from './platform/tls.ts'
import { preflight } from './preflight.ts'
import { prepareDemo } from './prepare-demo.ts'
import { startWarnings } from './start-warnings.ts'

/**
 * PostgreSQL writes all of its memory to the disk. If it is interrupted, it recovers at the next start, which takes
 * longer.
 */
const POSTGRES_STOP_MS = 40_000

async function jobsOf(context: Context): Promise<ScheduledJob[]> {
  const [{ keepHouse }, { askStripe }] = await Promise.all([
    import('./housekeeping/keep.ts'),
    import('./invoices/payments/ask-stripe.ts'),
  ])
  return [
    { queue: HOUSEKEEPING_QUEUE.name, cron: HOUSEKEEPING_CRON, run: () => keepHouse(context) },
    ...(context.stripe
      ? [{ queue: STRIPE_QUEUE.name, cron: STRIPE_CRON, run: () => askStripe(context) }]
      : []),
  ]
}

/**
 * Migrates the tables to this release, settles a database that was set back, and prepares the demo. Works as the owner
 * of the tables.
 *
 * @returns lines for the person who started the server
 */
async function prepareDatabase(
  { url, ownerUrl }: Postgres,
  env: Env,
  log: Log,
  ending: Ending,
): Promise<string[]> {
  const { pool, close } = openDatabase(ownerUrl, { max: 4, log })
  ending.add(close)
  await requireSameTimeZone(pool, env)
  await migrate(pool, { application: url === ownerUrl ? undefined : await roleOf(url), log })
  if (await noticeRestore(pool, embeddedDir(env), new Date()))
    log.warn('the database was set back: devices pull everything again, and sessions go on')
  const words = await prepareDemo(pool, env, log)
  await close()
  return words
}

const CurrentRole = z.object({ role: z.string() })

async function roleOf(url: string): Promise<string> {
  const { pool, close } = openDatabase(url, { max: 1 })
  const { role } = await queryOnlyRow(pool, CurrentRole, 'select current_user as role').finally(close)
  return role
}

async function start(env: Env, ending: Ending): Promise<void> {
  const log = makeLog(env)
  ending.log = log
  await preflight(env)

  // added to the ending before it has started, so that a signal during the start waits for it
  const starting = startPostgres(env, log)
  ending.add(
    () =>
      starting.then(
        (postgres) => postgres.stop(),
        () => {},
      ),
    POSTGRES_STOP_MS,
  )
  const postgres = await starting
  void postgres.lost.then(() =>
    ending.fail(new StartError(`PostgreSQL ended: see ${env.DATA_DIR}/postgres/postgres.log`)),
  )

  const words = await prepareDatabase(postgres, env, log, ending)
  const { pushes, others } = divideConnections(env.POOL_MAX)
  const { pool, close } = openDatabase(postgres.url, { max: others, timeouts: CALL_TIMEOUTS, log })
  ending.add(close)
  const forPushes = openDatabase(postgres.url, { max: pushes, timeouts: CALL_TIMEOUTS, log })
  ending.add(forPushes.close)
  const dataDir = embeddedDir(env)
  if (dataDir !== null) ending.add(await keepWritten(pool, dataDir, log))

  const { buildApp } = await import('./app.ts')
  const disk = await openDisk(env, log)
  const { DATABASE_READ_URL: replica } = env
  const reader = replica ? openReader(replica, pool, log, others) : readFrom(pool)
  const app = await buildApp({ pool, pushPool: forPushes.pool, env, log, disk, reader })
  ending.add(() => app.close())
  // Checked again, for two servers that start at once: now the other one can see this one.
  await requireSameTimeZone(pool, env)
  const address = await app.listen({ port: env.PORT, host: env.HOST }).catch((error: unknown) => {
    throw listenError(env, error)
  })
  // Before the server closes, a proxy learns that this process stops, while it still answers.
  ending.add(
    async () => {
      app.beginDrain()
      await delay(env.DRAIN_S * 1_000)
    },
    (env.DRAIN_S + 1) * 1_000,
  )
  const scheme = env.TLS_CERT ? 'https' : 'http'
  console.log(
    `Larder is ready at ${webAddresses(scheme, env.HOST, Number(new URL(address).port)).join('  ')}`,
  )
  for (const line of words) console.log(line)
  const surroundings = {
    isRoot: process.getuid?.() === 0,
    node: process.versions.node,
    embeddedPostgres: dataDir === null ? null : findBinaries().version.replace(/-.*/, ''),
    today: new Date().toISOString().slice(0, 10),
  }
  for (const warning of startWarnings(env, surroundings)) console.warn(`Warning: ${warning}`)
  ending.add(keepScheduled(app.larder, await jobsOf(app.larder)))
  if (env.TLS_CERT)
    ending.onHangUp = () => {
      try {
        readCertificateAgain(app.server as unknown as Server, env)
        log.info('the certificate was read again')
      } catch (error) {
        log.error(error, 'the certificate cannot be read again, the one before stays in use')
      }
    }
}

const ending = new Ending()
ending.onSignals()
ending.onOrphaned()
try {
  await start(readEnv(), ending)
} catch (error) {
  await ending.fail(error)
}
