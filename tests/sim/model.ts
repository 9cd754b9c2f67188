/**
 * What the server must have made of the edits that it says it applied, reckoned a second time and in the plainest way:
 * from what each person saw when they did it, and not from what the edit says that they saw.
 */
import { placesOrder } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { asForwarded, readInto, readLeft, type Left } from './merging.ts'
import type { SimServer } from './server.ts'
import { applyStaged, takeStaged } from './staged.ts'

type Values = Record<string, unknown>

/** An edit as the simulation saw it being made. */
export interface Issued {
  id: string
  device: string
  user: number
  /** The fields of the row before the edit, as the screen showed them; null for a row that was not there. */
  seen: Values | null
}

const TRACKED = {
  orders: ['note', 'invoiced'],
  items: [
    'order',
    'product',
    'unit_quantity',
    'picked',
    'scanned',
    'out_of_stock',
    'coupon_note',
    'bin_override',
  ],
  subitems: ['order_item', 'order', 'weight_lbs', 'lot_code'],
  barcodes: ['product'],
  staged: ['unit_quantity', 'case_quantity'],
} as const
type Table = keyof typeof TRACKED
const TABLE = {
  orders: 'orders',
  orderitems: 'items',
  ordersubitems: 'subitems',
  barcodealternates: 'barcodes',
  sharedcartitems: 'staged',
} as const

export class Model {
  #rows: Record<Table, Map<string, Values>> = emptyRows()
  /** By the line that merging has added to it. */
  #left: ReadonlyMap<string, Left> = new Map()
  /** By the order that merging has put into it. */
  #into: ReadonlyMap<number, number> = new Map()
  /** The highest `seq` applied by row, person and device. */
  readonly #last = new Map<string, number>()
  readonly applied = new Set<string>()
  /** Applied or refused for good: what the server has decided. */
  readonly decided = new Set<string>()
  /** The version of its line from which on each applied scan is in it. */
  readonly countedFrom = new Map<string, number>()

  /** Takes the rows as they are: after the office has changed something. */
  async take(server: SimServer): Promise<void> {
    this.#rows = await read(server)
  }

  /** After a push: what was newly applied, in its order. Throws where the rows are not what they must be. */
  async pushed(
    server: SimServer,
    sent: readonly Mutation[],
    issued: ReadonlyMap<string, Issued>,
  ): Promise<void> {
    const found = await server.rows<{ id: string; outcome: string; times: number }>(
      'select id, outcome, count(*)::int as times from mutations where id = any($1) group by id, outcome',
      [sent.map((m) => m.mutation_id)],
    )
    const outcomes = new Map(found.map((row) => [row.id, row.outcome]))
    const placed = await placedBy(server, sent)
    this.#left = await readLeft(server)
    this.#into = await readInto(server)
    wholeActs(
      sent,
      sent.filter(({ mutation_id: id }) => outcomes.get(id) === 'applied' && !this.applied.has(id)),
    )
    const counted: Mutation[] = []
    for (const mutation of sent) {
      const { mutation_id: id } = mutation
      if (outcomes.has(id)) this.decided.add(id)
      if (outcomes.get(id) !== 'applied' || this.applied.has(id)) continue
      this.applied.add(id)
      this.#inOrder(mutation)
      if (placesOrder(mutation)) this.#place(mutation, placed.get(id))
      else if (mutation.entity === 'sharedcartitems') applyStaged(this.#rows.staged, mutation)
      else this.#apply(mutation, issued.get(id)?.seen)
      if (mutation.adds && mutation.entity === 'orderitems') counted.push(mutation)
    }
    if (counted.length > 0) await this.#count(server, counted)
    const now = await read(server)
    compare(this.#rows, now)
    this.#rows = now
  }

  async #count(server: SimServer, scans: readonly Mutation[]): Promise<void> {
    const rows = await server.rows<{ id: string; version: string }>(
      'select id, version from order_items where id = any($1::uuid[])',
      [scans.map((scan) => scan.entity_id)],
    )
    const versions = new Map(rows.map(({ id, version }) => [id, Number(version)]))
    for (const { mutation_id, entity_id } of scans)
      this.countedFrom.set(mutation_id, versions.get(entity_id) ?? Infinity)
  }

  #inOrder({ entity, entity_id, user_id, device_id, seq, mutation_id }: Mutation): void {
    const chain = `${entity}:${entity_id} of ${user_id} on ${device_id}`
    if (seq < (this.#last.get(chain) ?? 0))
      throw new Violation(
        'order',
        `${mutation_id} of ${chain} was applied after a later edit of the same row`,
      )
    this.#last.set(chain, seq)
  }

  /** The order that was made is this one, with these lines, and no other. */
  #place(mutation: Mutation, made: Placed | undefined): void {
    const { mutation_id, call } = mutation
    if (!takeStaged(this.#rows.staged, mutation))
      throw new Violation('staged twice', `${mutation_id} has ordered more than was staged`)
    if (!made) throw new Violation('nothing', `${mutation_id} was applied and has made no order`)
    const { note, order_items } = call.body as { note: string; order_items: { product: string }[] }
    this.#rows.orders.set(String(made.order), { note, invoiced: false })
    for (const [n, { product }] of order_items.entries())
      this.#rows.items.set(
        made.items[n] ?? `line ${n} of order ${made.order}`,
        pick('items', { ...BLANK.items, order: made.order, product }),
      )
  }

  #apply(made: Mutation, seen: Values | null | undefined): void {
    const { entity, entity_id, call, adds, mutation_id } = this.#forwarded(made, seen)
    const table = TABLE[entity]
    const rows = this.#rows[table]
    const row = rows.get(entity_id)
    const orderOf = row?.['order'] ?? this.#rows.items.get(String(call.body?.['order_item']))?.['order']
    const order = table === 'orders' ? entity_id : (orderOf ?? call.body?.['order'])
    if (
      table !== 'barcodes' &&
      call.method !== 'DELETE' &&
      this.#rows.orders.get(String(order))?.['invoiced']
    )
      throw new Violation('locked', `${mutation_id} was applied to the locked order ${String(order)}`)
    if (call.method === 'POST') {
      if (row && table !== 'barcodes') throw new Violation('twice', `${mutation_id} made ${entity_id} again`)
      const body: Values = { ...BLANK[table], ...call.body }
      if (table === 'subitems') body['order'] = order
      rows.set(entity_id, pick(table, body))
      return
    }
    if (call.method === 'DELETE') {
      if (row && seen && table !== 'barcodes')
        for (const field of Object.keys(row))
          if (!same(row[field], seen[field])) throw overwritten(mutation_id, entity_id, field, row, seen)
      rows.delete(entity_id)
      if (table === 'items')
        for (const [id, piece] of this.#rows.subitems)
          if (piece['order_item'] === entity_id) this.#rows.subitems.delete(id)
      return
    }
    if (!row) throw new Violation('nothing', `${mutation_id} was applied to ${entity_id}, which is not there`)
    const [wasOut, count] = [row['out_of_stock'], row['unit_quantity']]
    for (const [field, mine] of Object.entries(call.body ?? {})) {
      if (!(field in row) || (adds && field in adds)) continue
      const changed = seen && field in seen && !same(row[field], seen[field])
      if (changed && !same(row[field], mine)) throw overwritten(mutation_id, entity_id, field, row, seen)
      row[field] = mine
    }
    if (adds?.unit_quantity !== undefined)
      row['unit_quantity'] = Math.max(0, Number(row['unit_quantity']) + adds.unit_quantity)
    if (row['out_of_stock'] && !wasOut) {
      if (seen && !same(count, seen['unit_quantity']))
        throw overwritten(mutation_id, entity_id, 'unit_quantity', { ...row, unit_quantity: count }, seen)
      Object.assign(row, { picked: false, scanned: null, unit_quantity: 0 })
    }
    if (row['out_of_stock'] && (row['picked'] || row['unit_quantity'] !== 0))
      throw new Violation('out of stock', `${mutation_id} left ${entity_id} out of stock and picked`)
  }

  #forwarded(made: Mutation, seen: Values | null | undefined): Mutation {
    const named = made.entity === 'orderitems' ? made.entity_id : made.call.body?.['order_item']
    const left = this.#left.get(String(named))
    const line = left && this.#rows.items.get(left.id)
    if (line) return asForwarded(made, left, line, seen)
    const into = made.entity === 'orderitems' && this.#into.get(Number(made.call.body?.['order']))
    return into ? { ...made, call: { ...made.call, body: { ...made.call.body, order: into } } } : made
  }
}

interface Placed {
  order: number
  items: string[]
}

/** Which order each of these edits has made, by edit; its lines are in the order of their ids. */
async function placedBy(server: SimServer, sent: readonly Mutation[]): Promise<Map<string, Placed>> {
  const ids = sent.filter(placesOrder).map((m) => m.mutation_id)
  if (ids.length === 0) return new Map()
  const rows = await server.rows<{ id: string; order: number; items: string[] }>(
    `select m.id, m.order_id as "order",
            array(select i.id::text from order_items i where i.order_id = m.order_id order by i.id) as items
       from mutations m where m.id = any($1) and m.outcome = 'applied'`,
    [ids],
  )
  return new Map(rows.map(({ id, ...made }) => [id, made]))
}

/** All parts of an act are applied in one push, or none is. */
function wholeActs(sent: readonly Mutation[], applied: readonly Mutation[]): void {
  for (const { act, mutation_id } of applied) {
    if (!act) continue
    const parts = (of: readonly Mutation[]) => of.filter((one) => one.act?.id === act.id).length
    const [came, stayed] = [parts(sent), parts(applied)]
    if (came !== act.parts || stayed !== act.parts)
      throw new Violation(
        'half',
        `${mutation_id} was applied with ${stayed} of ${act.parts} parts of its act, of which ${came} came`,
      )
  }
}

const overwritten = (id: string, row: string, field: string, now: Values, seen: Values) =>
  new Violation(
    'overwritten',
    `${id} changed ${field} of ${row}: they saw ${JSON.stringify(seen[field])}, it was ${JSON.stringify(now[field])}`,
  )

/** A promise that was broken; `check` names which. */
export class Violation extends Error {
  override readonly name = 'Violation'
  constructor(
    readonly check: string,
    words: string,
  ) {
    super(`${check}: ${words}`)
  }
}

const BLANK: Record<Table, Values> = {
  orders: {},
  items: {
    unit_quantity: 0,
    picked: false,
    scanned: null,
    out_of_stock: false,
    coupon_note: '',
    bin_override: null,
  },
  subitems: { weight_lbs: null, lot_code: null },
  barcodes: {},
  staged: {},
}

const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null)
const pick = (table: Table, row: Values): Values =>
  Object.fromEntries(TRACKED[table].map((field) => [field, row[field] ?? null]))

function emptyRows(): Record<Table, Map<string, Values>> {
  return { orders: new Map(), items: new Map(), subitems: new Map(), barcodes: new Map(), staged: new Map() }
}

async function read(server: SimServer): Promise<Record<Table, Map<string, Values>>> {
  const [all] = await server.rows<Record<Table, Values[]>>(
    `select (select coalesce(json_agg(o), '[]') from (select id, note, invoiced from orders) o) as orders,
            (select coalesce(json_agg(i), '[]') from (select id, order_id as "order", product, unit_quantity, picked, scanned,
               out_of_stock, coupon_note, bin_override from order_items) i) as items,
            (select coalesce(json_agg(s), '[]') from (select id, order_item_id as order_item, order_id as "order",
               weight_lbs::text as weight_lbs, lot_code from order_subitems) s) as subitems,
            (select coalesce(json_agg(b), '[]') from (select barcode as id, product from barcode_alternates) b) as barcodes,
            (select coalesce(json_agg(c), '[]') from (select id, unit_quantity, case_quantity from shared_cart_items) c) as staged`,
  )
  const rows = emptyRows()
  for (const table of Object.keys(rows) as Table[])
    for (const row of all![table]) rows[table].set(String(row['id']), pick(table, row))
  return rows
}

function compare(expected: Record<Table, Map<string, Values>>, found: Record<Table, Map<string, Values>>) {
  for (const table of Object.keys(TRACKED) as Table[]) {
    for (const id of new Set([...expected[table].keys(), ...found[table].keys()])) {
      const want = JSON.stringify(expected[table].get(id))
      const have = JSON.stringify(found[table].get(id))
      if (want !== have) throw new Violation('applied', `${table} ${id} must be ${want} and is ${have}`)
    }
  }
}
