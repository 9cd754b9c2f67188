/** Readings, "Offline": an invoice that was opened on this device stays readable as it was last seen there. */
import { screen, waitFor } from '@testing-library/react'
import { clockIn } from '#contract/day.ts'
import type { TestServer } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, type UserRecord } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, hasButton, isAt, isEnabled, press } from '../reading.ts'

/** Makes an order of two pieces at 2.50, invoiced by this person. */
async function makeInvoiced(server: TestServer, { username }: UserRecord): Promise<number> {
  const { pool } = server.database
  const location = await makeLocation(pool)
  const order = await makeOrder(pool, orderAt(location))
  await makeItem(pool, { order_id: order.id, unit_quantity: 2, picked: true, final_price: '5.00' })
  await invoice(server, username, order.id)
  return order.id
}
async function invoice(server: TestServer, username: string, order: number, isAgain = false): Promise<void> {
  const path = `orders/${order}/generateinvoice`
  const body = isAgain ? { force_regenerate: true } : {}
  expect((await server.call(username, 'POST', path, { body })).status).toBe(200)
}

const INVOICE = /^orders\/\d+\/invoice$/
const findPaper = (order: number) => screen.findByRole('region', { name: `Invoice of order ${order}` })
const SEEN =
  /^The server could not be asked: this is the invoice as it was last seen, \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/

it('an opened invoice shows with its date while the server is unreachable, and cannot be changed or paid', async (larder) => {
  const office = await larder.sit('office')
  const order = await makeInvoiced(larder.server, office.person)
  await office.open(`/order/${order}/invoice`)
  await findPaper(order)
  await screen.findByLabelText('Ready for Payment')
  expect(screen.queryByText(SEEN)).toBeNull()

  // A new window has nothing of what the window before had read.
  const mend = office.network.fail(at('GET', INVOICE), 502)
  await office.open(`/order/${order}/invoice`)
  const paper = await findPaper(order)
  expect(paper.textContent).toContain('5.00')
  await screen.findByText(SEEN)
  for (const name of ['Share by email', 'Edit overrides', 'Regenerate', 'Download CSV'])
    expect(isEnabled(await findButton(name))).toBe(false)
  expect(isEnabled(await findButton('PDF preview'))).toBe(true)
  expect(screen.queryByLabelText('Ready for Payment')).toBeNull()

  // The print page has the invoice too, and says so. An invoice that was never opened is not there.
  await office.open(`/order/${order}/invoice/print`)
  await findPaper(order)
  await screen.findByText(SEEN)
  const other = await makeInvoiced(larder.server, office.person)
  await office.open(`/order/${other}/invoice`)
  await screen.findByText(new RegExp(`invoice information for Order ${other}\\.`))
  expect(screen.queryByRole('region', { name: `Invoice of order ${other}` })).toBeNull()

  mend()
  await office.open(`/order/${order}/invoice`)
  await screen.findByLabelText('Ready for Payment')
  expect(screen.queryByText(SEEN)).toBeNull()
  office.goOffline()
  await screen.findByText(SEEN)
})

it('an invoice that the server no longer has, or that a logged-out person saw, is not shown', async (larder) => {
  const office = await larder.sit('office')
  const order = await makeInvoiced(larder.server, office.person)
  const seenWithout = async () => {
    const mend = office.network.fail(at('GET', INVOICE), 502)
    await office.open(`/order/${order}/invoice`)
    await screen.findByText(new RegExp(`invoice information for Order ${order}\\.`))
    // By then the page has read what is stored on the device.
    await waitFor(() => expect(hasButton('Try again')).toBe(true))
    const papers = screen.queryAllByRole('region', { name: `Invoice of order ${order}` })
    mend()
    return papers.length > 0
  }
  await office.open(`/order/${order}/invoice`)
  await findPaper(order)
  const { rows } = await larder.pool.query('delete from invoices where order_id = $1 returning grand_total', [
    order,
  ])
  expect(rows).toHaveLength(1)
  await office.open(`/order/${order}/invoice`)
  await screen.findByText(`There is no invoice of order ${order}.`, { exact: false })
  expect(await seenWithout()).toBe(false)

  await invoice(larder.server, office.person.username, order, true)
  await office.open(`/order/${order}/invoice`)
  await findPaper(order)
  await press('Logout')
  await screen.findByRole('button', { name: 'SIGN IN' })
  await isAt('/')
  await waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(
      `larder-seen-${office.person.id}`,
    ),
  )
})

it('the time at which an invoice was last seen is that of the distributor’s clock', async (larder) => {
  const office = await larder.sit('office')
  const order = await makeInvoiced(larder.server, office.person)
  const now = () => clockIn(ZONE, new Date())
  const before = now()
  await office.open(`/order/${order}/invoice`)
  await findPaper(order)
  const after = now()
  // The clock comes with the first pull.
  await office.kept()
  office.network.fail(at('GET', INVOICE), 502)
  await office.open(`/order/${order}/invoice`)
  const { textContent } = await screen.findByText(SEEN)
  const seen = textContent.replace(/^.* (\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)\.$/, '$3-$1-$2 $4')
  expect([before <= seen, seen <= after], seen).toEqual([true, true])
})
