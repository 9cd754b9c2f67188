/** What is sent on a link that loses answers: the server has each edit once. A whole order, and a killed server: tests/e2e/scan. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import { makeProduct } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, it } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'
import { findDialog, noDialog, press } from '../reading.ts'
import { PUSH } from '../refused-push.ts'
import { expectCard, openScan } from '../scan/scan.ts'

it('every answer of the first replay is lost on the way back, and each edit is applied once', async (larder) => {
  const beef = await makeProduct(larder.pool, {
    name: 'Beef',
    weight_type: 'r/w',
    average_unit_weight: '4',
  })
  const { order } = await makeFilled(larder.pool, {
    // Beyond what is ordered nothing is counted unasked, repeated or not: so much is left that it would be.
    Apples: { units_ordered: 3 },
    Beef: { product: beef.upc, units_ordered: 1, lot_tracked: true },
    Cider: { units_ordered: 1, cases_ordered: 1 },
  })
  const { rows: lines } = await larder.pool.query<{ name: string; product: string; pieces: number }>(
    `select p.name, i.product, i.units_ordered + i.cases_ordered - (p.name = 'Apples')::int as pieces
       from order_items i join products p on p.upc = i.product where i.order_id = $1 order by p.name`,
    [order.id],
  )
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Apples', 'Beef', 'Cider')
  await picker.kept()
  picker.goOffline()
  const keyboard = createKeyboard()
  for (const { name, product, pieces } of lines)
    for (let piece = 1; piece <= pieces; piece++) {
      await keyboard.scan(product)
      if (name === 'Beef') {
        const dialog = await findDialog('Weight / Lot')
        for (const [what, value] of [
          ['Weight (lbs)', '4.5'],
          ['Lot', 'LOT-7'],
        ] as const)
          fireEvent.change(within(dialog).getByLabelText(`Unit 1 ${what}`), { target: { value } })
        await press('Save', dialog)
        await noDialog()
      }
      await expectCard(name, piece === pieces && name !== 'Apples' ? 'Done' : 'Pending')
    }
  const db = openDatabase(picker.person.id)
  const made = (await db.outbox.toArray()).map(({ mutation_id }) => mutation_id).toSorted()
  expect(made.length).toBeGreaterThan(lines.length)

  for (let answer = 1; answer <= 3; answer++) picker.network.lose((call) => PUSH(call))
  picker.goOnline()
  await waitFor(async () => expect(await db.outbox.count()).toBe(0))
  db.close()
  expect(picker.network.calls.filter(PUSH).length).toBeGreaterThan(1)
  const { rows: applied } = await larder.pool.query<{ id: string; outcome: string }>(
    'select id, outcome from mutations where order_id = $1 order by id',
    [order.id],
  )
  expect(applied).toEqual(made.map((id) => ({ id, outcome: 'applied' })))
  const { rows: picked } = await larder.pool.query(
    `select p.name, i.picked, i.unit_quantity, i.case_quantity, s.weight_lbs::float, s.lot_code
       from order_items i join products p on p.upc = i.product left join order_subitems s on s.order_item_id = i.id
      where i.order_id = $1 order by p.name`,
    [order.id],
  )
  const plain = { picked: true, weight_lbs: null, lot_code: null }
  expect(picked).toEqual([
    { name: 'Apples', unit_quantity: 2, case_quantity: 0, ...plain, picked: false },
    { name: 'Beef', unit_quantity: 1, case_quantity: 0, picked: true, weight_lbs: 4.5, lot_code: 'LOT-7' },
    { name: 'Cider', unit_quantity: 1, case_quantity: 1, ...plain },
  ])
  expect(screen.queryByText(/needs you/)).toBeNull()
})
