/** The usual order after the cut-off, when a kitchen has closed: it says what that costs, and goes a day later on one press. */
import { screen, waitFor, within } from '@testing-library/react'
import { addDays, clockIn } from '#contract/day.ts'
import { writeSetting } from '#server/settings/store.ts'
import { showDay } from '#src/ui/format.ts'
import { makeItem, makeLocation, makeOrder, makeOrderList, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { chefAt } from './ordering.ts'
import { findDialog, press } from '../reading.ts'

it('ordering again shows the late fee for tomorrow, and offers the next day in time', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { late_order_fee: '25.00' })
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  await makeOrderList(pool, [oil.upc], { company_location_id: location.id })
  const before = await makeOrder(pool, { ...orderAt(location), delivery_date: '2026-01-01' })
  await makeItem(pool, {
    order_id: before.id,
    product: oil.upc,
    units_ordered: 3,
    units_originally_ordered: 3,
  })
  // Tomorrow's cut-off was yesterday, at whatever time this runs; the day after tomorrow is in time until midnight.
  await writeSetting(pool, 'cutoff', '23:59')
  await writeSetting(pool, 'cutoff_days', '2')
  await chefAt(larder.sit, location.company_id, '/orders')
  const inTime = addDays(clockIn(ZONE, new Date()).slice(0, 10), 2)
  await press(/^Order again/)
  const dialog = await findDialog(/^Order \d+ again$/)
  await within(dialog).findByText(/^The cut-off for .* A late order fee of \$25\.00 is charged\.$/)
  await press(`Deliver on ${showDay(inTime)} instead`, dialog)
  await waitFor(() => expect(within(dialog).queryByText(/late order fee/)).toBeNull())
  await press('Place order', dialog)
  await screen.findByText('The order is placed.')
  const { rows } = await pool.query(
    'select delivery_date::text from orders where company_location_id = $1 and id > $2',
    [location.id, before.id],
  )
  expect(rows).toEqual([{ delivery_date: inTime }])
})
