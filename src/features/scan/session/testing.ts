/** Rows for this folder's tests, as the device keeps them. */
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { keyOf, type Table } from '#contract/sync/entities.ts'
import { perform } from '#contract/sync/perform.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { World } from '#contract/sync/world.ts'
import { ids, makeOrder } from '#contract/picking/testing.ts'
import type { ScanSettings } from '#contract/barcode/parse.ts'
import type { Commit } from './commit.ts'
import type { Elsewhere } from './load-rows.ts'
import { createScanList } from './scan-list.ts'
import { createScanSession } from './scan-session.ts'

const PICKER = { id: 6, username: 'picker', role_id: 14, is_staff: true, company: null }

export interface Rows {
  orders: OrderRow[]
  items: OrderItemRow[]
  pieces: OrderSubitemRow[]
  products: Map<string, Product>
  alternates: Map<string, string>
}

/** A device in memory: edits go through the contract's own functions, one transaction a commit. */
function aDevice(rows: Partial<Rows>) {
  const state: Rows = {
    orders: [makeOrder({ id: 1 })],
    items: [],
    pieces: [],
    products: new Map(),
    alternates: new Map(),
    ...rows,
  }
  const log: string[] = []
  const tables = (): Partial<Record<Table, object[]>> => ({
    orders: state.orders,
    items: state.items,
    subitems: state.pieces,
  })
  const world: World = {
    row: (table, key) => tables()[table]?.find((row) => keyOf(table, row) === key) as never,
    order: (id) => state.orders.find((order) => order.id === id),
    item: (id) => state.items.find((item) => item.id === id),
    subitem: (id) => state.pieces.find((piece) => piece.id === id),
    subitemsOf: (item) => state.pieces.filter((piece) => piece.order_item === item),
    itemsOf: (order) => state.items.filter((item) => item.order === order),
    product: (upc) => state.products.get(upc),
    barcode: (barcode) => {
      const product = state.alternates.get(barcode)
      return product === undefined ? undefined : { barcode, product }
    },
    staged: () => undefined,
    wasDeleted: () => false,
  }
  const commits: Parameters<Commit>[0][] = []

  const commit: Commit = async (edits) => {
    await Promise.resolve()
    const all: RowChange[] = []
    for (const edit of edits) {
      const call = { method: edit.method, path: '', body: edit.body ?? null }
      const bodyWithId =
        edit.method === 'POST' && edit.entity !== 'barcodealternates'
          ? { ...edit.body, id: edit.entity_id }
          : edit.body
      const outcome = perform(
        {
          mutation_id: edit.entity_id,
          entity: edit.entity,
          entity_id: edit.entity_id,
          call: { ...call, body: bodyWithId ?? null },
          base: { version: null, values: edit.seen ?? {} },
          adds: edit.adds ?? null,
          created_at: '2026-11-21T08:00:00Z',
        },
        world,
        PICKER,
      )
      if (outcome.kind !== 'applied') return { ok: false, message: outcome.message }
      for (const change of outcome.changes) put(change)
      all.push(...outcome.changes)
    }
    commits.push([...edits])
    log.push('stored')
    return { ok: true, changes: all }
  }
  function put(change: RowChange) {
    if (change.table === 'items') {
      const id = 'gone' in change ? change.gone : change.row.id
      const place = state.items.findIndex((item) => item.id === id)
      // A row keeps its place, as it does where rows are read by their ids.
      state.items = state.items.toSpliced(
        place < 0 ? state.items.length : place,
        place < 0 ? 0 : 1,
        ...('row' in change ? [change.row] : []),
      )
    } else if (change.table === 'subitems') {
      const id = 'gone' in change ? change.gone : change.row.id
      state.pieces = [
        ...state.pieces.filter((piece) => piece.id !== id),
        ...('row' in change ? [change.row] : []),
      ]
    } else if (change.table === 'barcodes') {
      if ('gone' in change) state.alternates.delete(change.gone)
      else state.alternates.set(change.row.barcode, change.row.product)
    }
  }
  return { state, commit, commits, log }
}

interface SessionOptions {
  /** Codes that the whole catalogue knows. */
  known?: readonly string[]
  links?: Elsewhere['links']
  settings?: ScanSettings
  bulk?: boolean
  /** False: the list has not been read yet. */
  isRead?: boolean
  commit?: Commit
}

/** A scan screen's session on a device in memory. */
export function aSession(
  rows: Partial<Rows>,
  { known = [], links = [], settings = {}, bulk = false, isRead = true, commit }: SessionOptions = {},
) {
  const device = aDevice(rows)
  const list = createScanList({ bulk, sorting: 'bin', filter: null })
  if (isRead) list.load(device.state)
  const session = createScanSession({
    list,
    commit: commit ?? device.commit,
    answer: (answer) => device.log.push(answer),
    lookElsewhere: (raw) =>
      Promise.resolve({
        links: links.filter(({ barcode }) => barcode === raw),
        isKnown: known.includes(raw),
      }),
    isSerialKnown: (product, serial) =>
      Promise.resolve(
        device.state.pieces.some(
          (piece) =>
            piece.serial === serial &&
            device.state.items.some((i) => i.id === piece.order_item && i.product === product),
        ),
      ),
    today: () => '2026-11-21',
    newId: ids(),
    settings: () => ({ currentYear: 2026, ...settings }),
  })
  const line = (upc: string) => list.get().lines.find((l) => l.items[0]!.product === upc)!
  const item = (upc: string) => line(upc).items[0]!
  const product = (upc: string) => list.get().products.get(upc)!
  return { ...device, list, session, line, item, product, view: session.view }
}
