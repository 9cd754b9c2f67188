/** The real server on the real PostgreSQL, called without a socket, and the office's acts on it meanwhile. */
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { loadShapes } from '#src/api/session-shapes.ts'
import { summariseOrders } from '#server/edits/store.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import type { Answer } from './network.ts'

export const PASSWORD = 'harborvine'
export const PICKERS = ['ana', 'ben', 'cleo']
/** May add and delete items. */
export const FOREMAN = 'fay'
/** The customer of placed orders. */
export const CUSTOMER = 6
export const PRODUCTS = ['0001', '0002', '0003', '0004', '0005', '0006'].map((n) => `061414100${n}`)

/** Returns an id like those of devices, but the same in every run. */
export const fixedId = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** The tables that have rows when a seed begins, and all tables that a seed writes. */
const STARTING = ['users', 'orders', 'order_items', 'products', 'facts']
const CHANGING = [
  'invoices',
  'order_subitems',
  'merged_lines',
  'order_items',
  'staged_takings',
  'shared_cart_items',
  'orders',
  'barcode_alternates',
  'gone_rows',
  'mutations',
  'devices',
  'refresh_tokens',
  'sessions',
  'sign_in_failures',
  'users',
]
/** The row of the transaction that stays open through all faults. No other transaction locks it. */
const LATE_WAREHOUSE = 2
/** Deleted rows stay in PostgreSQL's files for a while: after so many resets everything is made from the start. */
const RESETS_UNTIL_FRESH = 40
const toStart = (columnsOf: ReadonlyMap<string, string>) => `begin;
  set local session_replication_role = replica;
  ${[...CHANGING, 'products', 'facts'].map((table) => `delete from ${table}`).join(';')};
  delete from warehouses where id = ${LATE_WAREHOUSE};
  ${STARTING.map((table) => {
    const columns = columnsOf.get(table)!
    return `insert into ${table} (${columns}) overriding system value select ${columns} from start.${table}`
  }).join(';')};
  select setval(pg_get_serial_sequence('orders', 'id'), 3), setval(pg_get_serial_sequence('users', 'id'), 6);
  commit`

type Query = (...args: unknown[]) => Promise<unknown>

export class SimServer {
  nowMs = 0
  up = true
  /** The statements until the connection to PostgreSQL breaks, once; null for never. */
  breakIn: number | null = null
  broke = 0
  #app: FastifyInstance | null = null
  #toStart = ''
  readonly #watched: pg.Pool

  private constructor(readonly database: TestDatabase) {
    this.#watched = this.#watch(database.pool)
  }

  static async make(): Promise<SimServer> {
    await loadShapes()
    const server = new SimServer(await testDatabase())
    await server.start()
    return server
  }

  async start(): Promise<void> {
    if (!this.#app) {
      this.#app = await buildApp({
        pool: this.#watched,
        env: readEnv({ NODE_ENV: 'test' }),
        clock: () => new Date(this.nowMs),
      })
      await this.#app.ready()
    }
    this.up = true
  }
  /** Starts a new process, which has only what is in the database. */
  async restart(): Promise<void> {
    this.breakIn = null
    await this.#app?.close()
    this.#app = null
    await this.start()
  }
  async close(): Promise<void> {
    await this.#app?.close()
    await this.commitLate()
    await this.database.drop()
  }

  #late: pg.PoolClient | null = null
  /**
   * Writes a row in a transaction that stays open until `commitLate`. Until then the feed must not send the row, and no
   * cursor may skip it.
   */
  async beginLate(): Promise<void> {
    this.#late = await this.database.pool.connect()
    await this.#late.query('begin')
    await this.#late.query(`insert into warehouses (id, name) values ($1, 'Late')`, [LATE_WAREHOUSE])
  }
  async commitLate(): Promise<void> {
    await this.#late?.query('commit')
    this.#late?.release()
    this.#late = null
  }

  async handle(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    payload = '',
  ): Promise<Answer> {
    // A push without edits is a device's report: no row of the feed changes.
    const isReport = url.includes('sync/push') && payload.includes('"mutations":[]')
    if (method !== 'GET' && !url.includes('auth/') && !isReport) this.writes++
    const answer = await this.#app!.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload && { payload }),
    })
    this.breakIn = null
    return {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
      body: url.includes('sync/changes') ? sorted(answer.body) : answer.body,
    }
  }

  /** Queries the database for a step or a check. The pool may still hold a connection that a step has broken. */
  rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
    const ask = async () => (await this.database.pool.query(text, values)).rows as T[]
    return ask().catch((error: unknown) => {
      if (/Connection terminated/.test(String(error))) return ask()
      throw error
    })
  }

  /** The token of an office user, and the count of their calls. */
  #office: { access: string; until: number } | null = null
  #officeCalls = 0
  #resets = 0
  /** Calls that may have written. A sign-in writes nothing that the feed sends. */
  writes = 0
  readonly pulled = new Map<string, { writes: number; rows: Record<string, object[]> }>()
  async officeCall(method: string, path: string, body?: unknown): Promise<Answer> {
    if (!this.#office || this.#office.until <= this.nowMs)
      this.#office = { access: (await this.token('olga')).access, until: this.nowMs + 800_000 }
    const headers = {
      authorization: `Bearer ${this.#office.access}`,
      'content-type': 'application/json',
      // The key names the rows that the office makes: without it their ids would be the server's own random
      // ones.
      'idempotency-key': `office-${++this.#officeCalls}`,
    }
    return this.handle(method, `/api/${path}`, headers, body === undefined ? '' : JSON.stringify(body))
  }
  async token(username: string): Promise<{ access: string }> {
    const body = JSON.stringify({ username, password: PASSWORD })
    const headers = { 'content-type': 'application/json', 'x-device-id': `desk of ${username}` }
    const answer = await this.handle('POST', '/api/auth/', headers, body)
    return JSON.parse(answer.body) as { access: string }
  }

  /** Restores the same distributor for every seed, whatever the seed before has left. */
  async reset(startMs: number): Promise<void> {
    this.nowMs = startMs
    this.#office = null
    this.#officeCalls = 0
    this.pulled.clear()
    await this.commitLate()
    // The former process's counts and reads are of the seed before.
    await this.restart()
    // The rows of every seed are the same: restoring them from a copy takes a tenth of the time of making
    // them.
    if (this.#resets++ % RESETS_UNTIL_FRESH === 0) await this.#makeStart(startMs)
    await this.database.pool.query(this.#toStart)
  }

  async #makeStart(startMs: number): Promise<void> {
    const { pool } = this.database
    await pool.query(`truncate ${CHANGING.join(', ')}, products, item_codes, company_locations, companies, warehouses
      restart identity cascade`)
    cheapHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const day = new Date(startMs).toISOString().slice(0, 10)
    await pool.query(`insert into companies (id, name) overriding system value values (1, 'Harbour Bistro')`)
    await pool.query(
      `insert into company_locations (id, company_id, name, complete_address) overriding system value values (1, 1, 'Quay', '1 Quay')`,
    )
    const people = [...PICKERS.map((name) => [name, 14] as const), [FOREMAN, 11], ['olga', 8]] as const
    for (const [username, role] of people)
      await pool.query(
        'insert into users (username, role_id, is_staff, can_see_payments_column, password_hash) values ($1, $2, true, false, $3)',
        [username, role, await cheapHash],
      )
    await pool.query(
      `insert into users (username, role_id, company_id, can_see_payments_column, password_hash) values ('chef', 32, 1, false, '')`,
    )
    await pool.query(`insert into item_codes (item_code) values ('IC')`)
    await pool.query(`insert into warehouses (id, name) values (1, 'Dry')`)
    await pool.query(
      `insert into products (upc, name, item_code, unit_price, display_unit_price, case_price, display_case_price, weight_type,
         display_unit_price_per_lb, average_unit_weight, warehouse_id, acceptable_substitutions)
       select upc, 'Product ' || upc, 'IC', 2, 2, 20, 20, case when n % 2 = 0 then 'r/w' else '' end, 4, 1, 1, $1::text[]
         from unnest($1::text[]) with ordinality as p(upc, n)`,
      [PRODUCTS],
    )
    for (let order = 1; order <= 3; order++) {
      await pool.query(
        `insert into orders (company_id, company_location_id, delivery_date, created_date) values (1, 1, $1, $2)`,
        [day, new Date(startMs)],
      )
      for (let n = 0; n < 3; n++)
        await pool.query(
          `insert into order_items (id, order_id, product, units_ordered, units_originally_ordered, price_per_unit,
             price_per_case, price_snapshot) values ($1, $2, $3, 5, 5, 2, 20, $4)`,
          [fixedId(order * 10 + n), order, PRODUCTS[n], SNAPSHOT[n % 2 === 1 ? 1 : 0]],
        )
    }
    const client = await pool.connect()
    await summariseOrders(client, [1, 2, 3])
    client.release()
    await pool.query(`drop schema if exists start cascade; create schema start;
      ${STARTING.map((table) => `create table start.${table} as table public.${table}`).join(';')}`)
    // PostgreSQL computes generated columns itself.
    const { rows } = await pool.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
    )
    this.#toStart = toStart(new Map(rows.map(({ name, columns }) => [name, columns])))
  }

  /** Counts statements, breaks the connection where a step asks for it, and lets nothing run behind the steps' back. */
  #watch(pool: pg.Pool): pg.Pool {
    const isNotice = (text: unknown) => typeof text === 'string' && text.startsWith('select pg_notify')
    const seen = new WeakSet<object>()
    const connect = async () => {
      const client = await pool.connect()
      if (!seen.has(client)) {
        seen.add(client)
        const query = client.query.bind(client) as unknown as Query
        client.query = ((...args: unknown[]) => {
          if (this.breakIn !== null && --this.breakIn <= 0) {
            this.breakIn = null
            this.broke++
            const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
            connection.stream.destroy()
          }
          return query(...args)
        }) as unknown as typeof client.query
      }
      return client
    }
    return new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') return connect
        if (name === 'query')
          return (...args: unknown[]) =>
            isNotice(args[0]) ? Promise.resolve({ rows: [] }) : (target.query as unknown as Query)(...args)
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? (value as Query).bind(target) : value
      },
    })
  }
}

/**
 * Sorts the rows of a page, which have no order of their own: a device that dies between two rows must die between the
 * same two in every run.
 */
function sorted(body: string): string {
  const page = JSON.parse(body) as { range?: unknown; rows?: object; gone?: object }
  if (page.range !== null || !page.rows || !page.gone) return body
  const inOrder = (lists: object) =>
    Object.fromEntries(
      Object.entries(lists).map(([table, list]) => [
        table,
        (list as unknown[]).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ]),
    )
  return JSON.stringify({ ...page, rows: inOrder(page.rows), gone: inOrder(page.gone) })
}

let cheapHash: Promise<string> | undefined

const snapshot = (weight_type: string) => ({
  weight_type,
  unit_price_per_lb: weight_type ? '4.00' : null,
  case_price_per_lb: null,
  average_unit_weight: weight_type ? '1.000' : null,
  average_case_weight: null,
})
const SNAPSHOT = [snapshot(''), snapshot('r/w')]
