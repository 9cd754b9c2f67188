/** The figures: sales and picking of the days that are chosen. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clockIn } from '#contract/day.ts'
import { makeInvoice, makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { chooseDay } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fact, findTable, isAt } from '../reading.ts'

it('a manager reads sales, margins and the fill rate of some days, and the address keeps the days', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { name: 'Figure Kitchen' })
  const { upc } = await makeProduct(pool, { name: 'Figure Flour', department: 'Pantry' })
  const day = '2031-07-07'
  const { id } = await makeOrder(pool, {
    ...orderAt(location),
    delivery_date: day,
    invoiced: true,
    picking_complete: true,
  })
  await makeItem(pool, {
    order_id: id,
    product: upc,
    units_ordered: 4,
    unit_quantity: 3,
    picked: true,
    final_price: '30.00',
  })
  await makeInvoice(pool, id, '33.00')
  const { rows } = await pool.query<{ id: number }>(
    `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
       values ('Cost', 0, 2, 's', true, '2031-01-01') returning id`,
  )
  await pool.query(
    `insert into receipt_lines (receipt_id, line, product, quantity, unit_type, total, price)
       values ($1, 1, $2, 2, 'U', '14.00', 7)`,
    [rows[0]!.id, upc],
  )
  const manager = await larder.sit('manager')
  await manager.open('/figures')
  await screen.findByRole('heading', { name: 'Figures' })
  await chooseDay('Start date', '07/07/2031')
  await chooseDay('End date', '07/07/2031')
  await isAt('/figures?start=2031-07-07&end=2031-07-07')
  await waitFor(async () => expect(await fact('Fill rate')).toBe('75.0 %'))
  expect(await fact('Short lines')).toBe('1 of 1')
  const products = await findTable('Sales by product')
  expect(products.column('Sales')).toEqual(['30.00'])
  expect(products.column('Cost')).toEqual(['21.00'])
  expect(products.column('Margin')).toEqual(['9.00'])
  expect(products.column('Margin %')).toEqual(['30.0'])
  expect((await findTable('Sales by day')).column('Sales')).toEqual(['33.00'])
  expect((await findTable('Sales by department')).column('Department')).toEqual(['Pantry'])
  within((await findTable('Sales by customer')).element).getByRole('link', { name: 'Figure Kitchen' })
})

it('above the orders a manager reads the last seven days; people below a manager have no such box', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool)
  const today = clockIn(ZONE, new Date()).slice(0, 10)
  const { id } = await makeOrder(pool, { ...orderAt(location), delivery_date: today, invoiced: true })
  await makeItem(pool, { order_id: id, units_ordered: 4, unit_quantity: 1, picked: true })
  await makeInvoice(pool, id, '1250.00')
  const office = await larder.sit('office')
  await office.open('/')
  await screen.findByRole('region', { name: 'Today' })
  expect(office.network.calls.filter(at('GET', 'figures/summary'))).toEqual([])
  expect(screen.queryByRole('region', { name: 'Last seven days' })).toBeNull()
  const manager = await larder.sit('manager')
  await manager.open('/')
  const week = await screen.findByRole('region', { name: 'Last seven days' })
  await waitFor(() =>
    expect(week.textContent).toMatch(/\$1,250\.00 invoiced · 25\.0 % filled · 1 short line/),
  )
  await userEvent.click(within(week).getByRole('link', { name: 'All figures' }))
  await isAt('/figures')
})

it('the figures are only for the office', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/figures')
  await screen.findByText('The figures are for the office')
})
