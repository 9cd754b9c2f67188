import { describe, expect, it } from 'vitest'
import { addOne, removeOne, setTo, type CartUnit, type AmountChange } from '../cart/index.ts'
import { changeEdit, stagedProducts } from './staged.ts'

const row = (upc: string, unit_quantity: number, case_quantity = 0) => ({
  id: `4-${upc}`,
  upc,
  company_location: 4,
  unit_quantity,
  case_quantity,
  version: 3,
})
const changed = (units: number, cases: number, unit: CartUnit, how: AmountChange) => {
  const { method, body, adds } = changeEdit(4, '1', row('1', units, cases), unit, how) ?? {}
  return [method, body, adds]
}

describe('a staged order', () => {
  it('B144 hides a product without staged units or cases', () => {
    expect(
      stagedProducts([row('111', 5), row('222', 0, 0), row('333', 0, 2)]).map(
        ({ upc, unit_in_cart, case_in_cart }) => [upc, unit_in_cart, case_in_cart],
      ),
    ).toEqual([
      ['111', 5, 0],
      ['333', 0, 2],
    ])
  })

  it('B142 B230 sends the difference of a press, with both quantities that the person sees', () => {
    expect(changed(2, 1, 'u', addOne)).toEqual([
      'PATCH',
      { unit_quantity: 3, case_quantity: 1 },
      { unit_quantity: 1, case_quantity: 0 },
    ])
    expect(changed(2, 1, 'c', removeOne)).toEqual([
      'PATCH',
      { unit_quantity: 2, case_quantity: 0 },
      { unit_quantity: 0, case_quantity: -1 },
    ])
  })

  it('B142 sets a typed quantity, and adds nothing to the other unit', () => {
    expect(changed(2, 1, 'u', setTo(7))).toEqual([
      'PATCH',
      { unit_quantity: 7, case_quantity: 1 },
      { case_quantity: 0 },
    ])
  })

  it('B144 removes the row when the last one is taken away, and changes it while a case is left', () => {
    expect(changed(1, 0, 'u', removeOne)).toEqual([
      'DELETE',
      undefined,
      { unit_quantity: -1, case_quantity: 0 },
    ])
    expect(changed(1, 1, 'u', removeOne)[0]).toBe('PATCH')
  })

  it('keeps the product that a substitute replaces, from its first press on', () => {
    const original = { original_product: '7', units_originally_ordered: 3, cases_originally_ordered: 0 }
    const first = changeEdit(4, '9', row('9', 0), 'c', addOne, original)
    expect([first?.method, first?.body]).toEqual([
      'POST',
      { upc: '9', company_location: 4, unit_quantity: 0, case_quantity: 1, ...original },
    ])
    expect(changeEdit(4, '9', row('9', 0, 1), 'c', addOne, original)?.method).toBe('PATCH')
    expect(stagedProducts([{ ...row('9', 0, 1), ...original }, row('8', 1)])).toEqual([
      {
        upc: '9',
        unit_in_cart: 0,
        case_in_cart: 1,
        added_in_cart: true,
        added_through_sub: true,
        instead_of: '7',
        units_originally_ordered: 3,
        cases_originally_ordered: 0,
      },
      { upc: '8', unit_in_cart: 1, case_in_cart: 0, added_in_cart: true, added_through_sub: false },
    ])
  })

  it('B145 stages a new product, and sends nothing for an unchanged one', () => {
    expect(changeEdit(4, '9', undefined, 'c', addOne)).toEqual({
      entity: 'sharedcartitems',
      entity_id: '4-9',
      method: 'POST',
      body: { upc: '9', company_location: 4, unit_quantity: 0, case_quantity: 1 },
    })
    expect(changeEdit(4, '9', undefined, 'c', removeOne)).toBeNull()
    expect(changeEdit(4, '1', row('1', 3), 'u', setTo(3))).toBeNull()
  })
})
