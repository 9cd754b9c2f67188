import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client, CallOptions } from '#src/api/client.ts'
import { expect, it } from 'vitest'
import { mailInvoicePdf } from './mail-invoice.ts'
import { readInvoice } from './read-invoice.ts'

it('mails the PDF of the invoice as it is now, not as the page had it', async () => {
  const shown = readInvoice({ order_id: 5, grand_total: '10.00', customer: { username: 'ann' } })
  const now: Invoice = { ...shown, grand_total: '12.00' }
  const sent: FormData[] = []
  const client = {
    async api(method: string, path: string, { body }: CallOptions<unknown> = {}) {
      if (method === 'GET') expect(path).toBe('orders/5/invoice')
      else sent.push(body as FormData)
      return now
    },
  } as unknown as Client
  const pdfOf = async (_client: Client, { grand_total }: Invoice) => new Blob([`%PDF of ${grand_total}`])
  const mail = { to: 'ann@example.com', additional: [], subject: '', note: '' }
  await mailInvoicePdf(client, shown, mail, 'key', pdfOf)
  const file = sent[0]!.get('file') as File
  expect([file.name, await file.text()]).toEqual(['Invoice #5 ann.pdf', '%PDF of 12.00'])
})
