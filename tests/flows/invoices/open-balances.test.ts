/** What customers owe: by location, from their invoices as they stand. */
import { expect, it } from 'vitest'
import { OpenBalance } from '#contract/invoices/balances.ts'
import { cents, money } from '#contract/money.ts'
import { makeInvoice, makeLocation, makeOrder, makePayment } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow({ clock: () => NOW })
/** Half past eleven in the evening of the 22nd in New York. */
const NOW = new Date('2026-11-23T04:30:00Z')

const balances = async (by = flow.house.as.office) => {
  const { body } = await flow.server.call(by, 'GET', 'openbalances')
  return OpenBalance.array().parse(body)
}

it('of each location are what was invoiced, is paid, pending, open, and overdue past its own days', async () => {
  const { pool } = flow
  const location = await makeLocation(pool, {
    name: 'Harbour Kitchen',
    company_id: flow.house.location.company_id,
    on_time_payment_days_threshold: 10,
  })
  const invoice = async (
    paid_status: string,
    delivery_date: string,
    total: string,
    on_time_discount = '0',
  ) => {
    const { id } = await makeOrder(pool, { ...orderAt(location), paid_status, delivery_date, invoiced: true })
    await makeInvoice(pool, id, total)
    await pool.query('update invoices set on_time_discount = $2 where order_id = $1', [id, on_time_discount])
    if (paid_status === 'p' || paid_status === 'e')
      await makePayment(pool, {
        order_id: id,
        method: paid_status === 'e' ? 'external' : 'ach',
        status: 'succeeded',
        invoice_total: total,
        discount: on_time_discount,
        amount: money(cents(total) - cents(on_time_discount)),
      })
    return id
  }
  await invoice('p', '2026-10-01', '100.00', '2.50')
  await invoice('e', '2026-10-01', '50.00')
  await invoice('i', '2026-10-01', '30.00')
  // Eleven days ago, by the distributor's day; ten days ago is not overdue yet.
  await invoice('r', '2026-11-11', '20.01')
  await invoice('', '2026-11-12', '7.00')
  const order = await invoice('', '2026-11-30', '3.00')
  await pool.query(
    `insert into invoice_credits (company_location_id, order_id, of_order, reason, total, tax) values
       ($1, null, $2, 'Spoilt', -4.00, -0.36), ($1, $2, $2, 'On it', -1.00, 0)`,
    [location.id, order],
  )
  const row = (await balances()).find(({ name }) => name === 'Harbour Kitchen')!
  expect(row).toEqual({
    company_location: location.id,
    name: 'Harbour Kitchen',
    invoices: 6,
    invoiced: '210.01',
    paid: '147.50',
    discounts: '2.50',
    pending: '30.00',
    open: '30.01',
    overdue: '20.01',
    oldest_due: '2026-11-21',
    credits: '-4.36',
  })
  const parts = [row.paid, row.discounts, row.pending, row.open].map(cents)
  expect(parts.reduce((sum, one) => sum + one, 0n)).toBe(cents(row.invoiced))
})

it('are listed from the first invoice on, and for the office alone', async () => {
  expect((await balances()).map(({ name }) => name)).not.toContain(flow.house.location.name)
  const { id } = await makeOrder(flow.pool, { ...orderAt(flow.house.location), invoiced: true })
  await makeInvoice(flow.pool, id, '5.00')
  expect((await balances()).map(({ name }) => name)).toContain(flow.house.location.name)
  for (const who of ['picker', 'buyer', 'customer'] as const)
    expect([who, (await flow.server.call(flow.house.as[who], 'GET', 'openbalances')).status]).toEqual([
      who,
      403,
    ])
})

it('the location with the oldest due invoice comes first, and those that owe nothing last, by name', async () => {
  const { pool } = flow
  const named = async (name: string, delivery_date: string, paid_status: string) => {
    const location = await makeLocation(pool, { name, company_id: flow.house.location.company_id })
    const { id } = await makeOrder(pool, { ...orderAt(location), paid_status, delivery_date, invoiced: true })
    await makeInvoice(pool, id, '10.00')
  }
  await named('Order 1 late', '2026-11-02', '')
  await named('Order 2 nothing', '2026-11-03', 'p')
  await named('Order 0 later', '2026-11-03', 'r')
  const names = (await balances()).map(({ name }) => name).filter((name) => name.startsWith('Order '))
  expect(names).toEqual(['Order 1 late', 'Order 0 later', 'Order 2 nothing'])
})
