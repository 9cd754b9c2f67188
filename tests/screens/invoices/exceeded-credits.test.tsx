/** The app asks about credits above their lines wherever an invoice is made, made again or priced again. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import type { TestServer } from '../../factories/app.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, findTable, isAt, isEnabled, press } from '../reading.ts'

/** Makes an order of ten oil at 10.00, of which 60.00 is credited. */
async function makeCredited(server: TestServer, office: Seat): Promise<{ id: number; oil: string }> {
  const { pool } = server.database
  const { id } = await makeOrder(pool)
  const { upc } = await makeProduct(pool, { name: 'Oil' })
  const line = { unit_quantity: 10, picked: true, price_per_unit: '10.00', final_price: '100.00' }
  const { id: oil } = await makeItem(pool, { order_id: id, product: upc, ...line })
  const call = (path: string, body?: object) =>
    server.call(office.person.username, 'POST', `orders/${id}/${path}`, body && { body })
  expect((await call('generateinvoice')).status).toBe(200)
  const credit = { item: oil, amount: '60.00', reason: 'Spoilt' }
  expect((await call('invoice/credit', credit)).status).toBe(200)
  return { id, oil }
}
const answer = async (dialog: HTMLElement, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(/^Oil: /), { target: { value } })
const findQuestion = () => findDialog('More is credited than is billed')
const totalOf = async (server: TestServer, office: Seat, id: number) =>
  (await server.call(office.person.username, 'GET', `orders/${id}/invoice`)).body.grand_total

it('from the order: the credit is lowered to the billed amount', async (larder) => {
  const office = await larder.sit('office')
  const { id, oil } = await makeCredited(larder.server, office)
  const call = (method: 'POST' | 'PATCH', path: string, body?: object) =>
    larder.server.call(office.person.username, method, path, body && { body })
  await call('POST', `orders/${id}/unlock`)
  await call('PATCH', `orderitems/${oil}`, { unit_quantity: 2 })
  await office.open(`/order/${id}`)
  await findTable(`Order ${id} items`)
  await office.kept()
  await press('Generate Invoice')
  const question = await findQuestion()
  within(question).getByText('Oil: $60.00 is credited, and $20.00 is billed')
  expect(isEnabled(await findButton('Go on', question))).toBe(false)
  await answer(question, 'lower')
  await press('Go on', question)
  await isAt(`/order/${id}/invoice`)
  expect(office.network.calls.filter(at('POST', /generateinvoice/)).at(-1)?.body).toEqual({
    credits: [{ item: oil, act: 'lower' }],
  })
  expect(await totalOf(larder.server, office, id)).toBe('0.00')
})

it('from Regenerate: the credit is kept for something else, with a reason', async (larder) => {
  const office = await larder.sit('office')
  const { id, oil } = await makeCredited(larder.server, office)
  await larder.pool.query('update order_items set unit_quantity = 3, final_price = 30 where id = $1', [oil])
  await office.open(`/order/${id}/invoice`)
  await press('Regenerate')
  await press('Confirm')
  await screen.findByText('Oil: $60.00 is credited, and $30.00 is billed.')
  await press('Continue')
  const question = await findQuestion()
  await answer(question, 'keep')
  expect(isEnabled(await findButton('Go on', question))).toBe(false)
  await fill('Reason', 'Broken pallet')
  await press('Go on', question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await totalOf(larder.server, office, id)).toBe('0.00')
  expect((await screen.findAllByText(/Spoilt: Broken pallet/)).length).toBeGreaterThan(0)
})

it('from new prices: the credit is removed, and the prices are saved with the answer', async (larder) => {
  const office = await larder.sit('office')
  const { id, oil } = await makeCredited(larder.server, office)
  await office.open(`/order/${id}/invoice`)
  await press('Edit overrides')
  await fill('Unit price of Oil', '5.00')
  await press('Save or discard')
  await press('Save', await findDialog('Price overrides'))
  const question = await findQuestion()
  expect(await totalOf(larder.server, office, id)).toBe('40.00')
  await answer(question, 'remove')
  await press('Go on', question)
  await findButton('Edit overrides')
  expect(await totalOf(larder.server, office, id)).toBe('50.00')
  expect(office.network.calls.filter(at('POST', /itemoverride/)).at(-1)?.body).toMatchObject({
    credits: [{ item: oil, act: 'remove' }],
  })
})

it('from new prices that also leave less than was paid: both questions are answered once', async (larder) => {
  const office = await larder.sit('office')
  const { id } = await makeCredited(larder.server, office)
  const paid = await larder.server.call(
    office.person.username,
    'POST',
    `orders/${id}/invoice/setpaidexternally`,
    {
      body: { amount: '35.00' },
    },
  )
  expect(paid.status).toBe(204)
  await office.open(`/order/${id}/invoice`)
  await press('Edit overrides')
  await fill('Unit price of Oil', '5.00')
  const save = async () => {
    await press('Save or discard')
    await press('Save', await findDialog('Price overrides'))
  }
  await save()
  const question = await findQuestion()
  await answer(question, 'lower')
  await press('Go on', question)
  await screen.findByText(/^35\.00 was paid of invoice \d+, which would come to 0\.00\./)
  await save()
  await findButton('Edit overrides')
  expect(await totalOf(larder.server, office, id)).toBe('0.00')
})
