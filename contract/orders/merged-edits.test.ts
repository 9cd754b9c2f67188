import { expect, it } from 'vitest'
import { forwardEdit, forwardToOrder, editedLineOf, orderNamed } from './merged-edits.ts'
import type { Edit } from './mutations.ts'
import type { OrderItemRow } from './schema.ts'

/** Both lines' 2 + 3 units were ordered, and 1 is picked. */
const LEFT = {
  id: 'left',
  order: 5,
  units_ordered: 5,
  cases_ordered: 0,
  unit_quantity: 1,
  case_quantity: 0,
} as OrderItemRow

const patch = (
  body: Record<string, unknown>,
  seen: Record<string, unknown> = {},
  adds: Edit['adds'] = null,
): Edit => ({
  mutation_id: 'm',
  entity: 'orderitems',
  entity_id: 'gone',
  call: { method: 'PATCH', path: '/orderitems/gone', body },
  base: { version: 1, values: seen },
  adds,
  created_at: '2026-11-23T08:00:00.000Z',
})
const card = { kind: 'conflict', deleted: true, message: expect.stringContaining('order 5') }

it('a scan is added to the line that is left', () => {
  expect(forwardEdit(patch({ unit_quantity: 1 }, {}, { unit_quantity: 1 }), LEFT)).toMatchObject({
    entity_id: 'left',
    adds: { unit_quantity: 1 },
  })
})

it('a typed quantity is added by as much as it changed the smaller line', () => {
  expect(forwardEdit(patch({ unit_quantity: 3 }, { unit_quantity: 1 }), LEFT)).toMatchObject({
    entity_id: 'left',
    adds: { unit_quantity: 2 },
  })
  // A plain call says nothing of what it was: to set it would wipe out the other line's.
  expect(forwardEdit(patch({ unit_quantity: 3 }), LEFT)).toMatchObject(card)
})

it('the picked mark of the smaller line counts once all of the larger one is there', () => {
  const picked = (quantity: number) =>
    forwardEdit(
      patch({ unit_quantity: quantity, picked: true, scanned: true }, { unit_quantity: 0, picked: false }),
      LEFT,
    )
  expect(picked(3)).toMatchObject({ adds: { unit_quantity: 3 }, call: { body: { unit_quantity: 3 } } })
  expect((picked(3) as Edit).call.body).not.toHaveProperty('picked')
  expect((picked(3) as Edit).call.body).not.toHaveProperty('scanned')
  expect((picked(4) as Edit).call.body).toMatchObject({ picked: true, scanned: true })
  expect((forwardEdit(patch({ picked: false }, { picked: true }), LEFT) as Edit).call.body).toEqual({
    picked: false,
  })
})

it('a bin or a note goes along with what was seen, and neither the old id nor the old order does', () => {
  const edit = patch({ bin_override: 'B-1', id: 'gone', order: 4 }, { bin_override: null })
  expect(forwardEdit(edit, LEFT)).toMatchObject({
    entity_id: 'left',
    base: edit.base,
    adds: null,
    call: { body: { bin_override: 'B-1' } },
  })
  expect((forwardEdit(edit, LEFT) as Edit).call.body).toEqual({ bin_override: 'B-1' })
})

it.each([
  { out_of_stock: true },
  { product: '222' },
  { taxable: true },
  { ignore_missing_items: true },
  { units_ordered: 9 },
  { coupon_amount: '1.00' },
  { final_price: '1.00', unit_quantity: 2 },
])('an edit of the smaller line as a whole is a card: %o', (body) => {
  expect(forwardEdit(patch(body, { unit_quantity: 0 }), LEFT)).toMatchObject(card)
})

it('the smaller line is not deleted: that would delete the other one’s', () => {
  const edit = { ...patch({}), call: { method: 'DELETE' as const, path: '', body: null } }
  expect(forwardEdit(edit, LEFT)).toMatchObject(card)
})

it('a piece of the smaller line is one of the line that is left', () => {
  const body = { order_item: 'gone', unit_type: 'u', weight_lbs: '1.25' }
  const edit: Edit = {
    ...patch({}),
    entity: 'ordersubitems',
    entity_id: 'piece',
    call: { method: 'POST', path: '', body },
  }
  expect(editedLineOf(edit)).toBe('gone')
  expect(forwardEdit(edit, LEFT)).toMatchObject({
    entity_id: 'piece',
    call: { body: { ...body, order_item: 'left' } },
  })
  expect(editedLineOf(patch({}))).toBe('gone')
  expect(editedLineOf({ ...edit, entity: 'orders', entity_id: '5' })).toBeNull()
})

it('a line that was added to an order that is gone is added to the one that it was merged into', () => {
  const body = { order: 4, product: '222', units_ordered: 1 }
  const edit: Edit = { ...patch({}), entity_id: 'new', call: { method: 'POST', path: '', body } }
  expect(orderNamed(edit)).toBe(4)
  expect(forwardToOrder(edit, 4, 5)).toMatchObject({
    entity_id: 'new',
    call: { body: { ...body, order: 5 } },
  })
  // A scan names none.
  expect(orderNamed(patch({ unit_quantity: 1 }))).toBeNull()
})

it('an edit of an order that is gone is a card that says where it is', () => {
  const edit: Edit = { ...patch({ note: 'Ring twice' }), entity: 'orders', entity_id: '4' }
  expect(orderNamed(edit)).toBe(4)
  expect(forwardToOrder(edit, 4, 5)).toMatchObject({
    ...card,
    message: 'Order 4 was merged into order 5. Look at that order and change it there.',
  })
  // One that is to be placed has a name of its device, and no number.
  expect(orderNamed({ ...edit, entity_id: 'cart', call: { method: 'POST', path: '', body: {} } })).toBeNull()
})
