/** The mails of a day's invoices, which the bulk mailing asks for so that it mails nothing twice (docs/decisions/0168). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeItem, makeOrder } from '../../factories/business.ts'
import { makeHouse, orderAt, type House } from '../../factories/house.ts'
import { mailInvoice } from '../../factories/invoice-mail.ts'

let server: TestServer
let house: House

beforeAll(async () => {
  server = await testServer()
  house = await makeHouse(server.database.pool)
})
afterAll(() => server.close())

const call = (method: string, path: string) => server.call(house.as.office, method, path)
async function makeInvoiced(delivery_date: string): Promise<number> {
  const { pool } = server.database
  const { id } = await makeOrder(pool, { ...orderAt(house.location), delivery_date })
  await makeItem(pool, { order_id: id, unit_quantity: 2, picked: true, final_price: '5.00' })
  await call('POST', `orders/${id}/generateinvoice`)
  return id
}
const mail = async (order: number): Promise<string> =>
  (await mailInvoice(server, house.as.office, order, { to_email: 'chef@example.com' })).body.id
const mailsOf = async (day: string) =>
  (await call('GET', `mails?no_page=1&delivery_date=${day}`)).body.map(({ id }: { id: string }) => id)

it('the mails of a day are those of the invoices that its orders have now, the newest first', async () => {
  const [one, two, other] = [
    await makeInvoiced('2021-03-01'),
    await makeInvoiced('2021-03-01'),
    await makeInvoiced('2021-03-02'),
  ]
  const first = await mail(one)
  const second = await mail(two)
  await mail(other)
  await server.database.pool.query(
    `insert into mails (kind, order_id, to_address, subject, message_id) values ('order', $1, 'a@example.com', 'Order', '<1@x>')`,
    [one],
  )
  expect(await mailsOf('2021-03-01')).toEqual([second, first])
  // What was mailed of an invoice that is no more says nothing of the next one.
  await call('POST', `orders/${one}/unlock`)
  expect(await mailsOf('2021-03-01')).toEqual([second])
  await call('POST', `orders/${one}/generateinvoice`)
  expect(await mailsOf('2021-03-01')).toEqual([second])
  const again = await mail(one)
  expect(await mailsOf('2021-03-01')).toEqual([again, second])
  expect((await call('GET', 'mails?delivery_date=tomorrow')).status).toBe(400)
})
