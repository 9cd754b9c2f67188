/** Orders and invoices that changed between choice and run of a bulk operation. The run does not use the old state. */
import { act, screen, waitFor } from '@testing-library/react'
import { strFromU8, unzipSync } from 'fflate'
import { onTestFinished, vi } from 'vitest'
import type pg from 'pg'
import { makeItem } from '../../factories/business.ts'
import {
  chooseAll,
  chooseDay,
  chooseMails,
  chooseMerge,
  chooseTickets,
  downloads,
  failures,
  isoOf,
  MAILED,
  mailsOf,
  makeDay,
  makeInvoiced,
  pdfsAtOnce,
  says,
  sitAtMails,
  tick,
} from './bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findDialog, press } from '../reading.ts'

/** Adds a line that is not picked. */
async function addLine(pool: pg.Pool, order: number): Promise<void> {
  await makeItem(pool, { order_id: order, units_ordered: 1 })
}

it('the dialog names the orders that changed since they were listed before invoices are made', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 4)
  const [ready, added, invoiced, moved] = ids as [number, number, number, number]
  const office = await larder.sit('office')
  await office.open('/generateInvoices')
  await chooseDay('Delivery date', day)
  await screen.findByText('4 chosen')
  await addLine(larder.pool, added)
  await larder.pool.query('update orders set invoiced = true where id = $1', [invoiced])
  await larder.pool.query(`update orders set delivery_date = '2020-02-02' where id = $1`, [moved])
  await press('Generate Invoices')
  const dialog = await findDialog('Generate these invoices?')
  await waitFor(() =>
    expect([...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      `Order ${added}: 1 of 2 lines is not picked. Bill only the 1 that is?`,
      `Order ${invoiced}: It has an invoice already.`,
      `Order ${moved}: It is not among the orders of this day any more.`,
    ]),
  )
  expect(dialog.textContent).not.toContain(`Order ${ready}`)
})

it('C368 a ticket shows its order as it is at printing; one that moved to another day is reported, and is in no file', async (larder) => {
  const jobs = pdfsAtOnce()
  const files = downloads()
  const { day, ids } = await makeDay(larder.pool, 3)
  const [changed, moved, grown] = ids as [number, number, number]
  const office = await larder.sit('office')
  const dialog = await chooseTickets(office, day, ids)
  await larder.pool.query(`update orders set note = 'Side door' where id = $1`, [changed])
  await larder.pool.query(`update orders set delivery_date = '2020-02-02' where id = $1`, [moved])
  await addLine(larder.pool, grown)
  await press('Confirm', dialog)
  expect(await failures()).toEqual([`Order ${moved} It is not delivered on ${day} any more, or is gone.`])
  await waitFor(() => expect(files).toHaveLength(1))
  expect(jobs).toMatchObject([
    {
      tickets: [
        { order: { id: changed, note: 'Side door' }, items: [{}] },
        { order: { id: grown }, items: [{}, {}] },
      ],
    },
  ])
})

it('B258 an invoice that was unlocked before mailing is reported and not mailed, and the others are mailed', async (larder) => {
  const { office, ids } = await sitAtMails(larder, 2)
  const [unlocked, other] = ids as [number, number]
  const dialog = await chooseMails()
  await larder.server.call(office.person.username, 'POST', `orders/${unlocked}/unlock`)
  await press('Confirm', dialog)
  expect(await failures()).toEqual([
    `Order ${unlocked} Invoice: ${unlocked}\nThere is no invoice of order ${unlocked}.`,
  ])
  screen.getByRole('heading', {
    name: 'There was an error while generating pdf for the following invoices',
  })
  expect(await mailsOf(larder.pool, ids)).toEqual([[other, 'chef@example.com']])
})

it('B257 an invoice that is unlocked while its PDF is on its way is refused with the reason', async (larder) => {
  const { office, ids } = await sitAtMails(larder, 1)
  const mailing = at('POST', `orders/${ids[0]}/invoice/email`)
  const release = office.network.hold(mailing)
  await press('Confirm', await chooseMails())
  await waitFor(() => expect(office.network.calls.filter(mailing)).toHaveLength(1))
  await larder.server.call(office.person.username, 'POST', `orders/${ids[0]}/unlock`)
  release()
  expect(await failures()).toEqual([
    `Order ${ids[0]} There was an error processing Invoice: ${ids[0]}\nThere is no invoice of order ${ids[0]}.`,
  ])
  expect(await mailsOf(larder.pool, ids)).toEqual([])
})

it('B241 the mailed invoice is the version at the time of mailing', async (larder) => {
  const { jobs, office, ids } = await sitAtMails(larder, 1)
  const dialog = await chooseMails()
  await larder.server.call(office.person.username, 'PATCH', `orders/${ids[0]}/invoice`, {
    body: { late_fee: '99.00' },
  })
  await press('Confirm', dialog)
  await says(MAILED)
  expect(JSON.stringify(jobs)).toContain('99.00')
})

it('an order that now has another location is not merged, and the message names it', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 2)
  const [base, moved] = ids as [number, number]
  const elsewhere = await makeDay(larder.pool, 1)
  const office = await larder.sit('office')
  const dialog = await chooseMerge(office, day, ids)
  await larder.pool.query(
    `update orders o set company_location_id = e.company_location_id, company_id = e.company_id
       from orders e where e.id = $2 and o.id = $1`,
    [moved, elsewhere.ids[0]],
  )
  await press('Confirm', dialog)
  expect(await failures()).toEqual([
    `Order ${base} Order ${moved} is for another location than order ${base}.`,
  ])
})

it('B244 an invoice that is made again meanwhile is exported in its new version', async (larder) => {
  const files = downloads()
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 1)
  await office.open('/exportInvoices')
  await chooseDay('Delivery date', day)
  await tick(ids[0]!)
  await press('Export Invoices')
  const dialog = await findDialog('Export these invoices?')
  await larder.server.call(office.person.username, 'PATCH', `orders/${ids[0]}/invoice`, {
    body: { late_fee: '99.00' },
  })
  await press('Confirm', dialog)
  await says(`The invoices are in ${isoOf(day)}_export.zip.`)
  const [csv] = Object.values(unzipSync(new Uint8Array(await files[0]!.arrayBuffer())))
  expect(strFromU8(csv!)).toContain('99.00')
})

it('Stop cancels the zip in progress, and Go on makes it of the same files', async (larder) => {
  const files = downloads()
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 3)
  // The second file's bytes arrive when the test lets them.
  const stream = Blob.prototype.stream
  let opened = 0
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const slow = vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
    const bytes = stream.call(this)
    if (++opened !== 2) return bytes
    const late = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({ start: () => held })
    return bytes.pipeThrough(late)
  })
  onTestFinished(() => slow.mockRestore())
  await chooseAll(office, '/exportInvoices', day, ids)
  await press('Export Invoices')
  await press('Confirm', await findDialog('Export these invoices?'))
  await says(`${isoOf(day)}_export.zip is being made …`)
  await waitFor(() => expect(opened).toBe(2))
  await press('Stop')
  act(letGo)
  await says('Stopped. 3 of 3 invoices done, the file is not made.')
  expect([opened, files.length]).toEqual([2, 0])
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Go on')
  await says(`The invoices are in ${isoOf(day)}_export.zip.`)
  expect(Object.keys(unzipSync(new Uint8Array(await files[0]!.arrayBuffer())))).toHaveLength(3)
  expect(files).toHaveLength(1)
})
