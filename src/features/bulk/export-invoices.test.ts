import { ApiError } from '#src/api/errors.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { csvName, exportInvoices, zipName } from './export-invoices.ts'

const never = { onDone: () => undefined, isStopped: () => false }
/** A server that has the invoices of even orders only. */
const asked: string[] = []
const client = {
  async file(path: string) {
    asked.push(path)
    const id = Number(path.split('/')[1])
    if (id % 2 === 1) throw new ApiError(404, { message: `Order ${id} has no invoice.` }, true)
    return new Blob([`Order\r\n${id}`])
  },
}
const orders = (...ids: number[]) => ids.map((id) => ({ id, customer: 'chef' }))

it('B244 B149 C340 the files come one order at a time into one zip, which holds what could be had', async () => {
  asked.length = 0
  const { outcome, zip } = await exportInvoices(client, orders(2, 3, 4), never)
  expect(asked).toEqual([2, 3, 4].map((id) => `orders/${id}/invoice/downloadexport`))
  const files = unzipSync(new Uint8Array(await zip!.arrayBuffer()))
  expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['Invoice #2 chef.csv', 'Order\r\n2'],
    ['Invoice #4 chef.csv', 'Order\r\n4'],
  ])
  expect(outcome.troubles).toEqual([
    {
      heading: 'There was an error while exporting invoices',
      lines: [{ order: 3, text: 'Order 3 has no invoice.' }],
    },
  ])
})

it('B149 there is no zip where all failed', async () => {
  const { outcome, zip } = await exportInvoices(client, orders(3, 5), never)
  expect(zip).toBeNull()
  expect(outcome.troubles[0]!.lines).toHaveLength(2)
})

it('B281 B282 B283 C408 the zip is named after the delivery date, each file after its invoice and user', () => {
  expect(zipName('2026-11-23')).toBe('2026-11-23_export.zip')
  expect(csvName({ id: 7, customer: 'chef' })).toBe('Invoice #7 chef.csv')
  expect(csvName({ id: 7, customer: 'a/b\\c' })).toBe('Invoice #7 a-b-c.csv')
})

it('B102 C163 whoever has no username is Anonymous', () => {
  expect(csvName({ id: 7, customer: '' })).toBe('Invoice #7 Anonymous.csv')
})
