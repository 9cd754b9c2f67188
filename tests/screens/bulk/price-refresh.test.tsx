/** Price refresh: which orders get the prices of today, and when the supplier last synced. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays } from '#contract/day.ts'
import { makeItem, makeOrder, type Pool } from '../../factories/business.ts'
import { TODAY } from '../../factories/zone.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { cells, findButton, findDialog, findField, isEnabled, noDialog, press, typeDay } from '../reading.ts'

const DAY = '2031-05-20'
const LABELS = ['Delivery end date', 'Delivery start date']

const tick = (order: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Choose ${order}` })
const posted = ({ network }: Seat) => network.calls.filter(at('POST', 'orderpricerefresh'))

/** Makes orders of a day of their own, each with a line at the price of today. The last is invoiced. */
async function makeThree(pool: Pool): Promise<number[]> {
  const ids: number[] = []
  for (const invoiced of [false, false, true]) {
    const { id } = await makeOrder(pool, { delivery_date: DAY, invoiced })
    await makeItem(pool, { order_id: id })
    ids.push(id)
  }
  return ids
}
async function openDay(seat: Seat): Promise<void> {
  await seat.open('/priceRefresh')
  for (const label of LABELS) await typeDay(label, '05/20/2031')
}

it('C176 C333 C401 the screen shows the last sync of the supplier, and the days begin with tomorrow', async (larder) => {
  const { rows } = await larder.pool.query<{ today: string }>(`select ${TODAY}::text as today`)
  const tomorrow = addDays(rows[0]!.today, 1).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
  const office = await larder.sit('office')
  const isAsked = at('GET', 'getlatestrdsyncdate')
  office.network.answer(isAsked, { latest_sync_date: '2026-03-04T08:10:00Z', num_products_synced: 412 })
  await office.open('/priceRefresh')
  await screen.findByText(/^Latest supplier sync: .*, 412 products\.$/)
  for (const label of LABELS) await waitFor(async () => expect((await findField(label)).value).toBe(tomorrow))
})

it('C024 C122 C266 C332 Update is enabled once an order is chosen, asks, and refreshes the chosen orders', async (larder) => {
  const { pool } = larder
  const [one, two, locked] = (await makeThree(pool)) as [number, number, number]
  // The product of this order costs more by now.
  await pool.query(
    `update products p set unit_price = 3, display_unit_price = 3 from order_items i
      where i.product = p.upc and i.order_id = $1`,
    [one],
  )
  const office = await larder.sit('office')
  await openDay(office)
  const update = await findButton('Update')
  expect(isEnabled(update)).toBe(false)
  await userEvent.click(await tick(one))
  expect(isEnabled(update)).toBe(true)
  await userEvent.click(await tick(two))
  expect((await tick(locked)).disabled).toBe(true)
  await press('Update')
  const dialog = await findDialog('Update the prices of 2 orders?')
  expect(posted(office)).toEqual([])
  await within(dialog).findByText('1 line of 1 order would change.')
  const [change] = within(within(dialog).getByRole('table', { name: 'What changes' }))
    .getAllByRole('row')
    .slice(1)
  expect(
    cells(change as HTMLTableRowElement)
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['unit', '2.50', '3.00', '1'])
  await press('Confirm', dialog)
  await within(dialog).findByText('The prices have been updated: 1 line of 1 order.')
  expect(posted(office).map(({ body }) => body)).toEqual([{ order_ids: [one, two] }])
  const { rows } = await pool.query(
    'select price_per_unit::text as price from order_items where order_id = $1',
    [one],
  )
  expect(rows).toEqual([{ price: expect.stringMatching(/^3\.0+$/) }])
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(async () => expect(isEnabled(await findButton('Update'))).toBe(false))
  await press('Price history')
  const history = await screen.findByRole('list', { name: 'Price history' })
  expect(within(history).getAllByRole('listitem')[0]?.textContent).toMatch(
    new RegExp(`^Unit price of .+ in order ${one}, by Price Refresh.* → 3.00`),
  )
})

it('C386 orders with the prices of today show as up to date', async (larder) => {
  const [one] = await makeThree(larder.pool)
  const office = await larder.sit('office')
  await openDay(office)
  await userEvent.click(await tick(one!))
  await press('Update')
  const dialog = await findDialog(/^Update the prices of 1 order/)
  await press('Confirm', dialog)
  await within(dialog).findByText('The prices were up to date already.')
})

it('C359 a refused update shows the whole answer', async (larder) => {
  const [one] = await makeThree(larder.pool)
  const office = await larder.sit('office')
  office.network.answer(at('POST', 'orderpricerefresh'), { message: 'No.', order_ids: 'are odd' }, 400)
  await openDay(office)
  await userEvent.click(await tick(one!))
  await press('Update')
  const dialog = await findDialog('Update the prices of 1 order?')
  await press('Confirm', dialog)
  const told = await within(dialog).findByRole('alert')
  for (const words of ['There was an error while updating the prices', 'No.', 'order_ids: are odd'])
    expect(told.textContent).toContain(words)
})

it('an order that is invoiced meanwhile does not keep the others from their new prices', async (larder) => {
  const { pool } = larder
  const [one, two] = (await makeThree(pool)) as [number, number, number]
  const office = await larder.sit('office')
  await openDay(office)
  await userEvent.click(await tick(one))
  await userEvent.click(await tick(two))
  await pool.query('update orders set invoiced = true where id = $1', [two])
  await press('Update')
  const refused = await findDialog('Update the prices of 2 orders?')
  await press('Confirm', refused)
  await within(refused).findByRole('heading', { name: 'There was an error while updating the prices' })
  await press('Continue', refused)
  await noDialog()
  await waitFor(async () => expect((await tick(two)).disabled).toBe(true))
  await press('Update')
  const dialog = await findDialog('Update the prices of 1 order?')
  await press('Confirm', dialog)
  await within(dialog).findByText('The prices were up to date already.')
  expect(posted(office).map(({ body }) => body)).toEqual([{ order_ids: [one, two] }, { order_ids: [one] }])
})
