/**
 * A server in memory that keeps the wire's promises: dedupe by key, the contract's own functions, a change feed,
 * tokens. A test sets its faults. The real server has its own tests, and the flow tests cover both together.
 */
import { placesOrder } from '#contract/orders/place.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { perform } from '#contract/sync/perform.ts'
import { keyOf, TABLES, type Key } from '#contract/sync/entities.ts'
import { type PushResult } from '#contract/sync/protocol.ts'
import { order } from '#contract/testing/rows.ts'
import { personOf } from '#src/api/person.ts'
import type { EditedRow, EditedTable } from '#src/db/database.ts'
import { MemoryWorld } from '../store/memory-world.ts'
import { changeKey, EDITED_TABLES, localKey, spot, tableOf } from '../store/rows.ts'

/** What happens to a call instead of, or after, its handling. */
export type Fault = (request: {
  path: string
  method: string
  body: unknown
}) => Response | Error | 'lose-answer' | null

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** The server's own answer that a token is not good any more. */
export const signInNeeded = (message: string): Response => json({ message, code: 'sign_in_needed' }, 401)

export class FakeServer {
  readonly world = new MemoryWorld()
  readonly users = new Map<string, { user: User; password: string }>()
  readonly outcomes = new Map<string, PushResult>()
  /** The position of each applied edit in the log. */
  readonly #applied: { at: number; edit: Mutation }[] = []
  /** Every call, in order. */
  readonly calls: {
    path: string
    method: string
    body: unknown
    text: string
    headers: Record<string, string>
  }[] = []
  /** How often each edit was written: more than once is a broken promise. */
  readonly written = new Map<string, number>()
  fault: Fault = () => null
  epoch = 'one'
  /** The digest of the person's rights; another one comes with a full pull. */
  standing: string | undefined
  now = Date.UTC(2026, 10, 21, 12)
  expiresIn = 900
  /** A person's key to what stays on a device after a sign-out; undefined for a release that gives none. */
  ledgerKey: ((userId: number) => string) | undefined = (id) => `${id}`.padStart(43, 'k')
  #log: { at: string; change: { table: EditedTable; id: Key }; isGone: boolean }[] = []
  #tokens = new Map<string, number>()
  #refresh = new Map<string, number>()
  #made = 0

  add(user: User, password = 'harborvine'): void {
    this.users.set(user.username, { user, password })
  }
  /** Puts a row as if another user had changed it: the version goes up. */
  put(table: EditedTable, row: EditedRow): void {
    this.world.set(table, keyOf(table, row), row)
    this.#note(table, keyOf(table, row))
  }
  remove(table: EditedTable, id: Key): void {
    this.world.set(table, id, null)
    this.#note(table, id)
  }
  /** Changes fields of a row, as a person at another place does. */
  change(table: EditedTable, id: Key, fields: object): void {
    const row = this.world.row(table, id) as EditedRow & { version: number }
    this.put(table, { ...row, ...fields, version: row.version + 1 })
  }
  pushes(): Mutation[][] {
    return this.calls
      .filter((call) => call.path === 'sync/push')
      .map((call) => (call.body as { mutations: Mutation[] }).mutations)
  }

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    await Promise.resolve()
    const path = input.replace('/api/', '')
    const text = typeof init.body === 'string' ? init.body : ''
    const body: unknown = text ? JSON.parse(text) : undefined
    const request = {
      path,
      method: init.method ?? 'GET',
      body,
      text,
      headers: { ...(init.headers as object) },
    }
    this.calls.push(request)
    const fault = this.fault(request)
    if (fault instanceof Response) return fault
    if (fault instanceof Error) throw fault
    const answer = this.#serve(request)
    if (fault === 'lose-answer') throw new TypeError('the line broke')
    return answer
  }

  #serve({ path, method, body, headers }: (typeof this.calls)[number]): Response {
    if (path === 'auth/') return this.#signIn(body as { username: string; password: string })
    if (path === 'auth/refresh/') {
      const id = this.#refresh.get((body as { refresh: string }).refresh)
      return id === undefined ? signInNeeded('Please sign in again.') : json(this.#session(id))
    }
    if (path === 'auth/logout/') return json(null, 204)
    const id = this.#tokens.get(headers['authorization']?.replace('Bearer ', '') ?? '')
    const user = [...this.users.values()].find((one) => one.user.id === id)?.user
    if (!user) return signInNeeded('Please sign in.')
    if (path === 'sync/push') return this.#push(user, (body as { mutations: Mutation[] }).mutations)
    if (path.startsWith('sync/changes')) return this.#changes(new URLSearchParams(path.split('?')[1]))
    return method === 'GET' ? json({ ok: true }) : json({ message: 'unknown' }, 404)
  }

  #signIn({ username, password }: { username: string; password: string }): Response {
    const account = this.users.get(username)
    if (account?.password !== password)
      return json({ message: 'The username or the password is not right.' }, 401)
    return json({ ...this.#session(account.user.id), user: account.user })
  }
  #session(id: number) {
    const n = ++this.#made
    this.#tokens.set(`access-${n}`, id)
    this.#refresh.set(`refresh-${n}`, id)
    return {
      access: `access-${n}`,
      refresh: `refresh-${n}`,
      expires_in: this.expiresIn,
      ...(this.ledgerKey && { ledger_key: this.ledgerKey(id) }),
    }
  }
  revokeAccess(): void {
    this.#tokens.clear()
  }
  revokeAll(): void {
    this.#tokens.clear()
    this.#refresh.clear()
  }

  #push(user: User, mutations: Mutation[]): Response {
    const blocked = new Set<string>()
    const server_time = new Date(this.now).toISOString()
    const results = mutations.map((m): PushResult => {
      const known = this.outcomes.get(m.mutation_id)
      if (known) return { ...known, ...(known.outcome === 'applied' && this.#now(m)), server_time }
      const own = `${m.entity}:${m.entity_id}`
      if (blocked.has(own))
        return {
          mutation_id: m.mutation_id,
          outcome: 'held',
          status: 424,
          body: { message: 'held' },
          server_time,
        }
      const outcome = perform(m, this.world, personOf(user))
      const { mutation_id } = m
      if (outcome.kind === 'applied') {
        this.#applied.push({ at: this.#log.length, edit: m })
        for (const change of outcome.changes) this.#write(change)
        this.written.set(mutation_id, (this.written.get(mutation_id) ?? 0) + 1)
        const [first] = outcome.changes.filter((change) => 'row' in change && change.row === outcome.row)
        const row = first ? (this.world.row(first.table, changeKey(first)) ?? null) : outcome.row
        const result: PushResult = {
          mutation_id,
          outcome: 'applied',
          status: outcome.status,
          // The answer to a placed order has its number.
          body: placesOrder(m) ? { id: 1_000 + this.#applied.length } : row,
          server_time,
        }
        this.outcomes.set(mutation_id, result)
        return result
      }
      blocked.add(own)
      const { kind, status, ...words } = outcome
      const result: PushResult = { mutation_id, outcome: kind, status, body: words, server_time }
      this.outcomes.set(mutation_id, result)
      return result
    })
    return json({ results, server_time })
  }

  /** Returns the current row of a repeated edit, and the later edits that are in it. */
  #now({ mutation_id, entity, entity_id }: Mutation): Pick<PushResult, 'body' | 'held'> {
    const row = this.world.row(tableOf(entity), localKey(tableOf(entity), entity_id)) ?? null
    const ids = this.#applied
      .filter(({ edit }) => edit.entity_id === entity_id)
      .map(({ edit }) => edit.mutation_id)
    return { body: row, held: ids.slice(ids.indexOf(mutation_id) + 1) }
  }

  #write(change: RowChange): void {
    const id = changeKey(change)
    if ('gone' in change) return this.remove(change.table, id)
    const before = this.world.row(change.table, id)
    const version = before && 'version' in before ? before.version + 1 : 1
    this.put(change.table, 'version' in change.row ? { ...change.row, version } : change.row)
  }

  #note(table: EditedTable, id: Key): void {
    const isGone = !this.world.row(table, id)
    this.#log.push({ at: spot(table, id), change: { table, id }, isGone })
  }

  /** Cursors: `epoch:position`, and `epoch:position:table:after` within a full pull. */
  #changes(query: URLSearchParams): Response {
    const limit = Number(query.get('limit') ?? 2_000)
    const [epoch, position, table, after] = (query.get('since') ?? '').split('|')
    const from = epoch === this.epoch && !table ? Number(position) : 0
    const held = this.#applied.filter(({ at }) => at >= from).map(({ edit }) => edit.mutation_id)
    const head = {
      server_time: new Date(this.now).toISOString(),
      today: '2026-11-21',
      held,
      ...(this.standing !== undefined && { standing: this.standing }),
    }
    if (epoch !== this.epoch) return this.#full(this.#log.length, 'orders', null, limit, head)
    if (table) return this.#full(Number(position), table, after || null, limit, head)
    const rows: Record<string, unknown[]> = {}
    const gone: Record<string, Key[]> = {}
    const since = this.#log.slice(Number(position))
    const seen = new Map(since.map(({ at, change }) => [at, change]))
    const deleted = new Set(since.filter(({ isGone }) => isGone).map(({ at }) => at))
    for (const [at, { table: name, id }] of seen) {
      const row = this.world.row(name, id)
      if (row) (rows[name] ??= []).push(row)
      if (!row || deleted.has(at)) (gone[name] ??= []).push(id)
    }
    return json({
      cursor: `${this.epoch}|${this.#log.length}`,
      more: false,
      range: null,
      rows,
      gone,
      ...head,
    })
  }

  #full(position: number, table: string, after: string | null, limit: number, head: object): Response {
    const edited = (EDITED_TABLES as readonly string[]).includes(table)
    const all: [Key, object][] = edited
      ? [...this.world.rows[table as EditedTable]]
      : table === 'products'
        ? [...this.world.products]
        : []
    const from = after === null ? null : table === 'orders' ? Number(after) : after
    const rest = all.filter(([key]) => from === null || key > from).sort(([a], [b]) => (a < b ? -1 : 1))
    const page = rest.slice(0, limit)
    const end = rest.length <= limit
    const through = end ? null : page.at(-1)![0]
    const next = end ? TABLES[TABLES.indexOf(table as EditedTable) + 1] : table
    return json({
      cursor: next ? `${this.epoch}|${position}|${next}|${end ? '' : through}` : `${this.epoch}|${position}`,
      more: next !== undefined,
      range: { table, after: from, through },
      rows: { [table]: page.map(([, row]) => row) },
      gone: {},
      ...head,
    })
  }
}

/** Returns the edits of a push as they were sent: the device's report before them changes. */
export const editsIn = (text = ''): string => text.slice(text.indexOf('"mutations":'))

/** Makes a server that has order 7 with these lines. */
export function serverWith(...lines: OrderItemRow[]): FakeServer {
  const server = new FakeServer()
  server.put('orders', order(7))
  for (const line of lines) server.put('items', line)
  return server
}
