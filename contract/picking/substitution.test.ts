import { chosenEnough, sellsInSameUnit } from './substitutes.ts'
import { expect, test } from 'vitest'
import { addItemProblem } from './add-item-rules.ts'
import { makeItem, makeProduct, makeLine } from './testing.ts'
import { acceptableUpcs, revert } from './substitution.ts'

test('A242: a substitute asks for quantities when it is not sold in what the item has', () => {
  const units = makeItem({ units_ordered: 2 })
  expect(sellsInSameUnit(units, { unit_type: 'Case' })).toBe(false)
  expect(sellsInSameUnit(units, { unit_type: 'Unit' })).toBe(true)
  expect(sellsInSameUnit(units, { unit_type: 'Unit / Case' })).toBe(true)
  expect(sellsInSameUnit(makeItem({ units_ordered: 0, cases_ordered: 1 }), { unit_type: 'Unit' })).toBe(false)
})

test('A241: the quantity dialog needs one quantity above 0', () => {
  expect(chosenEnough({ units: 0, cases: 0 })).toBe(false)
  expect(chosenEnough({ units: 0, cases: 1 })).toBe(true)
})

test('the substitutes of what was ordered first are acceptable too, the product itself is not', () => {
  const products = [
    makeProduct({ upc: '1', acceptable_substitutions: [{ upc: '2' }, { upc: '3' }] }),
    makeProduct({ upc: '2', acceptable_substitutions: [{ upc: '1' }] }),
  ]
  const row = makeLine({ items: [makeItem({ product: '2', original_product: '1' })], products })
  expect(acceptableUpcs(row)).toEqual(['1', '3'])
})

test('A205: revert restores the original product, with what was ordered of it where the unit differs', () => {
  const items = [
    makeItem({
      product: '2',
      original_product: '1',
      units_ordered: 0,
      cases_ordered: 1,
      units_originally_ordered: 4,
      cases_originally_ordered: 0,
    }),
  ]
  const both = makeLine({ items, products: [makeProduct({ upc: '1' })] })
  // The amounts come with the product: contract/orders/substitutions.ts.
  expect(revert(both, items)?.edits.map(({ body }) => body)).toEqual([{ product: '1' }])
  expect(revert(makeLine({ items: [makeItem()] }), [])).toBeNull()
})

test('A206: after a swap the line that it left gets its amounts back, and the substitute has nothing', () => {
  const left = makeItem({
    product: '1',
    units_ordered: 0,
    unit_quantity: 0,
    units_originally_ordered: 4,
    cases_originally_ordered: 0,
  })
  const substitute = makeItem({
    product: '2',
    original_product: '1',
    units_ordered: 0,
    cases_ordered: 1,
    units_originally_ordered: 0,
    cases_originally_ordered: 0,
  })
  const act = revert(makeLine({ items: [substitute] }), [left, substitute])
  expect(act?.edits.map(({ entity_id, body }) => [entity_id, body])).toEqual([
    [left.id, { units_ordered: 4 }],
    [substitute.id, { cases_ordered: 0 }],
  ])
})

test('A239: Confirm needs a product and an order', () => {
  const form = { product: makeProduct(), order: 1, units: 1, cases: 1 }
  expect(addItemProblem(form)).toBeNull()
  expect(addItemProblem({ ...form, product: null })).not.toBeNull()
  expect(addItemProblem({ ...form, order: null })).not.toBeNull()
})

test('A240: Confirm needs the quantity that the product is sold in', () => {
  const can = (unit_type: 'Unit' | 'Case' | 'Unit / Case', units: number, cases: number) =>
    addItemProblem({ product: { unit_type }, order: 1, units, cases }) === null
  expect([can('Unit', 0, 1), can('Unit', 1, 0)]).toEqual([false, true])
  expect([can('Case', 1, 0), can('Case', 0, 1)]).toEqual([false, true])
  expect([can('Unit / Case', 0, 0), can('Unit / Case', 1, 0), can('Unit / Case', 0, 1)]).toEqual([
    false,
    true,
    true,
  ])
})
