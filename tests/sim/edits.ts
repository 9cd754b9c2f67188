/** Work of people on the floor: edits of every kind, made from the rows that their screen shows. */
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { weighted, type Chance } from './chance.ts'
import type { Tab } from './device.ts'
import { CUSTOMER, FOREMAN, PRODUCTS } from './server.ts'

export interface Doing {
  what: string
  edits: NewEdit[]
}

const weightOf = (chance: Chance) => `${1 + chance.whole(20)}.${String(chance.whole(1_000)).padStart(3, '0')}`

/** Returns one thing that the person at this tab can do now; undefined where the screen is empty. */
export function someEdit(tab: Tab, chance: Chance): Doing | undefined {
  const { device, user, engine } = tab
  if (!user || !engine) return undefined
  const items = device.rows<OrderItemRow>(user.id, 'items')
  const orders = device.rows<OrderRow>(user.id, 'orders')
  if (items.length === 0 || orders.length === 0) return undefined
  // This picks few rows, often the same ones, so that people meet there.
  const item = items[Math.min(chance.whole(items.length), chance.whole(items.length))]!
  const pieces = device.rows<OrderSubitemRow>(user.id, 'subitems')
  const piece = pieces.length > 0 ? chance.pick(pieces) : undefined
  const order = chance.pick(orders)
  const code = `99${chance.whole(4)}`
  const ofItem = (body: Record<string, unknown>, more: Partial<NewEdit> = {}): NewEdit[] => [
    { entity: 'orderitems', entity_id: item.id, method: 'PATCH', body, ...more },
  ]
  const scan = (units: number): NewEdit[] =>
    ofItem(
      { unit_quantity: item.unit_quantity + units },
      { adds: { unit_quantity: units }, raw_scan: `]C1${item.product}` },
    )
  const newPiece = (): NewEdit => ({
    entity: 'ordersubitems',
    entity_id: engine.newId(),
    method: 'POST',
    body: { order_item: item.id, unit_type: 'u', weight_lbs: weightOf(chance) },
    raw_scan: `]C13103${chance.whole(1_000_000)}`,
  })
  const mayAdd = user.username === FOREMAN
  const kinds: (readonly [number, () => Doing | undefined])[] = [
    [8, () => ({ what: `scan ${item.id.slice(-2)}`, edits: scan(1 + chance.whole(2)) })],
    [
      4,
      () => {
        const picked = !item.picked
        return { what: `picked ${item.id.slice(-2)} ${picked}`, edits: ofItem({ picked, scanned: picked }) }
      },
    ],
    [
      3,
      () => ({
        what: `quantity ${item.id.slice(-2)}`,
        edits: ofItem({ unit_quantity: chance.whole(9) }),
      }),
    ],
    [
      3,
      () => ({
        what: `bin text ${item.id.slice(-2)}`,
        edits: ofItem({ bin_override: `n${chance.whole(1e6)}` }),
      }),
    ],
    [
      1,
      () => ({ what: `bin ${item.id.slice(-2)}`, edits: ofItem({ bin_override: `B${chance.whole(99)}` }) }),
    ],
    [1, () => ({ what: `skip ${item.id.slice(-2)}`, edits: ofItem({ scanned: false }) })],
    [
      1,
      () => ({
        what: `out of stock ${item.id.slice(-2)}`,
        edits: ofItem({ out_of_stock: !item.out_of_stock }),
      }),
    ],
    [1, () => ({ what: `swap ${item.id.slice(-2)}`, edits: ofItem({ product: chance.pick(PRODUCTS) }) })],
    [4, () => ({ what: `weight on ${item.id.slice(-2)}`, edits: [newPiece()] })],
    [2, () => ({ what: `weight and count ${item.id.slice(-2)}`, edits: [newPiece(), ...scan(1)] })],
    [
      3,
      () =>
        piece && {
          what: `reweigh ${piece.id.slice(-4)}`,
          edits: [patchPiece(piece, { weight_lbs: weightOf(chance) })],
        },
    ],
    [
      2,
      () =>
        piece && {
          what: `lot ${piece.id.slice(-4)}`,
          edits: [patchPiece(piece, { lot_code: `L${chance.whole(99)}` })],
        },
    ],
    [
      2,
      () =>
        piece && {
          what: `drop piece ${piece.id.slice(-4)}`,
          edits: [{ entity: 'ordersubitems', entity_id: piece.id, method: 'DELETE' }],
        },
    ],
    [2, () => ({ what: `note ${order.id}`, edits: [note(order, `note ${chance.whole(1e6)}`)] })],
    // PostgreSQL cannot store this character: the device takes it, the server refuses it for good.
    [1, () => ({ what: `poison ${order.id}`, edits: [note(order, `bad \u0000 ${chance.whole(99)}`)] })],
    [
      1,
      () => ({
        what: `poisoned bin text ${item.id.slice(-2)}`,
        edits: ofItem({ bin_override: `bad \u0000 ${chance.whole(99)}` }),
      }),
    ],
    [
      1,
      () => ({
        what: `link ${code}`,
        edits: [
          {
            entity: 'barcodealternates',
            entity_id: code,
            method: 'POST',
            body: { barcode: code, product: chance.pick(PRODUCTS) },
          },
        ],
      }),
    ],
    [
      1,
      () => ({
        what: `unlink ${code}`,
        edits: [{ entity: 'barcodealternates', entity_id: code, method: 'DELETE' }],
      }),
    ],
    [
      mayAdd ? 2 : 0,
      () => ({
        what: `add item to ${order.id}`,
        edits: [
          {
            entity: 'orderitems',
            entity_id: engine.newId(),
            method: 'POST',
            body: { order: order.id, product: chance.pick(PRODUCTS), units_ordered: 2 },
          },
        ],
      }),
    ],
    [
      mayAdd ? 1 : 0,
      () => ({
        what: `delete item ${item.id.slice(-2)}`,
        edits: [{ entity: 'orderitems', entity_id: item.id, method: 'DELETE' }],
      }),
    ],
  ]
  // This is drawn separately, so that the steps of people who may not order stay the same.
  if (mayAdd && chance.whole(12) === 0) return placed(engine.newId(), order.delivery_date, chance)
  return weighted(chance, kinds)?.()
}

/** Returns an order of one to three products. */
function placed(id: string, day: string, chance: Chance): Doing {
  const order_items = Array.from({ length: 1 + chance.whole(3) }, () => ({
    product: chance.pick(PRODUCTS),
    unit_quantity: 1 + chance.whole(5),
    case_quantity: 0,
  }))
  const body = {
    customer: CUSTOMER,
    submitted_date: day,
    created_date: day,
    total: '1.00',
    order_items,
    delivery_date: '2199-12-31',
    note: `placed ${chance.whole(1e6)}`,
  }
  return {
    what: `place ${id.slice(-4)}`,
    edits: [{ entity: 'orders', entity_id: id, method: 'POST', body }],
  }
}

const note = (order: OrderRow, text: string): NewEdit => ({
  entity: 'orders',
  entity_id: String(order.id),
  method: 'PATCH',
  body: { note: text },
})
const patchPiece = (piece: OrderSubitemRow, body: Record<string, unknown>): NewEdit => ({
  entity: 'ordersubitems',
  entity_id: piece.id,
  method: 'PATCH',
  body,
})
