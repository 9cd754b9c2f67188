/** Merging orders: which orders the choice offers together, and what the screen says where a merge is impossible. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeLocation, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { chooseDay, chooseMerge, failures, isoOf, makeDay, openMerge, says, tick } from './bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, findButton, findDialog, findField, findTable, isEnabled, press } from '../reading.ts'

it('B157 C188 the base orders are grouped by location: first those with several orders, then single ones', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 3)
  const [base, other, third] = ids as [number, number, number]
  const delivery_date = isoOf(day)
  const lonely = await makeLocation(larder.pool)
  const alone = await makeOrder(larder.pool, { ...orderAt(lonely), delivery_date })
  await larder.pool.query('update orders set invoiced = true where id = $1', [third])
  const office = await larder.sit('office')
  await openMerge(office, day, base)
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

it('B261 C373 a merge that failed gives the reason, and no count', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 3)
  const [base, one, two] = ids as [number, number, number]
  await larder.pool.query('update orders set late_fee = 9 where id = $1', [two])
  const office = await larder.sit('office')
  const question = await chooseMerge(office, day, ids)
  expect(question.textContent).toContain('The highest late fee of them stays: $9.00.')
  // Another user has merged the order first.
  const body = { base_order: base, orders_to_merge: [one] }
  expect((await larder.server.call(office.person.username, 'POST', 'mergeorders/', { body })).status).toBe(
    200,
  )
  await press('Confirm', question)
  expect(await failures()).toEqual([`Order ${base} Order ${one} was merged into order ${base}.`])
  expect(within(await findDialog('Merge these orders?')).queryByRole('status')).toBeNull()
})

it('B081 B106 C135 C162 chosen orders of the base order’s location that are not invoiced are merged into it', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 4)
  const [base, one, two, invoiced] = ids as [number, number, number, number]
  await larder.pool.query('update orders set invoiced = true where id = $1', [invoiced])
  const elsewhere = await makeOrder(larder.pool, {
    ...orderAt(await makeLocation(larder.pool)),
    delivery_date: isoOf(day),
  })
  const office = await larder.sit('office')
  await office.open('/mergeOrders')
  await chooseDay('Delivery end date', day)
  await chooseDay('Delivery start date', day)
  await screen.findByRole('option', { name: new RegExp(`^${base} `) })
  expect(screen.queryByRole('option', { name: new RegExp(`^${invoiced} `) })).toBeNull()
  await choose('Base order', String(base))
  const boxes = within(await screen.findByRole('table', { name: 'Orders to merge' }))
  await waitFor(() =>
    expect(
      boxes.getAllByRole('checkbox', { name: /^Choose \d/ }).map((box) => box.getAttribute('aria-label')),
    ).toEqual([one, two].map((id) => `Choose ${id}`)),
  )
  expect(screen.queryByLabelText(`Choose ${elsewhere.id}`)).toBeNull()
})

it('B105 B263 the items of the chosen orders show below them, and the page names the merged orders', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 3)
  const [base, one, two] = ids as [number, number, number]
  const office = await larder.sit('office')
  await larder.pool.query(`update orders set note = 'Ring twice' where id = any($1)`, [ids])
  const question = await chooseMerge(office, day, ids)
  const items = await findTable('Items')
  expect(items.labels).toEqual(['Item Name', 'Item Code', 'Order ID', 'Bin', 'Unit Qty', 'Case Qty'])
  expect(new Set(items.column('Order ID'))).toEqual(new Set([base, one, two].map(String)))
  await press('Confirm', question)
  await says('The orders were merged successfully.')
  const merges = office.network.calls.filter(at('POST', 'mergeorders'))
  expect(merges.map(({ body }) => body)).toEqual([{ base_order: base, orders_to_merge: [one, two] }])
  const { rows } = await larder.pool.query('select id, note from orders where id = any($1)', [ids])
  expect(rows).toEqual([{ id: base, note: 'Ring twice' }])
})

it('B187 C268 a merge needs a base order and an order to merge', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 2)
  const [base, one] = ids as [number, number]
  const office = await larder.sit('office')
  await office.open('/mergeOrders')
  await chooseDay('Delivery end date', day)
  await chooseDay('Delivery start date', day)
  await screen.findByRole('option', { name: new RegExp(`^${base} `) })
  const merge = await findButton('Merge Orders')
  await screen.findByText('Choose a base order.')
  expect(isEnabled(merge)).toBe(false)
  await choose('Base order', String(base))
  await screen.findByText('Choose at least one order to merge.')
  expect(isEnabled(merge)).toBe(false)
  await tick(one)
  await waitFor(() => expect(isEnabled(merge)).toBe(true))
})
