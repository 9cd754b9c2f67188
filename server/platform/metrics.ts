/** The metrics for Prometheus, at `/metrics` (docs/operations.md, "Watching it"). Each process counts for itself. */
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Env } from '../env.ts'
import { levelOf } from './busy.ts'
import type { Disk } from './disk.ts'
import { nothingAt } from './problem.ts'

export interface Metrics {
  /** Counts an edit of a push, by its outcome. */
  pushed(outcome: string): void
}

/** Seconds: a scan's push, a page of the office, a long list. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How long a value of the database is awaited. Prometheus waits for 10 s, and then has no value of the process either. */
const DATABASE_WAIT_MS = 2_000

interface Parts {
  env: Pick<Env, 'METRICS_TOKEN'>
  pool: pg.Pool
  pushPool: pg.Pool
  disk: Disk
}

/** Adds the metrics. Counts nothing where METRICS_TOKEN is not set, because then no client reads them. */
export function addMetrics(app: FastifyInstance, { env, pool, pushPool, disk }: Parts): Metrics {
  const token = env.METRICS_TOKEN
  if (!token) {
    // The address is not one of the app's screens.
    app.get('/metrics', (request, reply) => reply.code(404).send(nothingAt(request)))
    return { pushed: () => undefined }
  }
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    registers: [register],
    name: 'larder_request_seconds',
    help: 'How long requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
  })
  const outcomes = new Counter({
    registers: [register],
    name: 'larder_pushed_edits_total',
    help: 'Edits that devices have sent, by what became of them',
    labelNames: ['outcome'],
  })
  for (const gauge of [poolGauge({ others: pool, pushes: pushPool }), ...databaseGauges(pool, app.log)])
    register.registerMetric(gauge)
  if (disk.room()) register.registerMetric(diskGauge(disk))

  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route's pattern and not its address, which would make one series per row.
    const route = routeOptions.url ?? 'none'
    requests.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) return reply.code(404).send(nothingAt(request))
    return reply.type(register.contentType).send(await register.metrics())
  })
  return { pushed: (outcome) => outcomes.inc({ outcome }) }
}

function isToken(header: string | undefined, token: string): boolean {
  const [given, own] = [header ?? '', `Bearer ${token}`].map((text) => Buffer.from(text))
  return given!.length === own!.length && timingSafeEqual(given!, own!)
}

const poolGauge = (pools: Record<string, pg.Pool>) =>
  new Gauge({
    name: 'larder_pool_connections',
    help: 'Connections to the database, by pool and what they do; "waiting" are calls without one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })

const diskGauge = (disk: Disk) =>
  new Gauge({
    name: 'larder_disk_free_bytes',
    help: 'Room on the disk of the embedded database',
    registers: [],
    collect() {
      const room = disk.room()
      if (room) this.set(room.free)
    },
  })

/** SQL of the number of unsent mails, by state. */
export const UNSENT_MAILS_SQL = `
  select state, count(*)::int as value from mails where state in ('waiting', 'perhaps', 'refused') group by 1`

/** Gauges of the database: each process reads the same. */
const GAUGES = [
  {
    name: 'larder_jobs',
    help: 'Jobs, by queue and state',
    labels: ['queue', 'state'],
    sql: `select name as queue, state::text, count(*)::int as value from pgboss.job
           where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
  },
  {
    name: 'larder_mails',
    help: 'Mails that were not sent, by state',
    labels: ['state'],
    sql: UNSENT_MAILS_SQL,
  },
  {
    name: 'larder_device_unsent_edits',
    help: 'Edits that a device held when it was heard of last',
    labels: ['device', 'username'],
    sql: `select d.device_id as device, u.username, sum(held.value::int)::int as value
            from devices d join users u on u.id = d.user_id cross join lateral json_each_text(d.unsent::json) held
           group by 1, 2 having sum(held.value::int) > 0`,
  },
  {
    name: 'larder_device_silent_seconds',
    help: 'How long a device that held edits has not been heard of',
    labels: ['device', 'username'],
    sql: `select d.device_id as device, u.username, extract(epoch from clock_timestamp() - d.last_seen_at)::int as value
            from devices d join users u on u.id = d.user_id where d.unsent <> '{}'`,
  },
] as const

type GaugeRow = Record<string, string> & { value: number }

/**
 * Returns the rows of a gauge; none where the database does not answer in time. It is then that the metrics of the
 * process are needed most, such as the calls that wait for a connection.
 */
function gaugeRows(pool: pg.Pool, log: FastifyBaseLogger, sql: string): Promise<GaugeRow[]> {
  const reading = pool.query<GaugeRow>(sql).then(
    ({ rows }) => rows,
    (error: unknown) => {
      log[levelOf(error)](error, 'a metric could not be read from the database')
      return []
    },
  )
  return Promise.race([reading, delay(DATABASE_WAIT_MS, [], { ref: false })])
}

const databaseGauges = (pool: pg.Pool, log: FastifyBaseLogger) =>
  GAUGES.map(
    ({ name, help, labels, sql }) =>
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [],
        async collect() {
          const rows = await gaugeRows(pool, log, sql)
          this.reset()
          for (const { value, ...row } of rows) this.set(row as Record<string, string>, value)
        },
      }),
  )
