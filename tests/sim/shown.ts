/** What a screen shows of a line is the server's row with those edits laid on it that are not in it, each once. */
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { partsBeside } from './parts.ts'
import type { Device } from './device.ts'
import type { Model } from './model.ts'

/** The first line that shows something else, in words; null where all is well. */
export function misshown(device: Device, user: number, model: Model): string | null {
  const outbox = device.outbox(user)
  // Nothing is shown of an act if a part of it needs a person.
  const hidden = new Set(
    partsBeside(
      outbox,
      outbox.filter(({ state }) => state !== 'pending'),
    ),
  )
  const edits = outbox.filter((record) => record.entity === 'orderitems' && !hidden.has(record))
  if (edits.length === 0) return null
  const shadows = new Map(device.shadows(user).map((shadow) => [shadow.id, shadow]))
  const shown = new Map(device.rows<OrderItemRow>(user, 'items').map((row) => [row.id, row]))
  const orders = new Map(device.rows<OrderRow>(user, 'orders').map((row) => [row.id, row]))
  for (const id of new Set(edits.map(({ entity_id }) => entity_id))) {
    const shadow = shadows.get(id)
    const below = (shadow ? shadow.row : shown.get(id)) as OrderItemRow | null | undefined
    if (!below) continue
    const pending = edits.filter(({ entity_id, state }) => entity_id === id && state === 'pending')
    for (const { mutation_id } of pending) {
      const from = model.countedFrom.get(mutation_id)
      if (from !== undefined && below.version >= from)
        return `the row ${id} of ${device.name} holds ${mutation_id}, which still waits`
    }
    // What a locked order shows is not what waits.
    if (shadow?.waiting_since !== undefined || orders.get(below.order)?.invoiced !== false) continue
    const row = shown.get(id)
    const want = laid(below, pending)
    if (row && row.unit_quantity !== want)
      return `${id} of ${device.name} shows ${row.unit_quantity}: ${below.unit_quantity} with its edits is ${want}`
  }
  return null
}

function laid({ unit_quantity, out_of_stock }: OrderItemRow, edits: readonly OutboxRecord[]): number {
  let [count, isOut] = [unit_quantity, out_of_stock]
  for (const { call, adds } of edits.toSorted((a, b) => a.seq - b.seq)) {
    const body = call.body ?? {}
    // What was counted on a line that is out of stock is not laid on it: the server's answer is a card.
    const isBarred = isOut && body['out_of_stock'] !== false
    const by = isBarred ? undefined : adds?.unit_quantity
    if (by !== undefined) count = Math.max(0, count + by)
    else if (!isBarred && typeof body['unit_quantity'] === 'number') count = body['unit_quantity']
    const out = body['out_of_stock'] ?? isOut
    if (out && !isOut) count = 0
    isOut = out === true
  }
  return count
}
