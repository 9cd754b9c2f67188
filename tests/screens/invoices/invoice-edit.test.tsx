/** Edit mode and its credits, the way to the print page, and who is named in the history of a payment. */
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import type { Invoice } from '#contract/invoices/schema.ts'
import { makeFee, makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import type { TestServer } from '../../factories/app.ts'
import {
  fact,
  fill,
  findButton,
  findDialog,
  findField,
  hasButton,
  isAt,
  isEnabled,
  press,
  pressInMenu,
} from '../reading.ts'
import { screen, waitFor, within } from '@testing-library/react'

/** Two bottles at 10.00 and a credit of 15.00: 5.00. */
async function makeCredited(server: TestServer, { person }: Seat): Promise<number> {
  const { pool } = server.database
  const location = await makeLocation(pool, {})
  const { id } = await makeOrder(pool, orderAt(location))
  const { upc: product } = await makeProduct(pool, { name: 'Oil' })
  const prices = { price_per_unit: '10.00', final_price: '20.00' }
  await makeItem(pool, { order_id: id, product, picked: true, unit_quantity: 2, ...prices })
  const office = (path: string, body?: object) =>
    server.call(person.username, 'POST', `orders/${id}/${path}`, { body })
  expect((await office('generateinvoice')).status).toBe(200)
  const credit = { item: null, amount: '15.00', reason: 'Broken' }
  expect((await office('invoice/credit', credit)).status).toBe(200)
  return id
}
/** Signs the office in at the invoice of `makeCredited`. */
async function openCredited({ server, sit }: Larder) {
  const office = await sit('office')
  const id = await makeCredited(server, office)
  await office.open(`/order/${id}/invoice`)
  return { office, id }
}

it('B127 B170 edit mode shows credits as far as they fit, and a total can be reset', async (larder) => {
  await openCredited(larder)
  await press('Edit overrides')
  const credit = async () => (await screen.findByText('Credit: Broken')).closest('tr')!.textContent
  expect(await credit()).toBe('Credit: Broken-15.00')
  await fill('Total of Oil', '8.00')
  expect(await credit()).toBe('Credit: Broken-8.00')
  expect(await fact('Grand total')).toBe('0.00')
  await press('Reset total of oil')
  expect((await findField('Unit price of Oil')).value).toBe('10.00')
  expect(await fact('Grand total')).toBe('5.00')
  expect(hasButton('Reset total of oil')).toBe(false)
})

it('a product that is not sold by the case has no field for a case price; an earlier override can be taken back', async (larder) => {
  const office = await larder.sit('office')
  const id = await makeCredited(larder.server, office)
  await larder.pool.query('update order_items set price_per_case = 0 where order_id = $1', [id])
  const call = (path: string, body: object) =>
    larder.server.call(office.person.username, 'POST', `orders/${id}/${path}`, { body })
  expect((await call('generateinvoice', { force_regenerate: true })).status).toBe(200)
  await office.open(`/order/${id}/invoice`)
  await press('Edit overrides')
  await findField('Unit price of Oil')
  expect(screen.queryByLabelText('Case price of Oil')).toBeNull()

  const { body } = await larder.server.call(office.person.username, 'GET', `orders/${id}/invoice`)
  const price = { invoice_override_unit_price: null, invoice_override_case_price: '4.00' }
  const order_items = [{ id: body.items[0].id, ...price }]
  expect((await call('invoice/itemoverride', { order_items })).status).toBe(200)
  await office.open(`/order/${id}/invoice`)
  await press('Edit overrides')
  expect((await findField('Case price of Oil')).value).toBe('4.00')
  await press('Reset case price of oil')
  await press('Save or discard')
  await press('Save', await findDialog('Price overrides'))
  await findButton('Edit overrides')
  const saved = await larder.server.call(office.person.username, 'GET', `orders/${id}/invoice`)
  expect(saved.body.items[0].invoice_override_case_price).toBeNull()
})

it('B045 the invoice links to the print page', async (larder) => {
  const { id } = await openCredited(larder)
  await pressInMenu('More', 'Print')
  await isAt(`/order/${id}/invoice/print`)
})

it('the history names the provider for its reports, and the person who marked it as paid otherwise', async (larder) => {
  const office = await larder.sit('office')
  const id = await makeCredited(larder.server, office)
  const paid = await larder.server.call(
    office.person.username,
    'POST',
    `orders/${id}/invoice/setpaidexternally`,
    {
      body: { note: 'Check 881' },
    },
  )
  expect(paid.status).toBe(204)
  await larder.pool.query(
    `insert into invoice_history (order_id, act, detail, grand_total) values ($1, 'reopened', 'The bank returned it.', 5)`,
    [id],
  )
  await office.open(`/order/${id}/invoice`)
  await pressInMenu('More', 'History')
  const dialog = within(await findDialog(`What was done to invoice ${id}`))
  await dialog.findByText(/^Externally: Check 881/)
  dialog.getByText('The bank returned it.')
  dialog.getByText(/Payment provider/)
})

it('B127 the edited total shows beside the button that saves it', async (larder) => {
  await openCredited(larder)
  await press('Edit overrides')
  await screen.findByText('Comes to 5.00')
  await fill('Unit price of Oil', '9.00')
  await screen.findByText('Comes to 3.00')
})

it('typed prices do not replace those of another person that the page has read meanwhile, without a word', async (larder) => {
  const { office, id } = await openCredited(larder)
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    larder.server.call(office.person.username, method, `orders/${id}/invoice${path}`, body && { body })
  const price = async () => (await call('GET', '')).body.items[0].invoice_override_unit_price
  await press('Edit overrides')
  await fill('Unit price of Oil', '9.00')
  await screen.findByText('Comes to 3.00')
  const oil = (await call('GET', '')).body.items[0].id
  const order_items = [{ id: oil, invoice_override_unit_price: '8.50', invoice_override_case_price: null }]
  expect((await call('POST', '/itemoverride', { order_items })).status).toBe(200)
  expect((await call('PATCH', '', { late_fee: '2.00' })).status).toBe(200)
  // The page reads the invoice again once the server is back.
  office.goOffline()
  await screen.findByText(/Saving needs the server/)
  office.goOnline()
  await screen.findByText('Comes to 5.00')
  const save = async () => {
    await press('Save or discard')
    await press('Save', await findDialog('Price overrides'))
  }
  await save()
  await screen.findByText(/has changed since you opened it\. Nothing was saved/)
  expect([await price(), (await findField('Unit price of Oil')).value]).toEqual(['8.50', '9.00'])
  await save()
  await findButton('Edit overrides')
  expect(await price()).toBe('9.00')
})

it('an invoice that is open when the server becomes unreachable cannot be paid or marked as paid', async (larder) => {
  const { office } = await openCredited(larder)
  expect(isEnabled(await screen.findByLabelText('Ready for Payment'))).toBe(true)
  office.goOffline()
  await waitFor(async () => expect(isEnabled(await screen.findByLabelText('Ready for Payment'))).toBe(false))
  expect(isEnabled(await findButton('Paid externally'))).toBe(false)
  office.goOnline()
  await waitFor(async () => expect(isEnabled(await screen.findByLabelText('Ready for Payment'))).toBe(true))
})

it('the customer of an open invoice cannot pay without the server', async (larder) => {
  const { pool } = larder
  const office = await larder.sit('office')
  const id = await makeCredited(larder.server, office)
  await larder.server.call(office.person.username, 'POST', `orders/${id}/invoice/setpayable`)
  const { rows } = await pool.query<{ company_id: number }>(
    `update company_locations l set payments_enabled = true from orders o
      where o.id = $1 and l.id = o.company_location_id returning l.company_id`,
    [id],
  )
  const chef = await larder.sit('customer', {
    can_see_payments_column: true,
    company_id: rows[0]!.company_id,
  })
  await pool.query('update orders set customer_id = $2 where id = $1', [id, chef.person.id])
  await chef.open(`/order/${id}/invoice`)
  expect(isEnabled(await findButton('Pay Now'))).toBe(true)
  chef.goOffline()
  await waitFor(async () => expect(isEnabled(await findButton('Pay Now'))).toBe(false))
})

it('a price that is typed for a surcharge is not saved for another one after the invoice is made again', async (larder) => {
  const office = await larder.sit('office')
  const { pool } = larder
  const location = await makeLocation(pool, {})
  const { id } = await makeOrder(pool, orderAt(location))
  for (const name of ['Oil', 'Bread']) {
    const { upc: product } = await makeProduct(pool, { name })
    const prices = { price_per_unit: '10.00', final_price: '20.00' }
    await makeItem(pool, { order_id: id, product, picked: true, unit_quantity: 2, ...prices })
  }
  const fee = (description: string) =>
    makeFee(pool, { kind: 'surcharge', type: 'f', amount: 1, description, company_location_id: location.id })
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    larder.server.call(office.person.username, method, `orders/${id}/${path}`, body && { body })
  const charged = async () =>
    (await call('GET', 'invoice')).body.items.map((item: Invoice['items'][number]) =>
      item.surcharges.map((one) => [one.name, one.invoice_override_price]),
    )
  await fee('Fuel')
  expect((await call('POST', 'generateinvoice')).status).toBe(200)
  await office.open(`/order/${id}/invoice`)
  const { name } = (await call('GET', 'invoice')).body.items[1]
  await press('Edit overrides')
  await fill(`Price of Fuel of ${name}`, '3.00')
  // The surcharge had number 2, which another one of the first item has now.
  await fee('Deposit')
  expect((await call('POST', 'generateinvoice', { force_regenerate: true })).status).toBe(200)
  const save = async () => {
    await press('Save or discard')
    await press('Save', await findDialog('Price overrides'))
  }
  await save()
  await screen.findByText(/has changed since you opened it\. Nothing was saved/)
  await findField(`Price of Deposit of ${name}`)
  await save()
  await findButton('Edit overrides')
  expect(await charged()).toEqual([
    [
      ['Fuel', null],
      ['Deposit', null],
    ],
    [
      ['Fuel', '3.00'],
      ['Deposit', null],
    ],
  ])
})
