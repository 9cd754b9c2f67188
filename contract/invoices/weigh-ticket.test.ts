import { expect, it } from 'vitest'
import { weighedPieces, weighTicket, type Piece } from './weigh-ticket.ts'

const ITEM = {
  id: 'beef',
  item_code: 'M1055',
  name: 'Outside Skirt',
  unit_quantity: 3,
  case_quantity: 1,
  subitem_weights: { u: ['6.250', '6.105'], c: ['31'] },
}
const piece = (id: string, weight_lbs: string, over: Partial<Piece> = {}): Piece => ({
  id,
  order_item: 'beef',
  unit_type: 'u',
  weight_lbs,
  lot_code: `L-${id}`,
  weighed_at: '2026-11-20T04:05:59Z',
  ...over,
})

it('a weighed piece has the invoice’s weight, and the lot and time of the piece', () => {
  const pieces = [
    piece('2', '6.105', { weighed_at: null }),
    piece('1', '6.25'),
    piece('3', '31.000', { unit_type: 'c', lot_code: null }),
    piece('4', '9', { order_item: 'other' }),
  ]
  expect(weighedPieces([ITEM], pieces)).toEqual([
    {
      item: 'beef',
      unit_type: 'u',
      weight_lbs: '6.250',
      lot_code: 'L-1',
      weighed_at: '2026-11-20T04:05:59Z',
    },
    { item: 'beef', unit_type: 'u', weight_lbs: '6.105', lot_code: 'L-2', weighed_at: null },
    { item: 'beef', unit_type: 'c', weight_lbs: '31', lot_code: null, weighed_at: '2026-11-20T04:05:59Z' },
  ])
})

it('a piece that is gone, or weighs something else by now, has no lot and no time', () => {
  const bare = { item: 'beef', unit_type: 'u', lot_code: null, weighed_at: null }
  expect(weighedPieces([{ ...ITEM, case_quantity: 0 }], [piece('1', '6.30')]).slice(0, 2)).toEqual([
    { ...bare, weight_lbs: '6.250' },
    { ...bare, weight_lbs: '6.105' },
  ])
})

it('the ticket has a row a piece and what they weigh together, on the distributor’s clock', () => {
  const weighed = weighedPieces([ITEM], [piece('1', '6.25'), piece('2', '6.105', { weighed_at: null })])
  const oil = { ...ITEM, id: 'oil', subitem_weights: { u: [], c: [] } }
  const ticket = weighTicket({ order_id: 5, items: [oil, ITEM], weighed }, 'America/New_York')
  expect(ticket?.title).toBe('Weigh ticket of invoice #5')
  expect(
    ticket?.rows.map(({ code, name, piece, weight, lot, weighed }) =>
      [code, name, piece, weight, lot, weighed].join('|'),
    ),
  ).toEqual([
    // It was the day before in New York.
    'M1055|Outside Skirt|Unit 1|6.25 lbs|L-1|11/19/2026 23:05',
    '||Unit 2|6.11 lbs|L-2|',
    '||Case 1|31.00 lbs||',
    '||3 pieces|43.36 lbs||',
  ])
  expect(ticket?.rows.map(({ isSum }) => isSum)).toEqual([false, false, false, true])
})

it('there is none where nothing was weighed', () => {
  expect(weighTicket({ order_id: 5, items: [ITEM], weighed: [] }, 'UTC')).toBeNull()
  expect(weighTicket({ order_id: 5, items: [ITEM] }, 'UTC')).toBeNull()
})
