/** Helpers for tests of bulk operations: orders of a day of their own, the controls, and files that are not kept. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import type pg from 'pg'
import type { PdfReply, PdfRequest } from '#src/documents/pdf-job.ts'
import { makeItem, makeLocation, makeOrder, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, type Seat, type Larder } from '../larder.tsx'
import { choose, findDialog, press, typeDay } from '../reading.ts'

let days = 0
/** Makes orders of one location on a day of their own, all picked. `place` are columns of the location. */
export async function makeDay(
  pool: pg.Pool,
  count: number,
  place: Record<string, unknown> = {},
): Promise<{ day: string; ids: number[] }> {
  const date = new Date(Date.UTC(2021, 5, 1 + days++))
  const location = await makeLocation(pool, place)
  const ids: number[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await makeOrder(pool, {
      ...orderAt(location),
      delivery_date: date.toISOString().slice(0, 10),
    })
    await makeItem(pool, { order_id: id, unit_quantity: 2, picked: true, final_price: '5.00' })
    ids.push(id)
  }
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()].map((n) => String(n).padStart(2, '0'))
  return { day: `${month}/${day}/2021`, ids }
}
export const isoOf = (us: string) => `${us.slice(6)}-${us.slice(0, 2)}-${us.slice(3, 5)}`
export async function chooseDay(label: string, value: string): Promise<void> {
  await typeDay(label, value)
}
/** Makes a day of orders with an invoice each. */
export async function makeInvoiced({ server, pool }: Larder, office: Seat, count: number) {
  const made = await makeDay(pool, count)
  for (const id of made.ids) await server.call(office.person.username, 'POST', `orders/${id}/generateinvoice`)
  return made
}
export const tick = async (id: number) => userEvent.click(await screen.findByLabelText(`Choose ${id}`))
/** Opens a bulk screen and chooses all orders of a day. The first of these ids shows that they are there. */
export async function chooseAll(
  office: Seat,
  address: string,
  day: string,
  [first]: readonly number[],
): Promise<void> {
  await office.open(address)
  await chooseDay('Delivery date', day)
  await screen.findByLabelText(`Choose ${first}`)
  await press('Choose all')
}
/** Goes to the question whether to print the tickets of a day's orders. */
export async function chooseTickets(office: Seat, day: string, ids: readonly number[]) {
  await chooseAll(office, '/printPicklists', day, ids)
  await press('Print Picklists')
  return findDialog('Print these picklists?')
}
/** Opens the merge of a day's orders. One of them is the base order. */
export async function openMerge(office: Seat, day: string, base: number | undefined): Promise<void> {
  await office.open('/mergeOrders')
  await chooseDay('Delivery start date', day)
  await chooseDay('Delivery end date', day)
  await screen.findByRole('option', { name: new RegExp(`^${base} `) })
}
/** Goes to the question whether to merge. The others are ticked to go into the base order. */
export async function chooseMerge(office: Seat, day: string, [base, ...others]: readonly number[]) {
  await openMerge(office, day, base)
  await choose('Base order', String(base))
  for (const id of others) await tick(id)
  await press('Merge Orders')
  return findDialog('Merge these orders?')
}
export const failures = async () =>
  within(await screen.findByRole('alert'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
export const says = async (words: string) =>
  expect((await screen.findByText(words)).closest('[role=status]')).not.toBeNull()
/** Returns the files that the browser receives as downloads. */
export function downloads(): Blob[] {
  const files: Blob[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `#${files.push(file as Blob)}`)
  // A browser saves the target of the link. Here the window would go to it.
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => {
    made.mockRestore()
    clicked.mockRestore()
  })
  return files
}

/** A PDF worker that says only what the test has it say. */
export class SilentWorker {
  static readonly all: SilentWorker[] = []
  onmessage: Worker['onmessage'] = null
  onerror = null
  isEnded = false
  request: PdfRequest | null = null
  constructor() {
    SilentWorker.all.push(this)
  }
  postMessage(request: PdfRequest) {
    this.request = request
  }
  terminate() {
    this.isEnded = true
  }
  say(reply: { progress: number } | { file: ArrayBuffer }) {
    const data: PdfReply = { id: this.request!.id, ...reply }
    this.onmessage?.call(this as never, { data } as MessageEvent)
  }
}

/** Makes PDFs at once. Returns the job of each. */
export function pdfsAtOnce(): PdfRequest['job'][] {
  const jobs: PdfRequest['job'][] = []
  class Printer extends SilentWorker {
    override postMessage(request: PdfRequest) {
      this.request = request
      jobs.push(request.job)
      queueMicrotask(() => this.say({ file: new TextEncoder().encode('%PDF-1.7').buffer }))
    }
  }
  vi.stubGlobal('Worker', Printer)
  onTestFinished(() => void vi.unstubAllGlobals())
  return jobs
}

/** Makes a day of orders with an invoice each, of a customer who has an email address. */
export async function makeMailable({ server, pool }: Larder, office: Seat, count: number) {
  const made = await makeDay(pool, count, { cc_addresses: ['books@example.com'] })
  const chef = await makeUser(pool, 'customer', { email: 'chef@example.com' })
  await pool.query('update orders set customer_id = $2 where id = any($1)', [made.ids, chef.id])
  for (const id of made.ids) await server.call(office.person.username, 'POST', `orders/${id}/generateinvoice`)
  return made
}
/** Opens the cards of this day's invoices. */
export async function openMails(office: Seat, day: string, count: number): Promise<void> {
  await office.open('/emailInvoices')
  await chooseDay('Delivery date', day)
  await screen.findByText(new RegExp(`of ${count} invoices? confirmed`))
}
/** Signs the office in at the cards of a day's invoices. `jobs` are of the PDFs, which are made at once. */
export async function sitAtMails(larder: Larder, count: number) {
  const jobs = pdfsAtOnce()
  const office = await larder.sit('office')
  const { day, ids } = await makeMailable(larder, office, count)
  await openMails(office, day, count)
  return { jobs, office, day, ids }
}
/** Goes to the question whether to mail the confirmed invoices. */
export async function chooseMails() {
  await press('Bulk Invoice Share')
  return findDialog('Share these invoices?')
}
export const MAILED =
  'The invoices are in the outbox and on their way. Their cards, and Mail, say what becomes of each.'
/** Returns whom each mail of these orders goes to, in the order of the orders. */
export async function mailsOf(pool: pg.Pool, ids: readonly number[]): Promise<[number, string][]> {
  const { rows } = await pool.query<{ order_id: number; to_address: string }>(
    'select order_id, to_address from mails where order_id = any($1) order by order_id, created_at',
    [ids],
  )
  return rows.map(({ order_id, to_address }) => [order_id, to_address])
}
