/** The call that mails an invoice, as the screen sends it. */
import type { Answer, TestServer } from './app.ts'

export const PDF = '%PDF-1.7 the invoice'

/** @param file the PDF; '' sends none
 *  @param key its idempotency key */
export async function mailInvoice(
  server: TestServer,
  by: string,
  order: number,
  parts: Record<string, string>,
  file = PDF,
  key?: string,
  seen?: string,
): Promise<Answer> {
  const form = new FormData()
  if (file) form.set('file', new Blob([file], { type: 'application/pdf' }), 'invoice.pdf')
  for (const [name, text] of Object.entries(parts)) form.set(name, text)
  const request = new Request('http://larder.invalid', { method: 'POST', body: form })
  return server.call(by, 'POST', `orders/${order}/invoice/email`, {
    text: await request.text(),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(seen !== undefined && { 'if-match': `"${seen}"` }),
    },
  })
}
