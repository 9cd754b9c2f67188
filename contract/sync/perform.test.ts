/** An applied edit of any content can be read back: no row is stored that the contract's own schema refuses. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stagedId, StagedItem } from '../ordering/staged.ts'
import { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { Person } from '../permissions.ts'
import { BarcodeAlternate, Product } from '../products/schema.ts'
import { item, order, piece, product, uuid } from '../testing/rows.ts'
import type { Key } from './entities.ts'
import { Mutation } from './mutation.ts'
import type { World } from './world.ts'
import { perform } from './perform.ts'

const ORDER = OrderRow.parse(order(1, { placed_date: null, delivery_date: '2026-11-23', items_count: 1 }))
/** A product that is charged by its weight, at this price. */
const weighedAt = (upc: string, price: string) =>
  Product.parse(
    product(upc, {
      unit_price: price,
      case_price: price,
      display_unit_price: price,
      display_case_price: price,
      display_unit_price_per_lb: price,
      units_per_case: 6,
      api_catch_weight: true,
      average_unit_weight: '999999.999',
      weight_type: 'r/w',
      acceptable_substitutions: [{ upc: '0002' }],
    }),
  )
const PRODUCTS = [weighedAt('0001', '2.50'), weighedAt('0002', '999999999999.99')]
const ITEM = OrderItemRow.parse(
  item(1, 1, {
    product: '0001',
    units_ordered: 2,
    units_originally_ordered: 2,
    estimated_price: '5.00',
    price_per_unit: '2.50',
    price_per_case: '2.50',
    price_snapshot: {
      weight_type: 'r/w',
      unit_price_per_lb: '2.50',
      case_price_per_lb: null,
      average_unit_weight: '2',
      average_case_weight: null,
    },
  }),
)
const PIECE = OrderSubitemRow.parse(piece(2, ITEM, { weight_lbs: '1.5' }))
const ROWS = {
  orders: OrderRow,
  items: OrderItemRow,
  subitems: OrderSubitemRow,
  barcodes: BarcodeAlternate,
  staged: StagedItem,
}

/** The rows in memory, as one edit after the other leaves them. */
function makeWorld() {
  const rows = {
    orders: new Map([[1, ORDER]]),
    items: new Map([[ITEM.id, ITEM]]),
    subitems: new Map([[PIECE.id, PIECE]]),
    barcodes: new Map<string, BarcodeAlternate>(),
    staged: new Map<string, StagedItem>(),
  }
  const world: World = {
    row: (table, key) => (rows[table] as ReadonlyMap<Key, object>).get(key) as never,
    order: (one) => rows.orders.get(one),
    item: (one) => rows.items.get(one),
    subitem: (one) => rows.subitems.get(one),
    subitemsOf: (item) => [...rows.subitems.values()].filter((piece) => piece.order_item === item),
    itemsOf: (order) => [...rows.items.values()].filter((item) => item.order === order),
    product: (upc) => PRODUCTS.find((one) => one.upc === upc),
    barcode: (code) => rows.barcodes.get(code),
    staged: (one) => rows.staged.get(one),
    wasDeleted: () => false,
  }
  return { world, rows }
}

const PEOPLE: Person[] = [
  { id: 1, username: 'office', role_id: 8, is_staff: true, company: null },
  { id: 2, username: 'picker', role_id: 14, is_staff: true, company: null },
]
const count = fc.oneof(fc.constantFrom(0, 1, 999_999, 1_000_000, -1, 5_000_000), fc.integer())
const amount = fc.oneof(
  fc.constantFrom('0.00', '5.00', '-500.00', '999999999999.99', '-99999999999.99', '1e9', '0.005'),
  fc.integer().map((n) => (n / 100).toFixed(2)),
)
const weight = fc.constantFrom('0', '1.25', '999999.999', '-1', '1e3', null)
const text = fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom('', 'x'.repeat(2_001)))
const snapshot = fc.record({
  weight_type: fc.constantFrom('', 'r/w', 'fix'),
  unit_price_per_lb: fc.option(amount),
  case_price_per_lb: fc.option(amount),
  average_unit_weight: weight,
  average_case_weight: weight,
})
const upc = fc.constantFrom('0001', '0002', '0003')
const row = fc.constantFrom(uuid(1), uuid(2), uuid(3), uuid(4))
const staged = upc.map((code) => stagedId(1, code))
const someOf = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
const ITEM_FIELDS = {
  units_ordered: count,
  cases_ordered: count,
  unit_quantity: count,
  case_quantity: count,
  bin_override: fc.option(text),
  coupon_amount: amount,
  coupon_note: text,
  estimated_price: amount,
  final_price: amount,
  price_snapshot: snapshot,
  original_product: fc.option(upc),
  product: upc,
  out_of_stock: fc.boolean(),
  picked: fc.boolean(),
  scanned: fc.option(fc.boolean()),
  taxable: fc.boolean(),
  admin_added: fc.boolean(),
}
const PIECE_FIELDS = {
  unit_type: fc.constantFrom('u', 'c'),
  weight_lbs: weight,
  weight_kg: weight,
  lot_code: fc.option(text),
  serial: fc.option(text),
  raw_scan: fc.option(text),
}
const day = fc.constantFrom('2026-11-23', '0000-01-01', '9999-12-31', '2026-02-30')
const { price_snapshot: _s, final_price: _f, ...CREATE_FIELDS } = ITEM_FIELDS
const call = (entity: string, method: string, body: fc.Arbitrary<unknown>, key: fc.Arbitrary<string> = row) =>
  fc.record({
    entity: fc.constant(entity),
    entity_id: key,
    call: fc.record({ method: fc.constant(method), path: fc.constant('/'), body }),
  })
const withOrder = (fields: fc.Arbitrary<Record<string, unknown>>, more: object) =>
  fields.map((body) => ({ product: '0001', ...body, ...more }))
const edit = fc.oneof(
  { weight: 4, arbitrary: call('orderitems', 'PATCH', someOf(ITEM_FIELDS)) },
  { weight: 2, arbitrary: call('orderitems', 'POST', withOrder(someOf(CREATE_FIELDS), { order: 1 })) },
  call('orderitems', 'DELETE', fc.constant(null)),
  { weight: 2, arbitrary: call('ordersubitems', 'PATCH', someOf(PIECE_FIELDS)) },
  {
    weight: 2,
    arbitrary: call(
      'ordersubitems',
      'POST',
      someOf(PIECE_FIELDS).map((body) => ({ unit_type: 'u', ...body, order_item: uuid(1) })),
    ),
  },
  call('ordersubitems', 'DELETE', fc.constant(null)),
  call(
    'orders',
    'PATCH',
    someOf({ note: text, delivery_date: day, placed_date: fc.option(day) }),
    fc.constant('1'),
  ),
  call(
    'barcodealternates',
    'POST',
    someOf({ barcode: text, product: upc }),
    text.filter((code) => code !== ''),
  ),
  call(
    'sharedcartitems',
    'POST',
    someOf({ upc, company_location: fc.constant(1), unit_quantity: count, case_quantity: count }),
    staged,
  ),
  call('sharedcartitems', 'PATCH', someOf({ unit_quantity: count, case_quantity: count }), staged),
  call('sharedcartitems', 'DELETE', fc.constant({}), staged),
)
const adds = fc.option(
  fc.record({ unit_quantity: fc.constantFrom(1, -1, 10_000, 5_000_000) }, { requiredKeys: [] }),
)

test('a row that an edit leaves can be read by every user, and a picker leaves prices, coupons and tax alone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(edit, adds, fc.constantFrom(...PEOPLE)), { maxLength: 20 }), (edits) => {
      const { world, rows } = makeWorld()
      for (const [one, added, person] of edits) {
        const sent = Mutation.safeParse({
          mutation_id: uuid(9),
          device_id: 'd',
          user_id: person.id,
          order: null,
          base: { version: null, values: {} },
          seq: 0,
          created_at: '2026-11-22T00:00:00Z',
          schema_version: 1,
          ...one,
          adds: one.entity !== 'ordersubitems' && one.call.method !== 'POST' ? added : null,
        })
        if (!sent.success) continue
        const outcome = perform(sent.data, world, person)
        if (outcome.kind !== 'applied') continue
        for (const change of outcome.changes) {
          const table = rows[change.table] as Map<unknown, object>
          if ('gone' in change) {
            table.delete(change.gone)
            continue
          }
          const key = change.table === 'barcodes' ? change.row.barcode : change.row.id
          const read = ROWS[change.table].safeParse(change.row)
          expect([read.error?.issues, change.row]).toEqual([undefined, change.row])
          const before = table.get(key)
          if (person.role_id === 14 && change.table === 'items' && before) {
            const { taxable, coupon_amount, coupon_note, admin_added } = change.row
            expect(before).toMatchObject({ taxable, coupon_amount, coupon_note, admin_added })
          }
          table.set(key, change.row)
        }
      }
    }),
    { numRuns: 500 },
  )
})
