/** Email Invoices: whom each invoice of a day goes to, under which subject, and what becomes of it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findField, isEnabled, noDialog, press, typeDay } from '../reading.ts'
import { chooseMails, failures, isoOf, MAILED, makeMailable, openMails, pdfsAtOnce, says } from './bulk.ts'

const findCard = (id: number) => screen.findByRole('listitem', { name: `Invoice ${id}` })
const boxes = (card: HTMLElement) => within(card).getAllByRole<HTMLInputElement>('checkbox')
const checked = (card: HTMLElement) => boxes(card).filter((box) => box.checked).length
const disabled = (card: HTMLElement) => boxes(card).filter((box) => !isEnabled(box)).length
const mailing = at('POST', /invoice\/email$/)

/** The invoices of a day at their cards, whose customers have an address and two copies. */
async function openCards(larder: Larder, office: Seat, count: number) {
  const made = await makeMailable(larder, office, count)
  await larder.pool.query(
    `update company_locations set cc_addresses = '{a@example.com,b@example.com}'
      where id = (select company_location_id from orders where id = $1)`,
    [made.ids[0]],
  )
  await openMails(office, made.day, count)
  return made
}

it('B152 B184 copies are not sent without a confirmed main address, and then nothing can be shared', async (larder) => {
  const office = await larder.sit('office')
  const { ids } = await openCards(larder, office, 1)
  const card = await findCard(ids[0]!)
  await waitFor(() => expect([checked(card), disabled(card)]).toEqual([3, 0]))
  const main = within(card).getByRole('checkbox', { name: 'Mail it to' })
  await userEvent.click(main)
  await waitFor(() => expect(disabled(card)).toBe(2))
  const share = await findButton('Bulk Invoice Share')
  await waitFor(() => expect(isEnabled(share)).toBe(false))
  const why = document.getElementById(share.getAttribute('aria-describedby')!)!.textContent
  expect(why).toBe('No invoice has a confirmed address.')
  await userEvent.click(main)
  await waitFor(() => expect([checked(card), disabled(card)]).toEqual([3, 0]))
  await fill('Email address', '', card)
  await waitFor(() => expect(disabled(card)).toBe(3))
})

it('B184 nothing can be shared while mails are sent, or on a day without invoices', async (larder) => {
  pdfsAtOnce()
  const office = await larder.sit('office')
  await openCards(larder, office, 1)
  const release = office.network.hold(mailing)
  await press('Confirm', await chooseMails())
  const share = () => screen.getByRole('button', { name: 'Bulk Invoice Share', hidden: true })
  const cannot = (why: string) =>
    waitFor(() => expect([isEnabled(share()), share().title]).toEqual([false, why]))
  await cannot('Sending')
  release()
  await says(MAILED)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!)
  await noDialog()
  await typeDay('Delivery date', '01/01/2031')
  await screen.findByText('No invoices on this day')
  await cannot('There are no invoices on this day.')
})

it('B153 an invoice of a customer without an address is not confirmed', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await openCards(larder, office, 1)
  await larder.pool.query(
    `update users set email = '' where id = (select customer_id from orders where id = $1)`,
    [ids[0]],
  )
  await openMails(office, day, 1)
  const card = await findCard(ids[0]!)
  await waitFor(() => expect([checked(card), disabled(card)]).toEqual([0, 3]))
})

it('a note that is typed while the mail waits in a run stays on its card, and is sent only when it is confirmed again', async (larder) => {
  pdfsAtOnce()
  const office = await larder.sit('office')
  const { ids } = await openCards(larder, office, 2)
  const [first, second] = await Promise.all(ids.map(findCard))
  for (const card of [first!, second!]) await fill('Custom subject', 'Your Tuesday', card)
  const release = office.network.hold(mailing)
  await press('Confirm', await chooseMails())
  await press('Continue in the background')
  await noDialog()
  await fill('Note', 'Thank you', first)
  release()
  const textOf = async (card: HTMLElement) => [
    within(card).getByRole<HTMLInputElement>('checkbox', { name: 'Mail it to' }).checked,
    (await findField('Custom subject', card)).value,
    (await findField('Note', card)).value,
  ]
  await waitFor(async () => expect(await textOf(first!)).toEqual([false, 'Your Tuesday', 'Thank you']))
  await waitFor(async () => expect(await textOf(second!)).toEqual([false, '', '']))
  const { rows } = await larder.pool.query('select text_body from mails where order_id = $1', [ids[0]])
  expect(rows).toHaveLength(1)
  expect(rows[0].text_body).not.toContain('Thank you')
})

it('B150 B264 C137 an invoice is mailed to its card’s addresses, with its subject and note; failures are listed and retried', async (larder) => {
  pdfsAtOnce()
  const office = await larder.sit('office')
  const { day, ids } = await openCards(larder, office, 1)
  const [id] = ids as [number]
  const card = await findCard(id)
  expect((await findField('Email address', card)).value).toBe('chef@example.com')
  await fill('Email address', 'bar@example.com', card)
  await userEvent.click(within(card).getByRole('checkbox', { name: 'CC a@example.com' }))
  await fill('Custom subject', 'Your Tuesday', card)
  await fill('Note', 'Thank you', card)
  const mend = office.network.answer(mailing, { message: 'The mail server is away.' }, 502)
  const dialog = await chooseMails()
  await press('Confirm', dialog)
  await screen.findByRole('heading', { level: 3, name: 'There was an error while sending the emails' })
  expect(await failures()).toEqual([
    `Order ${id} There was an error processing Invoice: ${id}\nThe mail server is away.`,
  ])
  mend()
  await press('Retry failed (1)')
  await says(MAILED)
  const { rows } = await larder.pool.query(
    'select to_address, cc, subject, text_body from mails where order_id = $1',
    [id],
  )
  expect(rows).toMatchObject([
    {
      to_address: 'bar@example.com',
      cc: ['b@example.com'],
      subject: 'Your Tuesday',
      text_body: expect.stringContaining('Thank you'),
    },
  ])
  await userEvent.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!)
  await noDialog()
  // Not with the next press once more.
  await within(card).findByText('Waiting')
  expect(within(card).getByRole<HTMLInputElement>('checkbox', { name: 'Mail it to' }).checked).toBe(false)
  const { calls } = office.network
  expect(calls.filter(mailing).map(({ path }) => path)).toEqual(
    [1, 2].map(() => `orders/${id}/invoice/email`),
  )
  const asked = calls.filter(
    ({ path, query }) => path === 'invoices' && query.get('start_date') === isoOf(day),
  )
  expect(asked.map(({ query }) => `${query}`)).toContain(
    `no_page=1&start_date=${isoOf(day)}&end_date=${isoOf(day)}`,
  )
})
