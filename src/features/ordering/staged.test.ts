import { describe, expect, it } from 'vitest'
import { stagedCalls, stagedProducts } from './staged.ts'

const item = (id: number, upc: string, unit_quantity: number, case_quantity = 0) => ({
  id,
  upc,
  company_location: 4,
  unit_quantity,
  case_quantity,
})
const items = [item(1, '111', 2), item(2, '222', 0, 3), item(3, '333', 1, 1)]
const touched = new Map([
  ['111', { units: 5, cases: 0 }],
  ['222', { units: 0, cases: 0 }],
  ['333', { units: 1, cases: 1 }],
  ['444', { units: 1, cases: 0 }],
  ['555', { units: 0, cases: 0 }],
])

describe('a staged order', () => {
  it('B142 B143 B144 shows what was set here, and nothing of what was removed or came to nothing', () => {
    expect(
      stagedProducts(items, touched).map(({ upc, unit_in_cart, case_in_cart }) => [
        upc,
        unit_in_cart,
        case_in_cart,
      ]),
    ).toEqual([
      ['111', 5, 0],
      ['333', 1, 1],
      ['444', 1, 0],
    ])
  })

  it('B145 creates what is new, patches what changed and deletes what is gone, each by its own call', () => {
    expect(stagedCalls(items, touched)).toEqual([
      { method: 'PATCH', id: 1, upc: '111', amounts: { units: 5, cases: 0 } },
      { method: 'DELETE', id: 2, upc: '222' },
      { method: 'POST', upc: '444', amounts: { units: 1, cases: 0 } },
    ])
  })
})
