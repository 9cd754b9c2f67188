import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { csvName, zipName, zipOf } from './export-invoices.ts'

it('B244 C340 the files are in one zip, in their order and whole', async () => {
  const long = 'Order,Item\r\n'.repeat(50_000)
  const zip = await zipOf([
    { name: 'Invoice #4 chef.csv', file: new Blob(['Order\r\n4']) },
    { name: 'Invoice #2 Müller.csv', file: new Blob([long]) },
    { name: 'empty.csv', file: new Blob([]) },
  ])
  expect(zip.type).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['Invoice #4 chef.csv', 'Order\r\n4'],
    ['Invoice #2 Müller.csv', long],
    ['empty.csv', ''],
  ])
})

it('the page holds one file at a time: the next is opened when the one before is packed', async () => {
  let open = 0
  let most = 0
  const file = {
    stream() {
      most = Math.max(most, ++open)
      const parts = [new Uint8Array(9), new Uint8Array(9)]
      return new ReadableStream<Uint8Array>({
        pull(stream) {
          const part = parts.pop()
          if (part) return stream.enqueue(part)
          open--
          stream.close()
        },
      })
    },
  } as unknown as Blob
  await zipOf([1, 2, 3].map((n) => ({ name: `${n}.csv`, file })))
  expect([open, most]).toEqual([0, 1])
})

it('B281 B282 B283 C408 the zip is named after the delivery date, each file after its invoice and user', () => {
  expect(zipName('2026-11-23')).toBe('2026-11-23_export.zip')
  expect(csvName({ id: 7, customer: 'chef' })).toBe('Invoice #7 chef.csv')
  expect(csvName({ id: 7, customer: 'a/b\\c' })).toBe('Invoice #7 a-b-c.csv')
  // Windows does not unpack a file of such a name.
  expect(csvName({ id: 7, customer: 'Zoë: "bar?" <1|2>*' })).toBe('Invoice #7 Zoë- -bar-- -1-2--.csv')
})

it('B102 C163 a person without a username is Anonymous', () => {
  expect(csvName({ id: 7, customer: '' })).toBe('Invoice #7 Anonymous.csv')
})
