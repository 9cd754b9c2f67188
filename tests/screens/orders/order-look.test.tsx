/** How one order is laid out at a desk and on a picker's phone. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeItem, makeOrder } from '../../factories/business.ts'
import type { TestServer } from '../../factories/app.ts'
import { expect, it } from '../larder.tsx'
import { fact, findButton, findTable } from '../reading.ts'
import { isWide } from '../wide.ts'

const makeFilled = async ({ database: { pool } }: TestServer): Promise<number> => {
  const { id } = await makeOrder(pool)
  for (const units_ordered of [2, 3]) await makeItem(pool, { order_id: id, units_ordered })
  return id
}

/** The order's buttons in the order in which they are read. */
const acts = async () => {
  const back = await findButton('Back')
  return within(back.parentElement!).getAllByRole('button')
}
const words = (buttons: HTMLElement[]) => buttons.map(({ textContent }) => textContent)
const mains = (buttons: HTMLElement[]) => words(buttons.filter(({ dataset }) => dataset['kind'] === 'main'))

it('at a desk an order’s main button is first, Delete is last and apart, and the sums of the quantities are below', async (larder) => {
  const id = await makeFilled(larder.server)
  const office = await larder.sit('office')
  await office.open(`/order/${id}`)
  const buttons = await acts()
  expect(words(buttons)[0]).toBe('Generate Invoice')
  expect(mains(buttons)).toEqual(['Generate Invoice'])
  const last = buttons.at(-1)!
  expect(last.textContent).toBe('Delete Order')
  expect(last.parentElement).not.toBe(buttons[0]!.parentElement)
  await screen.findByLabelText('Note')
  expect(screen.queryByText('Dates and note')).toBeNull()
  const { element, labels } = await findTable(`Order ${id} items`)
  const foot = [...element.querySelectorAll('tfoot td')].map(({ textContent }) => textContent)
  expect(foot[0]).toBe('Total')
  expect(foot[labels.indexOf('Units Ordered')]).toBe('5')
})

it('an order of the evening has the day of that evening by the distributor’s clock, in the list and on its page', async (larder) => {
  // In New York it is 21:30 of the day before.
  const { id } = await makeOrder(larder.pool, { created_date: new Date('2026-11-20T02:30:00Z') })
  const office = await larder.sit('office')
  await office.open('/orders')
  // The clock comes with the first pull.
  await office.kept()
  await office.open('/orders')
  await screen.findByRole('link', { name: `Edit order ${id}` })
  await waitFor(async () => {
    const table = await findTable('Orders')
    expect(table.column('Created Date')[table.column('Order ID').indexOf(String(id))]).toBe('11/19/2026')
  })
  await office.open(`/order/${id}`)
  await waitFor(async () => expect(await fact('Created date')).toBe('11/19/2026'))
})

it('on a picker’s phone Scan is first and the main button, and dates and note are folded; on a locked order it is neither', async (larder) => {
  isWide(390)
  const id = await makeFilled(larder.server)
  const picker = await larder.sit('picker')
  await picker.open(`/order/${id}`)
  expect(words(await acts())[0]).toBe('Scan')
  expect(mains(await acts())).toEqual(['Scan'])
  const fold = (await screen.findByText('Dates and note')).closest('details')!
  expect(fold.open).toBe(false)
  await within(fold).findByLabelText('Note')

  const office = await larder.sit('office')
  expect(
    (
      await larder.server.call(office.person.username, 'POST', `orders/${id}/generateinvoice`, {
        body: { confirm_nothing: true },
      })
    ).status,
  ).toBe(200)
  await picker.open(`/order/${id}`)
  await waitFor(async () => expect(mains(await acts())).toEqual(['View Invoice']))
  expect(words(await acts())[0]).not.toBe('Scan')
})

it('prices that changed while an order was on its way are listed with what was seen', async (larder) => {
  const id = await makeFilled(larder.server)
  const change = { product: '111', name: 'Olive Oil', unit_type: 'u', seen: '2.50', price: '2.75' }
  await larder.pool.query('update orders set price_changes = $2::jsonb where id = $1', [
    id,
    JSON.stringify([change, { ...change, seen: '2.40' }]),
  ])
  await (await larder.sit('office')).open(`/order/${id}`)
  const title = await screen.findByText('Prices that changed while it was on its way')
  const lines = [...title.parentElement!.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Olive Oil: $2.50 → $2.75 a unit', 'Olive Oil: $2.40 → $2.75 a unit'])
})
