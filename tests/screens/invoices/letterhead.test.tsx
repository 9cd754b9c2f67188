/** The distributor's lines, as they are configured, on every paper that has them. */
import { screen, waitFor } from '@testing-library/react'
import { writeSetting } from '#server/settings/store.ts'
import { chooseDay, downloads, makeInvoiced, pdfsAtOnce, tick } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { findDialog, press } from '../reading.ts'

it('B003 C419 the same lines are on the invoice page, its print view, its PDF and the delivery ticket', async (larder) => {
  const lines = ['Harbor & Vine LLC', 'Tax id 12-345', 'Ring the bell twice']
  expect(await writeSetting(larder.pool, 'invoice_header', lines.join('|'))).toBeNull()
  const jobs = pdfsAtOnce()
  const files = downloads()
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 1)
  const [id] = ids as [number]
  const onPage = async () => {
    const paper = await screen.findByLabelText('Distributor')
    return [...paper.children].map(({ textContent }) => textContent)
  }

  await office.open(`/order/${id}/invoice`)
  expect(await onPage()).toEqual(lines)
  await press('PDF preview')
  await press('Download', await findDialog(`Invoice #${id}`))
  await waitFor(() => expect(files).toContainEqual(expect.objectContaining({ type: 'application/pdf' })))

  await office.open(`/order/${id}/invoice/print`)
  expect(await onPage()).toEqual(lines)

  await office.open('/printPicklists')
  await chooseDay('Delivery date', day)
  await tick(id)
  await press('Print Picklists')
  await press('Confirm', await findDialog('Print these picklists?'))
  await screen.findByText(/^The delivery tickets are in /)
  const told = jobs.map((job) => [
    job.kind,
    job.kind === 'tickets' ? job.header : [job.invoice.distributor, ...job.invoice.header],
  ])
  expect(told).toContainEqual(['invoice', lines])
  expect(told.at(-1)).toEqual(['tickets', lines])
})
