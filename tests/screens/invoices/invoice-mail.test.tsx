/** The dialog that mails an invoice: whom it goes to. */
import { screen, waitFor, within } from '@testing-library/react'
import { downloads, makeMailable, mailsOf, pdfsAtOnce } from '../bulk/bulk.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, findField, isEnabled, press } from '../reading.ts'

/** Opens the dialog that mails an invoice. */
async function openDialog(office: Seat, id: number): Promise<HTMLElement> {
  await office.open(`/order/${id}/invoice`)
  await press('Share by email')
  return findDialog(`Email invoice #${id}`)
}

it('B162 B163 text in CC that is no address does not block Send, and a note says that it gets no mail', async (larder) => {
  pdfsAtOnce()
  const office = await larder.sit('office')
  const { ids } = await makeMailable(larder, office, 1)
  const dialog = await openDialog(office, ids[0]!)
  await fill('CC', 'x@y', dialog)
  await screen.findByText('Nothing is sent to this address.')
  expect(isEnabled(await findButton('Add CC', dialog))).toBe(false)
  await fill('CC', 'x@y.z', dialog)
  expect(screen.queryByText('Nothing is sent to this address.')).toBeNull()
  await fill('CC', 'x@y', dialog)
  await press('Send', dialog)
  await screen.findByText(`The invoice to chef@example.com is not sent yet.`)
  expect(await mailsOf(larder.pool, ids)).toEqual([[ids[0], 'chef@example.com']])
})

it('B164 an address typed into CC gets the mail, added or not, and the message names it', async (larder) => {
  pdfsAtOnce()
  const office = await larder.sit('office')
  const { ids } = await makeMailable(larder, office, 1)
  const dialog = await openDialog(office, ids[0]!)
  await fill('CC', 'x@y.z', dialog)
  await press('Send', dialog)
  await screen.findByText('The invoice to chef@example.com, x@y.z is not sent yet.')
  const { rows } = await larder.pool.query('select to_address, cc from mails where order_id = $1', ids)
  expect(rows).toEqual([{ to_address: 'chef@example.com', cc: ['x@y.z'] }])
})

/** At the dialog that mails an invoice of this office. */
async function openMail(larder: Larder, office: Seat) {
  const { ids } = await makeMailable(larder, office, 1)
  await larder.pool.query(`update company_locations set cc_addresses = '{}'`)
  return { id: ids[0]!, dialog: await openDialog(office, ids[0]!) }
}
const mailing = at('POST', /invoice\/email$/)

it('B033 B165 B166 B167 the dialog has the customer’s address and no copy; a wrong address gets no mail, and a copy is taken back', async (larder) => {
  const office = await larder.sit('office')
  const { dialog } = await openMail(larder, office)
  expect((await findField('To', dialog)).value).toBe('chef@example.com')
  expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull()
  for (const wrong of ['a@b', 'ab.c', '@.']) {
    await fill('To', wrong, dialog)
    expect(isEnabled(await findButton('Send', dialog)), wrong).toBe(false)
    await fill('CC', wrong, dialog)
    expect(isEnabled(await findButton('Add CC', dialog)), wrong).toBe(false)
  }
  for (const n of [1, 2, 3, 4]) {
    await fill('CC', `c${n}@example.com`, dialog)
    await press('Add CC', dialog)
  }
  await fill('CC', 'fifth@example.com', dialog)
  expect(isEnabled(await findButton('Add CC', dialog))).toBe(false)
  await press('Remove c2@example.com', dialog)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove c2@example.com' })).toBeNull())
})

it('B215 B216 the dialog shows sending and failures; the same mail again is the same call, another mail another call', async (larder) => {
  pdfsAtOnce()
  const office = await larder.sit('office')
  const { id, dialog } = await openMail(larder, office)
  const sent: { key: string | null; form: FormData }[] = []
  const fetch = office.network.fetch.bind(office.network)
  office.network.fetch = (input, init) => {
    if (input.includes('invoice/email'))
      sent.push({ key: new Headers(init?.headers).get('idempotency-key'), form: init!.body as FormData })
    return fetch(input, init)
  }
  globalThis.fetch = office.network.fetch as typeof globalThis.fetch
  const mend = office.network.answer(mailing, { message: 'The mail server is away.' }, 502)
  const release = office.network.hold(mailing)
  await press('Send', dialog)
  expect((await within(dialog).findByText('Sending …')).closest('[role=status]')).not.toBeNull()
  release()
  await within(dialog).findByText(/The mail server is away\./)
  await press('Send', dialog)
  await waitFor(() => expect(sent).toHaveLength(2))
  await within(dialog).findByText(/The mail server is away\./)
  mend()
  await fill('CC', 'c1@example.com', dialog)
  await press('Add CC', dialog)
  await fill('Subject', 'Friday', dialog)
  await fill('Note', '!', dialog)
  await press('Send', dialog)
  await screen.findByText(/^The invoice to chef@example\.com/)
  const [first, second, third] = sent
  expect(first!.key).toBeTruthy()
  expect(second!.key).toBe(first!.key)
  expect(third!.key).not.toBe(first!.key)
  expect([...first!.form.keys()]).toEqual(['file', 'to_email'])
  const { file, ...fields } = Object.fromEntries(third!.form)
  expect(fields).toEqual({
    to_email: 'chef@example.com',
    'additional_emails[0]': 'c1@example.com',
    custom_subject: 'Friday',
    note: '!',
  })
  expect(await (file as Blob).text()).toMatch(/^%PDF-/)
  expect(await mailsOf(larder.pool, [id])).toHaveLength(1)
})

it('B242 C341 Download in the dialog saves the PDF of the server’s current invoice', async (larder) => {
  const jobs = pdfsAtOnce()
  const files = downloads()
  const office = await larder.sit('office')
  const { id, dialog } = await openMail(larder, office)
  const reads = () => office.network.calls.filter(at('GET', `orders/${id}/invoice`)).length
  const before = reads()
  const release = office.network.hold(at('GET', `orders/${id}/invoice`))
  await press('Download', dialog)
  expect((await within(dialog).findByRole('status')).textContent).toBe('Making the PDF …')
  release()
  await waitFor(() => expect(files).toHaveLength(1))
  expect(reads()).toBe(before + 1)
  expect(jobs).toMatchObject([{ kind: 'invoice', invoice: { id } }])
})
