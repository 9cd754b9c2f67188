/** Items that are added to a pick list, and deleted from it, through its own dialogs. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeProduct } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findDialog, press } from '../reading.ts'
import { makeFilled, openList, rowOf, save } from './pick-list.ts'

interface Sent {
  entity_id: string
  call: { method: string; body: Record<string, unknown> | null }
}
/** The edits that a seat has sent, each once. */
const sentBy = ({ network }: Seat): Sent[] => [
  ...new Map(
    network.calls
      .filter(at('POST', 'sync/push'))
      .flatMap(({ body }) => (body as { mutations?: (Sent & { mutation_id: string })[] }).mutations ?? [])
      .map((edit) => [edit.mutation_id, edit]),
  ).values(),
]
it('A200 A280 a new item is stored with the values of the dialog, and is in the list', async (larder) => {
  const flour = await makeProduct(larder.pool, { name: 'Flour of the mill' })
  const { order } = await makeFilled(larder.pool, { Apples: {} })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await press('Add New Item')
  const dialog = await findDialog('Add New Item')
  await fill('Product', flour.name, dialog)
  await press(new RegExp(flour.name), dialog)
  await fill('Units Ordered', '3', dialog)
  await fill('Cases Ordered', '1', dialog)
  await press('Confirm', dialog)
  await rowOf(flour.name)
  await save()
  expect(sentBy(office)).toHaveLength(1)
  const [edit] = sentBy(office)
  expect(edit!.call).toMatchObject({ method: 'POST', body: { order: order.id, product: flour.upc } })
  expect(
    Object.keys(edit!.call.body!)
      .filter((field) => field !== 'id')
      .sort(),
  ).toEqual(
    [
      'bin_override',
      'cases_ordered',
      'case_quantity',
      'coupon_amount',
      'coupon_note',
      'estimated_price',
      'order',
      'original_product',
      'out_of_stock',
      'product',
      'taxable',
      'units_ordered',
      'unit_quantity',
      'picked',
      'ignore_missing_items',
    ].sort(),
  )
  const { rows } = await larder.pool.query(
    'select units_ordered, cases_ordered from order_items where order_id = $1 and product = $2',
    [order.id, flour.upc],
  )
  expect(rows).toEqual([{ units_ordered: 3, cases_ordered: 1 }])
})

it('A200 A282 an item is deleted after a question, from the list and on the server', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Apples: {}, Beans: {} })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await press('Delete Apples')
  const question = await findDialog('Delete Apples?')
  within(question).getByText(`The item leaves order ${order.id} for everybody, with its weights and lots.`)
  await press('Delete', question)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Apples' })).toBeNull())
  await rowOf('Beans')
  await save()
  expect(sentBy(office).map(({ entity_id, call }) => [call.method, entity_id])).toEqual([
    ['DELETE', items['Apples']!.id],
  ])
  const { rows } = await larder.pool.query('select id from order_items where order_id = $1', [order.id])
  expect(rows).toEqual([{ id: items['Beans']!.id }])
})
