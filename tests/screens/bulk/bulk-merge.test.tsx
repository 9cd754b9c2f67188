/** Merging orders: which ones stand together in the choice, and what is said where it cannot be done. */
import { screen, within } from '@testing-library/react'
import { makeLocation, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { chooseDay, failures, isoOf, makeDay, pool, tick } from './bulk.ts'
import { expect, it } from '../larder.tsx'
import { choose, findDialog, findField, press } from '../reading.ts'

it('B157 C188 the base orders stand by location: those with several orders first, then those that are alone', async ({
  server,
  sit,
}) => {
  const { day, ids } = await makeDay(server, 3)
  const [base, other, third] = ids as [number, number, number]
  const delivery_date = isoOf(day)
  const lonely = await makeLocation(pool(server))
  const alone = await makeOrder(pool(server), { ...orderAt(lonely), delivery_date })
  await pool(server).query('update orders set invoiced = true where id = $1', [third])
  const office = await sit('office')
  await office.open('/mergeOrders')
  await chooseDay('Delivery start date', day)
  await chooseDay('Delivery end date', day)
  await screen.findByRole('option', { name: new RegExp(`^${base} `) })
  const groups = within(await findField('Base order')).getAllByRole<HTMLOptGroupElement>('group')
  expect(
    groups.map((group) => [
      group.label.replace(/^.*: /, ''),
      within(group)
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value }) => Number(value)),
    ]),
  ).toEqual([
    ['2 orders', [base, other]],
    ['The only order of its location', [alone.id]],
  ])
})

it('B261 C373 a merge that failed says why, and not of how many it is one', async ({ server, sit }) => {
  const { day, ids } = await makeDay(server, 3)
  const [base, one, two] = ids as [number, number, number]
  const office = await sit('office')
  await office.open('/mergeOrders')
  await chooseDay('Delivery start date', day)
  await chooseDay('Delivery end date', day)
  await screen.findByRole('option', { name: new RegExp(`^${base} `) })
  await choose('Base order', String(base))
  await tick(one)
  await tick(two)
  await press('Merge Orders')
  const question = await findDialog('Merge these orders?')
  // Somebody else was faster.
  const body = { base_order: base, orders_to_merge: [one] }
  expect((await server.call(office.person.username, 'POST', 'mergeorders/', { body })).status).toBe(200)
  await press('Confirm', question)
  expect(await failures()).toEqual([`Order ${base} Order ${one} was merged into order ${base}.`])
  expect(within(await findDialog('Merge these orders?')).queryByRole('status')).toBeNull()
})
