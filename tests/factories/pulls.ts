/** A device that pulls: it stores rows by key as `GET sync/changes` says. */
import { KEY, TABLES, type Table } from '#contract/sync/entities.ts'
import { type Changes } from '#contract/sync/protocol.ts'
import type { TestServer } from './app.ts'

type Row = Record<string, unknown>
type Key = string | number

export interface Device {
  cursor: string | undefined
  rows: Record<Table, Map<Key, Row>>
  /** Pulls until there is no more, or `most` pages. Returns the pages as they came. */
  pull(options?: { limit?: number; most?: number }): Promise<Changes[]>
  /**
   * Pulls until a pull returns no rows. The cursor stays behind the oldest transaction of the whole cluster, which
   * other tests share: until their transactions end, rows come again.
   */
  catchUp(): Promise<void>
  /** Returns the keys of a table, sorted. */
  keys(table: Table): Key[]
}

const above = (a: Key, b: Key) =>
  typeof a === 'number' && typeof b === 'number' ? a > b : String(a) > String(b)

/** Returns how many rows or keys these are. */
export const size = (lists: Changes['rows'] | Changes['gone']) => Object.values(lists).flat().length

export function makeDevice(server: TestServer, username: string): Device {
  const rows = Object.fromEntries(TABLES.map((table) => [table, new Map()])) as unknown as Device['rows']

  function letGo(table: Table, key: Key) {
    rows[table].delete(key)
    const order = (row: Row) => table === 'orders' && row['order'] === key
    for (const child of ['items', 'subitems'] as const)
      for (const [id, row] of rows[child])
        if (order(row) || (table === 'items' && row['order_item'] === key)) rows[child].delete(id)
  }

  function take(page: Changes) {
    if (page.range) {
      const { table, after, through } = page.range
      for (const key of rows[table].keys())
        if ((after === null || above(key, after)) && (through === null || !above(key, through)))
          rows[table].delete(key)
    }
    for (const table of TABLES) {
      for (const key of page.gone[table] ?? []) letGo(table, key)
      for (const row of (page.rows[table] ?? []) as Row[]) rows[table].set(row[KEY[table]] as Key, row)
    }
  }

  const device: Device = {
    cursor: undefined,
    rows,
    async pull({ limit, most = Infinity } = {}) {
      const pages: Changes[] = []
      do {
        const query = new URLSearchParams()
        if (device.cursor !== undefined) query.set('since', device.cursor)
        if (limit) query.set('limit', String(limit))
        const { status, body } = await server.call(username, 'GET', `sync/changes?${query}`)
        if (status !== 200) throw new Error(`the pull was answered ${status}`)
        const page = body as Changes
        take(page)
        pages.push(page)
        device.cursor = page.cursor
      } while (pages.at(-1)?.more && pages.length < most)
      return pages
    },
    async catchUp() {
      const isEmpty = (page: Changes) => !page.range && size(page.rows) + size(page.gone) === 0
      while (!(await device.pull()).every(isEmpty));
    },
    keys: (table) => [...rows[table].keys()].sort((a, b) => (above(a, b) ? 1 : -1)),
  }
  return device
}
