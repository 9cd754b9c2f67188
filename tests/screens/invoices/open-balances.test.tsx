/** Open balances: the office's list of what customers owe, and its export. */
import { screen } from '@testing-library/react'
import type { TestServer } from '../../factories/app.ts'
import { makeInvoice, makeLocation, makeOrder, makePayment } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it } from '../larder.tsx'
import { findTable, hasButton } from '../reading.ts'

async function makeOwing(server: TestServer, name: string, paid_status: string, total: string) {
  const { pool } = server.database
  const location = await makeLocation(pool, { name })
  const over = { ...orderAt(location), paid_status, delivery_date: '2026-01-05', invoiced: true }
  const { id } = await makeOrder(pool, over)
  await makeInvoice(pool, id, total)
  if (paid_status === 'p')
    await makePayment(pool, { order_id: id, status: 'succeeded', invoice_total: total, amount: total })
  return location
}

it('lists each customer’s sums with what they come to, ready to be exported, and leads to the customer', async ({
  server,
  sit,
}) => {
  const kitchen = await makeOwing(server, 'Harbour Kitchen', '', '1200.00')
  await makeOwing(server, 'Dockside Grill', 'p', '80.00')
  const office = await sit('office')
  await office.open('/openBalances')
  const table = await findTable('Open balances')
  await screen.findByRole('link', { name: 'Harbour Kitchen' })
  expect(table.column('Customer')).toEqual(['Dockside Grill', 'Harbour Kitchen'])
  expect(table.column('Paid')).toEqual(['80.00', '–'])
  expect(table.column('Open')).toEqual(['–', '1,200.00'])
  expect(table.column('Overdue')).toEqual(['–', '1,200.00'])
  expect(table.column('Oldest due')).toEqual(['–', '01/05/2026'])
  expect(table.element.querySelector('tfoot')?.textContent).toContain('1,280.00')
  expect(hasButton('Export csv')).toBe(true)
  expect(screen.getByRole('link', { name: 'Harbour Kitchen' }).getAttribute('href')).toBe(
    `/customer/${kitchen.id}`,
  )
})

it('says to who may not see them that it is the office’s', async ({ sit }) => {
  const picker = await sit('picker')
  expectOnConsole(/^Table fetch failed:/)
  await picker.open('/openBalances')
  await screen.findByText('Only the office may see what customers owe.')
})
