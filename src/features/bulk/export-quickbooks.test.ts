import { expect, it } from 'vitest'
import { ApiError } from '#src/api/errors.ts'
import { exportLines, filesOf, judgeExport } from './export-quickbooks.ts'

const header = 'A,B\r\n'
const invoice = (n: number, rows = 1) => ({ header, lines: `${n},x\r\n`.repeat(rows) })

it('one file has one first line and every invoice behind it', () => {
  expect(filesOf([invoice(1, 2), invoice(2)])).toEqual(['A,B\r\n1,x\r\n1,x\r\n2,x\r\n'])
  expect(filesOf([])).toEqual([])
})

it('no file has more invoices or rows than QuickBooks takes, and no invoice is in two', () => {
  const many = Array.from({ length: 201 }, (_, n) => invoice(n))
  expect(filesOf(many).map((text) => text.split('\r\n').length - 2)).toEqual([100, 100, 1])
  const long = [invoice(1, 600), invoice(2, 400), invoice(3, 1)]
  expect(filesOf(long).map((text) => text.split('\r\n').length - 2)).toEqual([1_000, 1])
})

it('a repeated export raises a question, and the call carries the answer', async () => {
  const asked = new ApiError(409, { code: 'exported_before', message: 'On Monday.' }, true)
  expect(judgeExport({ id: 5 }, asked)).toMatchObject({
    question: { code: 'exported_before', words: 'On Monday.' },
  })
  const changed = new ApiError(409, { code: 'exported_changed', message: '100.00 → 103.00.' }, true)
  expect(judgeExport({ id: 5 }, changed)).toMatchObject({
    question: { code: 'exported_changed', words: '100.00 → 103.00.' },
  })
  expect(judgeExport({ id: 5 }, new ApiError(404, {}, true))).toMatchObject({ words: 'Invoice 5: 404' })
  const calls: unknown[][] = []
  const api = async (...call: unknown[]) => calls.push(call) as never
  await exportLines({ api }, { id: 5 }, { key: 'k', answers: [] })
  await exportLines({ api }, { id: 5 }, { key: 'k2', answers: ['exported_before'] })
  await exportLines({ api }, { id: 5 }, { key: 'k3', answers: ['exported_changed'] })
  expect(calls.map(([, path, options]) => [path, options])).toMatchObject([
    ['orders/5/invoice/quickbooks', { idempotencyKey: 'k' }],
    ['orders/5/invoice/quickbooks', { idempotencyKey: 'k2', body: { again: true } }],
    ['orders/5/invoice/quickbooks', { idempotencyKey: 'k3', body: { difference: true } }],
  ])
})
