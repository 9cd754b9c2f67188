/** Open balances: the office's list of what customers owe, and its export. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeInvoice, makeItem, makeLocation, makeOrder, makePayment } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import {
  fill,
  findButton,
  findDialog,
  findTable,
  hasButton,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'

async function makeOwing(server: TestServer, name: string, paid_status: string, total: string) {
  const { pool } = server.database
  const location = await makeLocation(pool, { name })
  const over = { ...orderAt(location), paid_status, delivery_date: '2026-01-05', invoiced: true }
  const { id } = await makeOrder(pool, over)
  await makeInvoice(pool, id, total)
  if (paid_status === 'p')
    await makePayment(pool, { order_id: id, status: 'succeeded', invoice_total: total, amount: total })
  return { ...location, order: id }
}

it('the page lists each customer’s sums with their total, can be exported, and links to the customer', async (larder) => {
  const kitchen = await makeOwing(larder.server, 'Harbour Kitchen', '', '1200.00')
  await makeOwing(larder.server, 'Dockside Grill', 'p', '80.00')
  const office = await larder.sit('office')
  await office.open('/openBalances')
  const table = await findTable('Open balances')
  await screen.findByRole('link', { name: 'Harbour Kitchen' })
  expect(table.column('Customer')).toEqual(['Harbour Kitchen', 'Dockside Grill'])
  expect(table.column('Paid')).toEqual(['–', '80.00'])
  expect(table.column('Open')).toEqual(['1,200.00', '–'])
  expect(table.column('Overdue')).toEqual(['1,200.00', '–'])
  expect(table.column('Oldest due')).toEqual(['01/05/2026', '–'])
  // The clock of the tests is in the same year.
  expect(table.column('Days overdue')).toEqual([expect.stringMatching(/^\d+$/), '–'])
  expect(table.element.querySelector('tfoot')?.textContent).toContain('1,280.00')
  expect(hasButton('Export csv')).toBe(true)
  expect(screen.getByRole('link', { name: 'Harbour Kitchen' }).getAttribute('href')).toBe(
    `/customer/${kitchen.id}`,
  )
})

it('a person who may not see the balances learns that they are for the office', async (larder) => {
  const picker = await larder.sit('picker')
  expectOnConsole(/^Table fetch failed:/)
  await picker.open('/openBalances')
  await screen.findByText('Only the office may see what customers owe.')
})

it('open invoices are marked as paid with one note, and leave the list', async (larder) => {
  const one = await makeOwing(larder.server, 'Check One', '', '10.00')
  const two = await makeOwing(larder.server, 'Check Two', 'r', '20.50')
  const other = await makeOwing(larder.server, 'Check Three', '', '5.00')
  const office = await larder.sit('office')
  await office.open('/openBalances')
  await press('By invoice')
  await screen.findByRole('link', { name: String(one.order) })
  for (const { order } of [one, two])
    await userEvent.click(screen.getByRole('checkbox', { name: `Choose ${order}` }))
  await press('Mark paid externally')
  const dialog = await findDialog('Mark 2 invoices as paid?')
  expect(dialog.textContent).toContain('$30.50')
  await fill('Note', 'Check 4711', dialog)
  await press('Confirm', dialog)
  // Its other button of this name is the cross.
  const done = await findDialog('Done')
  await userEvent.click(within(done).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await noDialog()
  await waitFor(async () => {
    const listed = (await findTable('Open invoices')).column('Invoice')
    expect(listed).toContain(String(other.order))
    expect(listed).not.toContain(String(one.order))
  })
  const { rows } = await larder.pool.query(
    `select order_id, amount::text, way, note from payments where order_id = any($1) order by order_id`,
    [[one.order, two.order]],
  )
  expect(rows).toEqual([
    { order_id: one.order, amount: '10.00', way: 'check', note: 'Check 4711' },
    { order_id: two.order, amount: '20.50', way: 'check', note: 'Check 4711' },
  ])
})

it('the credits that wait are listed, and one that was given by mistake is taken back', async (larder) => {
  const paid = await makeOwing(larder.server, 'Waiting Grill', 'p', '50.00')
  const unlocked = await makeOrder(larder.pool, orderAt(paid))
  await larder.pool.query(
    `insert into invoice_credits (company_location_id, order_id, of_order, reason, total, tax)
     values ($1, $2, $2, 'Broken', -5.00, -0.50)`,
    [paid.id, unlocked.id],
  )
  const office = await larder.sit('office')
  const credited = await larder.server.call(
    office.person.username,
    'POST',
    `orders/${paid.order}/invoice/credit`,
    { body: { amount: '4.00', reason: 'Late' } },
  )
  expect(credited.status).toBe(200)
  await office.open('/openBalances')
  await press('Waiting credits')
  await screen.findByText('Broken')
  const table = await findTable('Waiting credits')
  expect(table.column('Customer')).toEqual(['Waiting Grill', 'Waiting Grill'])
  expect(table.column('Amount')).toEqual(['5.50', '4.00'])
  expect(table.column('Waits for')).toEqual([
    `The next invoice of order ${unlocked.id}`,
    'The next invoice of the location',
  ])
  await press(`Take back the credit Broken of order ${unlocked.id}`)
  await press('Take back', await findDialog('Take back the credit “Broken”?'))
  await noDialog()
  await waitFor(async () => expect((await findTable('Waiting credits')).column('Reason')).toEqual(['Late']))
})

it('a credit of a deleted order is taken back, and money that was paid too much says why it stays', async (larder) => {
  const place = await makeLocation(larder.pool, { name: 'Gone Grill' })
  const { id: paid } = await makeOrder(larder.pool, orderAt(place))
  const deleted = 7_000_001
  await larder.pool.query(
    `insert into invoice_credits (company_location_id, of_order, reason, total, tax, is_overpaid)
     values ($1, $2, 'Torn', -5.00, 0, false), ($1, $2, 'Doubly paid', -6.00, 0, true),
            ($1, $3, 'Paid twice', -7.00, 0, true)`,
    [place.id, deleted, paid],
  )
  const office = await larder.sit('office')
  await office.open('/openBalances?by=credits')
  await screen.findByText('Torn')
  const whyNot = async (credit: string) => {
    const button = await findButton(`Take back the credit ${credit}`)
    return [isEnabled(button), button.title]
  }
  expect(await whyNot(`Doubly paid of order ${deleted}`)).toEqual([
    false,
    `It was paid too much, and order ${deleted} is deleted: it stays the location’s.`,
  ])
  expect(await whyNot(`Paid twice of order ${paid}`)).toEqual([
    false,
    `It was paid too much: it goes back with the payment of order ${paid}.`,
  ])
  await press(`Take back the credit Torn of order ${deleted}`)
  await press('Take back', await findDialog('Take back the credit “Torn”?'))
  await noDialog()
  await waitFor(() => expect(screen.queryByText('Torn')).toBeNull())
})

it('the waiting credits are read again after their order was invoiced, and after it was unlocked', async (larder) => {
  const { pool } = larder
  const place = await makeLocation(pool, { name: 'Fresh Grill' })
  const { id } = await makeOrder(pool, orderAt(place))
  const line = { unit_quantity: 3, picked: true, price_per_unit: '10.00', final_price: '30.00' }
  await makeItem(pool, { order_id: id, ...line })
  await pool.query(
    `insert into invoice_credits (company_location_id, order_id, of_order, reason, total, tax)
     values ($1, $2, $2, 'Dented', -5.00, 0)`,
    [place.id, id],
  )
  const office = await larder.sit('office')
  await office.open('/openBalances?by=credits')
  await screen.findByText('Dented')
  await userEvent.click(screen.getByRole('link', { name: String(id) }))
  await findTable(`Order ${id} items`)
  await office.kept()
  await press('Generate Invoice')
  await isAt(`/order/${id}/invoice`)
  /** Goes to the list, which is not read before `release`. */
  const goToList = async (steps: number) => {
    const release = office.network.hold(at('GET', 'waitingcredits'))
    history.go(steps)
    const table = await screen.findByRole('table', { name: 'Waiting credits' })
    expect(table.getAttribute('aria-busy')).toBe('true')
    release()
    await findTable('Waiting credits')
  }
  await goToList(-2)
  expect(screen.queryByText('Dented')).toBeNull()
  history.go(1)
  await isAt(`/order/${id}`)
  await press('Locked')
  await press('Unlock', await findDialog(`Unlock order ${id}?`))
  await noDialog()
  await goToList(-1)
  await screen.findByText('Dented')
})

it('a run that goes on keeps its note when its button is pressed again', async (larder) => {
  const one = await makeOwing(larder.server, 'Run One', '', '10.00')
  const two = await makeOwing(larder.server, 'Run Two', '', '20.00')
  const office = await larder.sit('office')
  await office.open('/openBalances')
  await press('By invoice')
  await screen.findByRole('link', { name: String(one.order) })
  for (const { order } of [one, two])
    await userEvent.click(screen.getByRole('checkbox', { name: `Choose ${order}` }))
  await press('Mark paid externally')
  const dialog = await findDialog('Mark 2 invoices as paid?')
  await fill('Note', 'Check 4712', dialog)
  // One invoice after the other: the second one waits.
  const release = office.network.hold(at('POST', /setpaidexternally$/))
  await press('Confirm', dialog)
  await press('Continue in the background')
  await noDialog()
  await press('Mark paid externally')
  await findDialog('Mark 2 invoices as paid?')
  release()
  await findDialog('Done')
  const { rows } = await larder.pool.query(
    'select order_id, note from payments where order_id = any($1) order by order_id',
    [[one.order, two.order]],
  )
  expect(rows).toEqual([
    { order_id: one.order, note: 'Check 4712' },
    { order_id: two.order, note: 'Check 4712' },
  ])
})

it('a chosen invoice that its customer begins to pay is not chosen any more', async (larder) => {
  const one = await makeOwing(larder.server, 'Paying One', 'r', '10.00')
  const two = await makeOwing(larder.server, 'Paying Two', 'r', '20.00')
  const office = await larder.sit('office')
  await office.open('/openBalances')
  await press('By invoice')
  await screen.findByRole('link', { name: String(one.order) })
  const box = ({ order }: typeof one) => screen.getByRole('checkbox', { name: `Choose ${order}` })
  for (const invoice of [one, two]) await userEvent.click(box(invoice))
  await screen.findByText('2 chosen')
  await larder.pool.query(`update orders set paid_status = 'i' where id = $1`, [two.order])
  office.goOffline()
  await screen.findByText('The server is not in reach: this is what it last said.')
  office.goOnline()
  await waitFor(() => expect(box(two).matches(':disabled')).toBe(true))
  await screen.findByText('1 chosen')
  await press('Mark paid externally')
  const dialog = await findDialog('Mark 1 invoice as paid?')
  expect(dialog.textContent).toContain('$10.00')
})
