/** Staged orders in the simulation: what their rows must be, reckoned a second time. */
import { stagedId, type StagedItem } from '#contract/ordering/staged.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { stagedRowsOf } from '#contract/orders/place.ts'
import type { Device } from './device.ts'

type Values = Record<string, unknown>
type Rows = Map<string, Values>

const MOST = 1_000_000
const within = (n: number) => Math.min(MOST, Math.max(0, n))
const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const FIELDS = ['unit_quantity', 'case_quantity'] as const

/** What an applied command has made of its row: what is added is added, what is set is set. */
export function applyStaged(
  rows: Rows,
  { entity_id, call, adds }: Pick<Mutation, 'entity_id' | 'call' | 'adds'>,
): void {
  const row = rows.get(entity_id) ?? { unit_quantity: 0, case_quantity: 0 }
  const body = call.body ?? {}
  const after = { ...row }
  for (const field of FIELDS) {
    const now = count(row[field])
    const by = call.method === 'POST' ? count(body[field]) : adds?.[field]
    if (by !== undefined) after[field] = within(now + by)
    else after[field] = call.method === 'DELETE' ? 0 : (body[field] ?? now)
  }
  // A removal of what was never there makes no row.
  if (call.method !== 'DELETE' || rows.has(entity_id)) rows.set(entity_id, after)
}

/** An order that took a staged order took what it ordered, and that was there; false where it was not. */
export function takeStaged(rows: Rows, { call }: Pick<Mutation, 'call'>): boolean {
  const { staged, order_items } = call.body as {
    staged?: number
    order_items: { product: string; unit_quantity: number; case_quantity: number }[]
  }
  if (staged === undefined) return true
  let wasThere = true
  for (const line of order_items) {
    const id = stagedId(staged, line.product)
    const row = rows.get(id) ?? {}
    const after: Values = {}
    for (const field of FIELDS) {
      after[field] = count(row[field]) - line[field]
      if (count(after[field]) < 0) wasThere = false
    }
    rows.set(id, after)
  }
  return wasThere
}

/** The first staged product whose row is not the server's with what waits laid on it, each once; null where all is well. */
export function stagedMisshown(device: Device, user: number): string | null {
  const waiting = device
    .outbox(user)
    .filter(({ state }) => state === 'pending')
    .sort((a, b) => a.seq - b.seq)
  const ids = new Set(waiting.flatMap(stagedRowsOf))
  if (ids.size === 0) return null
  const shown = new Map(device.rows<StagedItem>(user, 'staged').map((row) => [row.id, row]))
  for (const shadow of device.shadows(user)) {
    const id = String(shadow.id)
    if (shadow.table !== 'staged' || !ids.has(id) || shadow.waiting_since !== undefined || shadow.gone)
      continue
    const rows: Rows = new Map(shadow.row ? [[id, { ...shadow.row }]] : [])
    for (const edit of waiting) {
      if (edit.entity === 'sharedcartitems' && edit.entity_id === id) applyStaged(rows, edit)
      else if (rows.has(id) && stagedRowsOf(edit).includes(id)) {
        takeStaged(rows, edit)
        const row = rows.get(id)!
        for (const field of FIELDS) row[field] = within(count(row[field]))
      }
    }
    const [want, have] = [rows.get(id), shown.get(id)]
    for (const field of FIELDS)
      if (count(want?.[field]) !== count(have?.[field]))
        return `staged ${id} of ${device.name} shows ${have?.[field]} ${field}: with its edits it is ${String(want?.[field])}`
  }
  return null
}
