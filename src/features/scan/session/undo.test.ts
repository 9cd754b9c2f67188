/** Acts that meet what another person has changed, and presses that come before a scan is stored. */
import { describe, expect, it } from 'vitest'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { makeItem, makeOrder, makeProduct } from '#contract/picking/testing.ts'
import { aSession } from './testing.ts'

const BEANS = '614141100026'

function open(over: Partial<OrderItemRow> = {}, weight_type: 'r/w' | '' = '') {
  const floor = aSession({
    orders: [makeOrder({ id: 1 })],
    products: new Map([[BEANS, makeProduct({ upc: BEANS, weight_type })]]),
    items: [makeItem({ product: BEANS, units_ordered: 4, ...over })],
  })
  return {
    ...floor,
    /** Changes the line as a pull brings it. */
    others(fields: Partial<OrderItemRow>) {
      floor.state.items = floor.state.items.map((item) => ({ ...item, ...fields }))
      floor.list.load(floor.state)
    },
  }
}

describe('Undo', () => {
  it('of a typed quantity leaves what another person has counted since', async () => {
    const { session, line, item, others, view } = open()
    await session.quantity(line(BEANS), 'u', 2)
    others({ unit_quantity: 3 })
    await session.undo()
    expect(item(BEANS).unit_quantity).toBe(3)
    expect(view.get().result).toMatchObject({ kind: 'refused' })
    expect(view.get().acts).toEqual([])
  })

  it('of Picked leaves what another person has typed since', async () => {
    const { session, line, item, others } = open()
    await session.picked(line(BEANS).id)
    others({ unit_quantity: 1 })
    await session.undo()
    expect(item(BEANS)).toMatchObject({ unit_quantity: 1, picked: true })
  })

  it('of a mark that was taken off does not clear what another person has counted since', async () => {
    const { session, line, item, others } = open({ out_of_stock: true })
    await session.outOfStock(line(BEANS).id)
    others({ unit_quantity: 2 })
    await session.undo()
    expect(item(BEANS)).toMatchObject({ unit_quantity: 2, out_of_stock: false })
  })

  it('of a scan takes back its own piece alone', async () => {
    const { session, item, others } = open()
    await session.scan(BEANS)
    others({ unit_quantity: 3 })
    await session.undo()
    expect(item(BEANS).unit_quantity).toBe(2)
  })

  it('of a link leaves the link to another product that another person has made since', async () => {
    const { session, line, list, state } = open()
    await session.link('00012345', line(BEANS).id)
    const [barcode] = state.alternates.keys()
    state.alternates.set(barcode!, '614141100019')
    await session.undo()
    expect(state.alternates.get(barcode!)).toBe('614141100019')
    expect(list.get().alternates.get(barcode!)).toBe(BEANS)
  })

  it('takes back several acts of one person, the last first', async () => {
    const { session, line, item } = open()
    const { id } = line(BEANS)
    await session.scan(BEANS)
    await session.step(id, 'u', 1)
    await session.picked(id)
    await session.outOfStock(id, 'Damaged')
    const counts: number[] = []
    for (let n = 0; n < 4; n++) {
      await session.undo()
      counts.push(item(BEANS).unit_quantity)
    }
    expect(counts).toEqual([2, 2, 1, 0])
  })
})

it('a reason for Out of Stock never takes off the mark that another person has set meanwhile', async () => {
  const { session, line, item, others, commits } = open()
  others({ out_of_stock: true })
  await session.outOfStock(line(BEANS).id, 'Damaged')
  expect(item(BEANS).out_of_stock).toBe(true)
  expect(commits).toEqual([])
})

it('Picked confirms a line whose last scan is still on its way to the disk', async () => {
  const { session, line, item } = open({ units_ordered: 1 })
  const scan = session.scan(BEANS)
  const press = session.picked(line(BEANS).id)
  await Promise.all([scan, press])
  expect(item(BEANS)).toMatchObject({ unit_quantity: 1, picked: true, scanned: true })
  await session.picked(line(BEANS).id)
  expect(item(BEANS).picked).toBe(false)
})

it('Picked pressed on what was picked short before the screen was opened keeps the quantity', async () => {
  const { session, line, item } = open({ picked: true, scanned: true, unit_quantity: 2 })
  await session.picked(line(BEANS).id)
  expect(item(BEANS)).toMatchObject({ unit_quantity: 2, picked: false, scanned: null })
})

it('Picked pressed again keeps the pieces that were weighed in between', async () => {
  const { session, line, item, newPiece } = withPieces()
  await session.picked(line(BEANS).id)
  await newPiece('2.5')
  await newPiece('3')
  await session.picked(line(BEANS).id)
  expect(item(BEANS)).toMatchObject({ unit_quantity: 2, picked: false, scanned: null })
})

function withPieces() {
  const floor = open({}, 'r/w')
  let made = 0
  const newPiece = (weight_lbs: string) => {
    const entity_id = `00000000-0000-7000-8000-90000000000${++made}`
    const order_item = floor.item(BEANS).id
    const body = { order_item, unit_type: 'u', weight_lbs }
    const edit = { entity: 'ordersubitems', entity_id, method: 'POST', order: 1, order_item, body } as const
    return floor.session.run({ label: 'weight', edits: [edit], inverse: [] }, floor.line(BEANS).id)
  }
  return { ...floor, newPiece }
}
