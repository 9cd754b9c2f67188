/** A tab that is closed in the middle of mailing or merging, or of a file: what is left is offered, and nothing is done twice. */
import { screen, waitFor, within } from '@testing-library/react'
import {
  chooseDay,
  chooseMails,
  chooseMerge,
  chooseTickets,
  failures,
  MAILED,
  mailsOf,
  makeDay,
  makeMailable,
  openMails,
  openMerge,
  says,
  sitAtMails,
} from './bulk.ts'
import { makeMail } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at, type Call } from '../network.ts'
import { findDialog, isAt, noDialog, press } from '../reading.ts'

const mailing = at('POST', /invoice\/email$/)
const merging = at('POST', 'mergeorders')

/** Returns the idempotency keys of the calls of this kind that were sent. */
const keysOf = ({ network }: Seat, kind: (call: Call) => boolean) =>
  network.calls.filter(kind).map(({ idempotencyKey }) => idempotencyKey)
/** The tab is gone as it was: what it had stored is there, and nothing that it would have done on its way out. */
async function crash(office: Seat): Promise<void> {
  const kept = { ...localStorage }
  office.network.disconnect()
  await office.open('/orders')
  await isAt('/orders')
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, String(value))
}
const note = async () =>
  (await screen.findByText(/The last run was left before its end/)).closest('[role=status]')!.textContent
const confirmed = async (words: string) => screen.findByText(words)

it('mails: a person who comes back sees which mails are in the outbox, and leaves them out with one press', async (larder) => {
  const { office, day, ids } = await sitAtMails(larder, 6)
  const [sent, lost] = ids as [number, number]
  // The first is mailed and known; the second is mailed and its answer lost; four wait on a slow network.
  office.network.lose(at('POST', `orders/${lost}/invoice/email`))
  office.network.hold((call) => mailing(call) && ![sent, lost].some((id) => call.path.includes(`/${id}/`)))
  await press('Confirm', await chooseMails())
  await waitFor(() => expect(office.network.calls.filter(mailing)).toHaveLength(6))
  await waitFor(async () => expect(await mailsOf(larder.pool, ids)).toHaveLength(2))
  await crash(office)

  await openMails(office, day, 6)
  await confirmed('6 of 6 invoices confirmed')
  const again = '2 invoices of these were mailed before, and would go out again.'
  await screen.findByText(again)
  const question = await chooseMails()
  expect(question.textContent).toContain(again)
  await press('Cancel', question)
  await noDialog()
  await press('Leave out what was mailed')
  await confirmed('4 of 6 invoices confirmed')
  expect(screen.queryByText(again)).toBeNull()
  for (const id of [sent, lost])
    expect(within(screen.getByRole('listitem', { name: `Invoice ${id}` })).getByText('Waiting')).toBeTruthy()
  await press('Confirm', await chooseMails())
  await says(MAILED)
  expect(await mailsOf(larder.pool, ids)).toEqual(ids.map((id) => [id, 'chef@example.com']))
})

it('mails: an invoice whose only mail was refused was not mailed before, and stays confirmed', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await makeMailable(larder, office, 3)
  const mail = (order_id: number, state: string) => makeMail(larder.pool, { order_id, state })
  await mail(ids[0]!, 'sent')
  await mail(ids[1]!, 'refused')
  // A second mail of an invoice does not undo the first.
  await mail(ids[2]!, 'sent')
  await mail(ids[2]!, 'refused')
  await openMails(office, day, 3)
  await screen.findByText('2 invoices of these were mailed before, and would go out again.')
  await press('Leave out what was mailed')
  await confirmed('1 of 3 invoices confirmed')
  const card = screen.getByRole('listitem', { name: `Invoice ${ids[1]}` })
  expect(within(card).getByRole<HTMLInputElement>('checkbox', { name: 'Mail it to' }).checked).toBe(true)
  within(card).getByText('Refused')
})

it('mails: a call that arrives after its tab is closed, and the same call of the next tab, are one mail', async (larder) => {
  const { office, day, ids } = await sitAtMails(larder, 1)
  office.network.hold(mailing)
  await press('Confirm', await chooseMails())
  await waitFor(() => expect(keysOf(office, mailing)).toHaveLength(1))
  await crash(office)
  await openMails(office, day, 1)
  expect(await note()).toContain(`What became of Order ${ids[0]} was not heard.`)
  await press('Confirm', await chooseMails())
  await says(MAILED)
  const [first, second] = keysOf(office, mailing)
  expect(second).toBe(first)
  expect(await mailsOf(larder.pool, ids)).toHaveLength(1)
})

it('mails: an invoice that was made again since is confirmed, and mailed as another one', async (larder) => {
  const { office, day, ids } = await sitAtMails(larder, 1)
  office.network.lose(mailing)
  await press('Confirm', await chooseMails())
  await failures()
  await press('Continue')
  await larder.server.call(office.person.username, 'POST', `orders/${ids[0]}/unlock`)
  await larder.server.call(office.person.username, 'POST', `orders/${ids[0]}/generateinvoice`)
  await larder.pool.query(`update mails set created_at = created_at - interval '1 minute'`)
  await larder.pool.query(`update invoices set created_at = created_at + interval '1 second'`)
  await openMails(office, day, 1)
  await confirmed('1 of 1 invoice confirmed')
  await press('Confirm', await chooseMails())
  await says(MAILED)
  expect(await mailsOf(larder.pool, ids)).toHaveLength(2)
})

it('an invoice that was unlocked after its answer was lost is made when it is chosen again', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 1)
  const office = await larder.sit('office')
  const generate = async () => {
    await office.open('/generateInvoices')
    await chooseDay('Delivery date', day)
    await screen.findByText('1 chosen')
    await press('Generate Invoices')
    await press('Confirm', await findDialog('Generate these invoices?'))
  }
  office.network.lose(at('POST', /generateinvoice$/))
  await generate()
  await failures()
  await press('Continue')
  await larder.server.call(office.person.username, 'POST', `orders/${ids[0]}/unlock`)
  await generate()
  await says('The invoices were generated successfully.')
  const { rows } = await larder.pool.query('select from invoices where order_id = $1', [ids[0]])
  expect(rows).toHaveLength(1)
})

it('merging: a call that did not arrive is offered again unchanged; one that did leaves nothing to choose', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 3)
  const [base, one, two] = ids as [number, number, number]
  const office = await larder.sit('office')
  office.network.hold(merging)
  await press('Confirm', await chooseMerge(office, day, ids))
  await waitFor(() => expect(keysOf(office, merging)).toHaveLength(1))
  await crash(office)

  await office.open('/mergeOrders')
  expect(await note()).toContain(
    `What became of merging orders ${one} and ${two} into Order ${base} was not heard.`,
  )
  office.network.lose(merging)
  await press('Confirm', await chooseMerge(office, day, ids))
  await waitFor(() => expect(keysOf(office, merging)).toHaveLength(2))
  const [first, second] = keysOf(office, merging)
  expect(second).toBe(first)
  expect(await failures()).toEqual([`Order ${base} The server cannot be reached.`])
  await crash(office)

  // It was done: nothing of it is offered any more.
  await openMerge(office, day, base)
  for (const id of [one, two])
    expect(screen.queryByRole('option', { name: new RegExp(`^${id} `) })).toBeNull()
  const { rows } = await larder.pool.query(
    'select sum(units_ordered)::int as ordered from order_items where order_id = $1',
    [base],
  )
  const { rows: each } = await larder.pool.query(
    'select count(*)::int as orders from orders where id = any($1)',
    [ids],
  )
  expect([rows[0], each[0]]).toEqual([{ ordered: 6 }, { orders: 1 }])
})

it('a file that was not finished does not exist: all of its orders must be chosen again', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 3)
  const office = await larder.sit('office')
  const release = office.network.hold(at('GET', 'distributor/letterhead'))
  await press('Confirm', await chooseTickets(office, day, ids))
  await screen.findByText(/is being made/)
  await crash(office)
  release()
  await office.open('/printPicklists')
  expect(await note()).toContain(
    `Its file was not made. Choose again: ${ids.map((id) => `Order ${id}`).join(', ')}.`,
  )
})
