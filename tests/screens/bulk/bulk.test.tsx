/** Bulk operations where something happened between choice and run: what the screen says, and what is still done. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { strFromU8, unzipSync } from 'fflate'
import { onTestFinished, vi } from 'vitest'
import { makeDevice } from '../../factories/business.ts'
import {
  chooseAll,
  chooseDay,
  chooseMerge,
  chooseTickets,
  downloads,
  failures,
  isoOf,
  makeDay,
  makeInvoiced,
  says,
  SilentWorker,
} from './bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'

/** Returns the numbers of the invoices in a file for QuickBooks. */
const numbersIn = async (file: Blob) => [
  ...new Set([...(await file.text()).matchAll(/^(\d+),/gm)].map(([, number]) => Number(number))),
]

it('an order that was invoiced after it was chosen stops the whole merge, and the message names it', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 3)
  const [base, , two] = ids as [number, number, number]
  const office = await larder.sit('office')
  const dialog = await chooseMerge(office, day, ids)
  await larder.pool.query('update orders set invoiced = true where id = $1', [two])
  await press('Confirm', dialog)
  expect(await failures()).toEqual([`Order ${base} Order ${two} is invoiced and locked.`])
  await press('Continue')
  await noDialog()
  const { rows } = await larder.pool.query('select from orders where id = any($1)', [ids])
  expect(rows).toHaveLength(3)
})

it('orders whose changes are on a device are merged only after a person confirms it', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 2)
  const [base, one] = ids as [number, number]
  const office = await larder.sit('office')
  await makeDevice(larder.pool, 'held', office.person.id, { [one]: 3 })
  const there = async () =>
    (await larder.pool.query('select from orders where id = $1', [one])).rowCount === 1
  const merge = async () => {
    await press('Confirm', await chooseMerge(office, day, ids))
    await screen.findByText(
      `Order ${one} is not all here yet: ${office.person.username} has 3 unsent changes.`,
    )
  }
  await merge()
  await press(`Do not merge: order ${base}`)
  await says('0 of 1 order done, 1 left out.')
  expect(await there()).toBe(true)
  await merge()
  await press(`Merge anyway: order ${base}`)
  await says('The orders were merged successfully.')
  expect(await there()).toBe(false)
})

it('B149 B244 B259 C340 an invoice deleted after it was chosen is reported, and the others are in the zip', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 3)
  const [one, gone, two] = ids as [number, number, number]
  const files = downloads()
  await chooseAll(office, '/exportInvoices', day, ids)
  await press('Export Invoices')
  const dialog = await findDialog('Export these invoices?')
  await larder.server.call(office.person.username, 'POST', `orders/${gone}/unlock`)
  await press('Confirm', dialog)
  expect(await failures()).toEqual([`Order ${gone} There is no invoice of order ${gone}.`])
  await waitFor(() => expect(files).toHaveLength(1))
  const zip = unzipSync(new Uint8Array(await files[0]!.arrayBuffer()))
  expect(Object.keys(zip)).toEqual([one, two].map((id) => `Invoice #${id} Anonymous.csv`))
  expect(strFromU8(Object.values(zip)[1]!)).toContain(String(two))
})

it('invoices that were exported for QuickBooks before raise a question, and the others are in the file', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 3)
  const [one, before, two] = ids as [number, number, number]
  await larder.server.call(office.person.username, 'POST', `orders/${before}/invoice/quickbooks`)
  const files = downloads()
  await chooseAll(office, '/exportInvoices', day, ids)
  await press('Export for QuickBooks')
  await press('Confirm', await findDialog('Export these invoices for QuickBooks?'))
  await says('2 of 3 invoices done, 1 needs your answer.')
  await screen.findByText(
    new RegExp(`order ${before} was exported for QuickBooks on .* by ${office.person.username}`),
  )
  expect(files).toEqual([])
  expect(isEnabled(await findButton('Continue'))).toBe(false)
  await press(`Export again: invoice ${before}`)
  await says('The invoices are in the file for QuickBooks.')
  expect(files).toHaveLength(1)
  expect(await numbersIn(files[0]!)).toEqual([one, before, two])
})

it('an invoice that changed since its export is named above the list, and its difference is exported', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 2)
  const [changed, same] = ids as [number, number]
  const call = (method: 'PATCH' | 'POST', path: string, body?: object) =>
    larder.server.call(office.person.username, method, path, { ...(body && { body }) })
  for (const id of ids) await call('POST', `orders/${id}/invoice/quickbooks`)
  expect((await call('PATCH', `orders/${changed}/invoice`, { late_fee: '3.00' })).status).toBe(200)
  const files = downloads()
  await office.open('/exportInvoices')
  await chooseDay('Delivery date', day)
  const note = await screen.findByText('Changed since they were exported for QuickBooks:')
  expect(note.parentElement!.textContent).toMatch(
    new RegExp(`Order ${changed} \\(\\d+\\.\\d\\d → \\d+\\.\\d\\d\\)$`),
  )
  await screen.findByLabelText(`Choose ${same}`)
  await press('Choose all')
  await press('Export for QuickBooks')
  await press('Confirm', await findDialog('Export these invoices for QuickBooks?'))
  await says('0 of 2 invoices done, 2 need your answer.')
  await press(`Export the difference: invoice ${changed}`)
  await press(`Leave out: invoice ${same}`)
  await says('1 of 2 invoices done, 1 left out.')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]!.text()).toMatch(new RegExp(`\\r\\n${changed}-2,.*Late fee.*3\\.00`))
  // The screen does not name an invoice as changed once QuickBooks has the change.
  const done = await screen.findByRole('dialog')
  await userEvent.click(within(done).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() =>
    expect(screen.queryByText('Changed since they were exported for QuickBooks:')).toBeNull(),
  )
})

it('a retry exports to QuickBooks in a file of its own: no invoice is in two', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 2)
  const [one, late] = ids as [number, number]
  const files = downloads()
  const mend = office.network.fail(at('POST', `orders/${late}/invoice/quickbooks`))
  await chooseAll(office, '/exportInvoices', day, ids)
  await press('Export for QuickBooks')
  await press('Confirm', await findDialog('Export these invoices for QuickBooks?'))
  await says('1 of 2 invoices done, 1 failed.')
  mend()
  await press('Retry failed (1)')
  await says('The invoices are in the file for QuickBooks.')
  expect(await Promise.all(files.map(numbersIn))).toEqual([[one], [late]])
})

it('C368 C372 tickets of orders that were deleted after they were chosen say so, and make no file', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 2)
  const office = await larder.sit('office')
  const files = downloads()
  const dialog = await chooseTickets(office, day, ids)
  await larder.pool.query('delete from orders where id = any($1)', [ids])
  await press('Confirm', dialog)
  expect(await failures()).toEqual(ids.map((id) => expect.stringContaining(`Order ${id} `)))
  await says('0 of 2 orders done, 2 failed.')
  expect(files).toEqual([])
})

it('the tickets’ PDF shows its progress, Stop cancels it, and Go on makes it of the same orders', async (larder) => {
  vi.stubGlobal('Worker', SilentWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { day, ids } = await makeDay(larder.pool, 2)
  const office = await larder.sit('office')
  const files = downloads()
  await press('Confirm', await chooseTickets(office, day, ids))
  await says(`picklists-${isoOf(day)}.pdf is being made …`)
  await waitFor(() => expect(SilentWorker.all[0]?.request).toBeTruthy())
  const [first] = SilentWorker.all as [SilentWorker]
  const bar = () => screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress' })
  // The layout of the pages comes first, and reports no progress.
  expect(bar().hasAttribute('value')).toBe(false)
  act(() => first.say({ progress: 0.4 }))
  await waitFor(() => expect(bar().getAttribute('value')).toBe('0.4'))
  await press('Stop')
  await says('Stopped. 2 of 2 orders done, the file is not made.')
  expect(first.isEnded).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()

  await press('Go on')
  await waitFor(() => expect(SilentWorker.all[1]?.request).toBeTruthy())
  const second = SilentWorker.all[1]!
  expect(second.request!.job).toEqual(first.request!.job)
  expect(second.request!.job).toMatchObject({ tickets: ids.map((id) => ({ order: { id } })) })
  act(() => second.say({ file: new ArrayBuffer(8) }))
  await says(`The delivery tickets are in picklists-${isoOf(day)}.pdf.`)
  expect(files).toHaveLength(1)
})
