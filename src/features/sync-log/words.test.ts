import { describe, expect, it } from 'vitest'
import type { Mutation } from '#contract/sync/mutation.ts'
import { holdingWords } from './device-words.ts'
import { editWords, fieldName, showScan, showValue } from '#contract/sync/words.ts'

type Said = Parameters<typeof editWords>[0]
const say = (
  entity: Mutation['entity'],
  method: Mutation['call']['method'],
  body: Record<string, unknown> | null,
  adds: Mutation['adds'] = null,
) => {
  const edit: Said = { entity, entity_id: '7', order: 7, call: { method, path: 'x', body }, adds }
  const { title, detail } = editWords(edit, entity === 'orders' ? null : 'Beef Brisket', (upc) => `P${upc}`)
  return [title, detail]
}

describe('an edit in words', () => {
  it.each([
    [
      'a pick',
      say('orderitems', 'PATCH', { picked: true, scanned: true, unit_quantity: 2 }),
      'Picked · Beef Brisket',
      'Units picked 2',
    ],
    [
      'a scan',
      say('orderitems', 'PATCH', { unit_quantity: 9 }, { unit_quantity: 1 }),
      'Scanned · Beef Brisket',
      '+1 unit',
    ],
    [
      'a weight',
      say('ordersubitems', 'POST', {
        id: 'a',
        order_item: 'b',
        unit_type: 'u',
        weight_lbs: '12.34',
        lot_code: 'L-7',
        weight_kg: null,
      }),
      'Piece recorded · Beef Brisket',
      'Weight 12.34 lb, lot L-7',
    ],
    [
      'a lot taken out',
      say('ordersubitems', 'PATCH', { lot_code: null }),
      'Piece changed · Beef Brisket',
      'Lot removed',
    ],
    [
      'a short',
      say('orderitems', 'PATCH', { out_of_stock: true, picked: false }),
      'Out of stock · Beef Brisket',
      '',
    ],
    ['a swap', say('orderitems', 'PATCH', { product: '3' }), 'Swapped · Beef Brisket', 'Product P3'],
    ['a deletion', say('orderitems', 'DELETE', null), 'Item deleted · Beef Brisket', ''],
    [
      'a date',
      say('orders', 'PATCH', { delivery_date: '2026-11-24' }),
      'Order 7 changed',
      'Delivery date 11/24/2026',
    ],
    [
      'a link',
      say('barcodealternates', 'POST', { barcode: '7', product: '3' }),
      'Barcode linked · Beef Brisket',
      '7',
    ],
  ])('%s', (_what, said, title, detail) => {
    expect(said).toEqual([title, detail])
  })

  it('shows the GS of a scan, and every field and value in the trade’s words', () => {
    expect(showScan('0109\u001d10L7')).toBe('0109<GS>10L7')
    expect([fieldName('weight_lbs'), fieldName('some_new')]).toEqual(['Weight', 'some new'])
    expect([undefined, null, true, 3].map((value) => showValue('picked', value))).toEqual([
      'deleted',
      'nothing',
      'yes',
      '3',
    ])
  })

  it('shows the foreman which person has how many changes for which order', () => {
    const device = { username: 'picker3', unsent: { 21667: 6, 9: 1 }, needs_you: { 9: 2, 12: 1 } }
    expect(holdingWords(device)).toEqual([
      'picker3 has 6 unsent changes for order 21667',
      'picker3 has 1 unsent change and 2 decisions to make for order 9',
      'picker3 has 1 decision to make for order 12',
    ])
  })
})
