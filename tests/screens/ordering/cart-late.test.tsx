/** The confirm step of a cart after the cut-off, and the link from a list to where it is kept. */
import { ZONE } from '../../factories/zone.ts'
import { screen, within } from '@testing-library/react'
import { clockIn, addDays } from '#contract/day.ts'
import { writeSetting } from '#server/settings/store.ts'
import { showDay } from '#src/ui/format.ts'
import { makeLocation, makeOrderList, makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { chefAt } from './ordering.ts'
import { findDialog, findField, isAt, noDialog, press } from '../reading.ts'

it('after the cut-off the confirm step says so and shows the cost, offers the next day, and places the order for it', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { late_order_fee: '25.00' })
  const product = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  await makeOrderList(pool, [product.upc], { company_location_id: location.id })
  // Tomorrow's cut-off was yesterday, at whatever time this runs; the day after tomorrow is in time until midnight.
  await writeSetting(pool, 'cutoff', '23:59')
  await writeSetting(pool, 'cutoff_days', '2')
  const chef = await chefAt(larder.sit, location.company_id, '/orders/add')
  const today = clockIn(ZONE, new Date()).slice(0, 10)
  const inTime = showDay(addDays(today, 2))

  await press('More units of Olive Oil')
  await chef.open('/cart')
  await press('Confirm order')
  const note = await screen.findByText(/^The cut-off for/)
  expect(note.textContent).toBe(
    `The cut-off for ${showDay(addDays(today, 1))} was on ${showDay(addDays(today, -1))} at 23:59. A late order fee of $25.00 is charged.`,
  )
  // The dialog says it once more, before anything is sent.
  await press('Confirm order')
  const dialog = await findDialog('Place this order?')
  expect(within(dialog).getByText(/A late order fee of \$25\.00 is charged\./)).toBeTruthy()
  await press('Cancel', dialog)
  await noDialog()

  await press(`Deliver on ${inTime} instead`)
  expect((await findField('Delivery date')).value).toBe(inTime)
  expect(screen.queryByText(/^The cut-off for/)).toBeNull()
  await press('Confirm order')
  const again = await findDialog('Place this order?')
  expect(within(again).queryByText(/late order fee/)).toBeNull()
  await press('Place order', again)
  await isAt('/orders')
  const { rows } = await pool.query('select delivery_date::text from orders where company_location_id = $1', [
    location.id,
  ])
  expect(rows).toEqual([{ delivery_date: addDays(today, 2) }])
})

it('A034 the address of a category’s edit link leads to the order lists of its location', async (larder) => {
  const location = await makeLocation(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/customer/${location.id}?orderlist=1`)
  await isAt(`/customer/${location.id}/orderlists`)
  expect(await screen.findByRole('heading', { level: 1, name: /Order Lists|Lists/i })).toBeTruthy()
})
