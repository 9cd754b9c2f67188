import type { Invoice } from '#contract/invoices/schema.ts'
import { ApiError } from '#src/api/errors.ts'
import { expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { firstDraft, isConfirmed, mailOf } from './mail-drafts.ts'
import { judgeMail, mailCall, mailDraft, type Mail } from './mail-invoices.ts'

const invoiceOf = (order_id: number, email = 'chef@example.com', cc: string[] | null = null) =>
  ({ order_id, customer: { username: 'chef', email }, company_location_cc_addresses: cc }) as Invoice

const CC = ['a@example.com', 'b@example.com', 'c@example.com']
const pdf = new Blob(['%PDF-1.3'])
it('B151 the main address is confirmed where the customer has an email, and each cc address follows it', () => {
  expect(firstDraft(invoiceOf(1, 'chef@example.com', CC))).toMatchObject({
    main_address_confirm: true,
    cc_addresses_confirm: [true, true, true],
  })
  expect(firstDraft(invoiceOf(1, '', CC))).toMatchObject({
    main_address_confirm: false,
    cc_addresses_confirm: [false, false, false],
  })
})

it('B077 a copy is sent to the typed address, and not to an empty one', () => {
  const draft = firstDraft(invoiceOf(1, 'chef@example.com', CC))
  const cc_addresses = ['a@example.com', ' books@example.com ', '']
  expect(mailOf({ ...draft, cc_addresses }).additional).toEqual(['a@example.com', 'books@example.com'])
})

it('another invoice of the same order is another mail, and so is another address', () => {
  const mail: Mail = { invoice: invoiceOf(1), draft: firstDraft(invoiceOf(1)) }
  const calls = [
    mail,
    { ...mail, invoice: { ...mail.invoice, created_date: '2026-11-23T10:00:00Z' } },
    { ...mail, invoice: { ...mail.invoice, grand_total: '7.00' } },
    { ...mail, draft: { ...mail.draft, main_address: 'bar@example.com' } },
  ].map(mailCall)
  expect(new Set(calls).size).toBe(4)
})

it('B086 B266 null is no cc address, and four are the most', () => {
  expect(firstDraft(invoiceOf(1)).cc_addresses).toEqual([])
  const five = invoiceOf(1, 'chef@example.com', [...CC, 'd@example.com', 'e@example.com'])
  expect(mailOf(firstDraft(five)).additional).toEqual([...CC, 'd@example.com'])
})

it('B153 an invoice is confirmed with its main address, and never without an email', () => {
  const invoice = invoiceOf(1)
  const draft = firstDraft(invoice)
  expect(isConfirmed(draft)).toBe(true)
  expect(isConfirmed({ ...draft, main_address_confirm: false })).toBe(false)
  expect(isConfirmed({ ...draft, main_address: ' ' })).toBe(false)
  expect(mailOf({ ...draft, main_address: 'bar@example.com' }).to).toBe('bar@example.com')
})

it('B087 B154 only the checked cc addresses are sent, with the subject and the note, and no confirms', async () => {
  const invoice = invoiceOf(7, 'chef@example.com', CC)
  const draft = {
    ...firstDraft(invoice),
    cc_addresses_confirm: [true, false, true],
    custom_subject: 'Tuesday',
  }
  const bodies: FormData[] = []
  const client = {
    async api(method: string, _path: string, { body }: CallOptions<unknown> = {}) {
      if (method === 'POST') bodies.push(body as FormData)
      return invoice
    },
  }
  await mailDraft(client as unknown as Client, { invoice, draft }, 'k1', async () => pdf)
  expect(bodies.map((form) => [...form].filter(([name]) => name !== 'file'))).toEqual([
    [
      ['to_email', 'chef@example.com'],
      ['additional_emails[0]', 'a@example.com'],
      ['additional_emails[1]', 'c@example.com'],
      ['custom_subject', 'Tuesday'],
    ],
  ])
})

it('B241 B257 B258 each invoice is mailed with its own PDF and key; failures are listed below a heading', async () => {
  const calls: [string, string | undefined][] = []
  const client = {
    async api(method: string, path: string, { idempotencyKey }: CallOptions<unknown> = {}) {
      const id = Number(path.split('/')[1])
      if (method === 'GET') return { ...invoiceOf(id), grand_total: '8.00' }
      calls.push([path, idempotencyKey])
      if (id === 3) throw new ApiError(502, { message: 'No such mailbox.' }, true)
      return null
    },
  } as unknown as Client
  const made: number[] = []
  const makePdf = async (_client: Client, { order_id, grand_total }: Invoice) => {
    made.push(order_id)
    // As it is now, not as it was listed.
    expect(grand_total).toBe('8.00')
    if (order_id === 2) throw new Error('A line has no name.')
    return pdf
  }
  const mailOfOrder = (id: number): Mail => ({
    invoice: invoiceOf(id),
    draft: firstDraft(invoiceOf(id)),
  })
  const outcome = (id: number) =>
    mailDraft(client, mailOfOrder(id), `key ${id}`, makePdf).then(
      () => 'sent',
      (error: unknown) => judgeMail(mailOfOrder(id), error),
    )
  expect(await outcome(1)).toBe('sent')
  expect(await outcome(2)).toEqual({
    heading: 'There was an error while generating pdf for the following invoices',
    words: 'Invoice: 2\nA line has no name.',
  })
  expect(await outcome(3)).toEqual({
    heading: 'There was an error while sending the emails',
    words: 'There was an error processing Invoice: 3\nNo such mailbox.',
  })
  expect(made).toEqual([1, 2, 3])
  expect(calls).toEqual([1, 3].map((id) => [`orders/${id}/invoice/email`, `key ${id}`]))
})
