/** The outbox as the office sees it, and what an invoice says of its mails. */
import { randomUUID } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeInvoice, makeLocation, makeMail, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, findTable, hasButton, isAt, noDialog, press } from '../reading.ts'

const stateOf = async ({ database: { pool } }: TestServer, id: string) =>
  (await pool.query<{ state: string }>('select state from mails where id = $1', [id])).rows[0]!.state
const rowOf = async (subject: string) => {
  const table = await findTable('Mail')
  return table.rows.find((row) => row.cells[0]!.textContent === subject)!
}
const read = async ({ subject, to_address }: { subject: string; to_address: string }) => {
  await press(`Read ${subject} to ${to_address}`)
  return findDialog(subject)
}

it('the office sees waiting, sent, perhaps sent, refused and dropped mails, with the mail server’s words', async (larder) => {
  const refused = await makeMail(larder.pool, {
    state: 'refused',
    server_said: '550 no such mailbox',
  })
  const others: Awaited<ReturnType<typeof makeMail>>[] = []
  for (const state of ['waiting', 'sent', 'perhaps', 'dropped'])
    others.push(await makeMail(larder.pool, { state, server_said: 'x' }))
  const office = await larder.sit('office')
  await office.open('/mail')
  await screen.findByText(refused.subject)
  const states = await Promise.all(
    others.map(async ({ subject }) => (await rowOf(subject)).cells[1]!.textContent),
  )
  expect(states).toEqual(['Waiting', 'Sent', 'Perhaps sent', 'Dropped'])
  const row = await rowOf(refused.subject)
  expect([row.cells[1]!.textContent, row.cells[7]!.textContent]).toEqual(['Refused', '550 no such mailbox'])
  await press('Refused')
  await isAt('/mail?mails=refused')
  await waitFor(() => expect(screen.queryByText(others[0]!.subject)).toBeNull())
  await screen.findByText(refused.subject)
})

it('more mails than a page are searched and sorted by the server', async (larder) => {
  const { pool } = larder
  await pool.query(
    `insert into mails (kind, to_address, subject, message_id, created_at)
       select 'order', 'cook' || n || '@quay.example', 'Order ' || n, '<' || n || '@long-list>', now() - n * interval '1 minute'
         from generate_series(1, 130) n`,
  )
  const office = await larder.sit('office')
  await office.open('/mail')
  await screen.findByText(/^1–100 of 1[3-9]\d$/)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'cook127')
  await screen.findByText('Order 127')
  await waitFor(async () => expect((await findTable('Mail')).rows).toHaveLength(1))
  await office.open('/mail?q=cook1&sort=since')
  await waitFor(async () =>
    expect((await findTable('Mail')).rows[0]!.cells[0]!.textContent).toBe('Order 130'),
  )
  const asked = office.network.calls.filter(at('GET', 'mails')).at(-1)!.query
  expect([asked.get('search'), asked.get('ordering'), asked.get('no_page')]).toEqual([
    'cook1',
    'created_at',
    null,
  ])
})

it('a mail is read, and dropped after a question', async (larder) => {
  const mail = await makeMail(larder.pool, { state: 'refused', cc: ['books@example.com'] })
  const office = await larder.sit('office')
  await office.open('/mail')
  const dialog = await read(mail)
  await within(dialog).findByText(mail.text_body)
  for (const said of ['books@example.com', mail.message_id]) within(dialog).getByText(said)
  await press('Drop', dialog)
  const question = await findDialog('Drop this mail?')
  expect(await stateOf(larder.server, mail.id)).toBe('refused')
  await press('Drop', question)
  await noDialog()
  expect(await stateOf(larder.server, mail.id)).toBe('dropped')
  await waitFor(async () => expect((await rowOf(mail.subject)).cells[1]!.textContent).toBe('Dropped'))
  const again = await read(mail)
  for (const act of ['Drop', 'Send'])
    expect((await findButton(act, again)).getAttribute('aria-disabled')).toBe('true')
})

it('a perhaps sent mail is sent again only after a question that says so', async (larder) => {
  const mail = await makeMail(larder.pool, { state: 'perhaps' })
  const office = await larder.sit('office')
  await office.open('/mail')
  await press('Send again', await read(mail))
  const question = await findDialog('Send it again?')
  within(question).getByText(/may have it already, and would then get it twice/)
  expect(office.network.calls.filter(at('POST', /send$/))).toEqual([])
  await press('Send again', question)
  // This server has no mail server.
  await within(question).findByText('No mail server is set up here: the mail stays as it is.')
  expect(office.network.calls.find(at('POST', `mails/${mail.id}/send`))?.body).toEqual({ again: true })
})

it('the question about a perhaps sent mail says that its invoice has changed since', async (larder) => {
  const { pool } = larder
  const { id: order_id } = await makeOrder(pool, { invoiced: true })
  await makeInvoice(pool, order_id, '10.00')
  const mail = await makeMail(pool, { kind: 'invoice', order_id, state: 'perhaps', invoice_version: '1-1' })
  const office = await larder.sit('office')
  await office.open('/mail')
  await press('Send again', await read(mail))
  const question = await findDialog('Send it again?')
  within(question).getByText(/twice\. The invoice has changed since: sent again, the mail brings the PDF/)
})

it('a mail on its way is checked again until it is sent; a mail that waits for a mail server says so', async (larder) => {
  const mail = await makeMail(larder.pool, { claim: randomUUID(), claimed_at: new Date() })
  const waiting = await makeMail(larder.pool)
  const office = await larder.sit('office')
  await office.open('/mail')
  await screen.findByText(mail.subject)
  expect((await rowOf(mail.subject)).cells[1]!.textContent).toBe('Sending')
  expect((await rowOf(waiting.subject)).cells[7]!.textContent).toBe(
    'It waits: no mail server is set up here.',
  )
  await larder.pool.query(`update mails set state = 'sent' where id = $1`, [mail.id])
  await waitFor(async () => expect((await rowOf(mail.subject)).cells[1]!.textContent).toBe('Sent'), {
    timeout: 6_000,
  })
})

it('the mails are not for pickers, and without the server the screen says so', async (larder) => {
  const mail = await makeMail(larder.pool, { state: 'sent' })
  const picker = await larder.sit('picker')
  await picker.open('/mail')
  await screen.findByText('The mails are for the office')
  expect(picker.network.calls.filter(at('GET', 'mails'))).toEqual([])
  const office = await larder.sit('office')
  await office.open('/mail')
  await screen.findByText(mail.subject)
  await office.kept()
  office.goOffline()
  await screen.findByText('The server is not in reach: this is what it last said.')
})

it('an invoice shows the office the outcome of its mails', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool, {
    ...orderAt(await makeLocation(pool)),
    invoiced: true,
    status: 'invoiced',
  })
  await makeInvoice(pool, order.id, '1.00')
  const refused = await makeMail(larder.pool, {
    order_id: order.id,
    state: 'refused',
    server_said: '550 no such mailbox',
  })
  await makeMail(larder.pool, { order_id: order.id, kind: 'order', state: 'sent' })
  const office = await larder.sit('office')
  await office.open(`/order/${order.id}/invoice`)
  const list = await screen.findByRole('list', { name: 'Mailed' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      new RegExp(`^Refused ${refused.to_address}.*: 550 no such mailbox Decide under Mail$`),
    ),
  ])
  const buyer = await larder.sit('buyer', { company_id: order.company_id })
  await buyer.open(`/order/${order.id}/invoice`)
  await findButton('PDF preview')
  expect(screen.queryByRole('list', { name: 'Mailed' })).toBeNull()
  expect(hasButton('Share by email')).toBe(false)
})

it('a mail that is gone while the list is read shifts no other mail out of the list', async (larder) => {
  const { pool } = larder
  await pool.query(
    `insert into mails (kind, to_address, subject, message_id, created_at, state)
       select 'order', 'cook' || n || '@shift.example', 'Shift ' || n, '<' || n || '@shift>',
              now() - n * interval '1 minute', 'dropped'
         from generate_series(1, 130) n`,
  )
  const office = await larder.sit('office')
  await office.open('/mail?mails=dropped')
  await screen.findByText(/^1–100 of 1[34]\d$/)
  const [gone, next] = (await findTable('Mail')).rows.map((row) => row.cells[0]!.textContent)
  await pool.query(`delete from mails where state = 'dropped' and subject = $1`, [gone])
  await press('Next page')
  await screen.findByText(/^101–1[2-4]\d of 1[2-4]\d$/)
  await press('Previous page')
  await waitFor(async () => expect((await findTable('Mail')).rows[0]!.cells[0]!.textContent).toBe(next))
  expect(screen.queryByText(gone!)).toBeNull()
})
