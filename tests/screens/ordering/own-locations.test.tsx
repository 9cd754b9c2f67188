/** What a customer with locations of their own is offered of what the company has for others. */
import { screen } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import { makeLocation, makeOrderList } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { findButton } from '../reading.ts'
import { kitchen } from './ordering.ts'

it('lists and staged orders of other locations are not offered', async (larder) => {
  const { pool } = larder
  const { company_id, rice } = await kitchen(larder.server)
  const hill = await makeLocation(pool, { name: 'Hill', company_id })
  await makeOrderList(pool, [rice.upc], { company_location_id: hill.id })
  const chef = await larder.sit('customer', { company_id, location_ids: [hill.id] })
  await chef.open('/orders/add')
  await chef.kept()
  await findButton('More units of Rice')
  expect(screen.queryByText('Olive Oil')).toBeNull()
  const db = openDatabase(chef.person.id)
  expect(await db.staged.count()).toBe(0)
  db.close()
})
