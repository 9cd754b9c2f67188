/** `GET invoicesummaries`: the list of invoices that a customer has (docs/decisions/0269). */
import { beforeEach, expect, it } from 'vitest'
import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import { makeInvoice, makeLocation, makeOrder, makePayment } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'

const flow = openFlow()
let location: Awaited<ReturnType<typeof makeLocation>>
let kitchens = 0

beforeEach(async () => {
  location = await makeLocation(flow.pool, {
    name: `Quay Kitchen ${++kitchens}`,
    company_id: flow.house.location.company_id,
    payments_enabled: true,
    on_time_payment_days_threshold: 10,
  })
})

async function invoice(delivery_date: string, paid_status = 'r', total = '100.00') {
  const { id } = await makeOrder(flow.pool, {
    ...orderAt(location),
    customer_id: flow.house.people.customer.id,
    delivery_date,
    paid_status,
    invoiced: true,
  })
  await makeInvoice(flow.pool, id, total)
  return id
}
const list = async (name: keyof House['as'], query = '') => {
  const path = `invoicesummaries?no_page=1${query}`
  const { status, body } = await flow.server.call(flow.house.as[name], 'GET', path)
  expect(status).toBe(200)
  return (body as InvoiceSummary[]).filter(({ company }) => company === location.name)
}

it('a customer has their company’s invoices, newest delivery first, with what is due and until when', async () => {
  const older = await invoice('2026-11-01', '', '40.00')
  const newer = await invoice('2026-11-09')
  expect(await list('customer')).toEqual([
    {
      id: newer,
      company: location.name,
      delivery_date: '2026-11-09',
      due_date: '2026-11-19',
      grand_total: '100.00',
      due: '100.00',
      paid_status: 'r',
      payment_in_progress: false,
      payable: true,
      customer: { username: flow.house.as.customer },
    },
    expect.objectContaining({ id: older, due: '40.00', paid_status: '', payable: false }),
  ])
  expect(await list('buyer')).toHaveLength(2)
  expect(await list('stranger')).toEqual([])
})

it('a paid invoice is in the whole list and not among the open ones', async () => {
  const open = await invoice('2026-11-09')
  const paid = await invoice('2026-11-08', 'p')
  await makePayment(flow.pool, {
    order_id: paid,
    method: 'ach',
    status: 'succeeded',
    invoice_total: '100.00',
    amount: '100.00',
  })
  const onItsWay = await invoice('2026-11-07', 'i')
  const ids = async (query: string) => (await list('customer', query)).map(({ id }) => id)
  expect(await ids('')).toEqual([open, paid, onItsWay])
  expect(await ids('&open=1')).toEqual([open, onItsWay])
  expect(await list('customer')).toMatchObject([
    { due: '100.00', payable: true },
    { due: '0.00', paid_status: 'p', payable: false },
    { payment_in_progress: true, payable: false },
  ])
})

it('the office has the open invoices of all customers, oldest due first', async () => {
  const later = await invoice('2026-11-09')
  const earlier = await invoice('2026-11-01', '')
  await invoice('2026-10-01', 'p')
  expect((await list('office', '&open=1')).map(({ id }) => id)).toEqual([earlier, later])
  expect((await list('office')).map(({ id }) => id)).toHaveLength(3)
})

it('the list comes by pages, and is for customers and the office', async () => {
  await invoice('2026-12-30')
  await invoice('2026-12-31')
  const { body } = await flow.server.call(flow.house.as.customer, 'GET', 'invoicesummaries?limit=1&offset=1')
  expect(body.count).toBeGreaterThanOrEqual(2)
  expect(body.results).toMatchObject([{ delivery_date: '2026-12-30' }])
  for (const name of ['picker', 'floorPicker'] as const)
    expect((await flow.server.call(flow.house.as[name], 'GET', 'invoicesummaries')).status).toBe(403)
})
