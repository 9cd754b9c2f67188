/** Makes an invoice's PDF as the app does, reads it back, and compares its figures with the invoice to the cent. */
import { printedInvoice, type PrintedLine } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { invoicePages } from '#src/documents/invoice-pages.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { makeInNode, readPdf, textsOf } from '#src/documents/testing/pdf.ts'

const LETTERHEAD = { lines: ['Harbor & Vine'], weigh_ticket: true, time_zone: 'America/New_York' }

type Sums = Pick<Invoice, 'subtotal' | 'tax_total' | 'grand_total'>

/** The figures after a line's name. The name may continue in a second row. */
const figuresOf = (line: PrintedLine): string[] =>
  [
    line.units,
    line.cases,
    line.netWeight,
    line.unitPrice,
    line.casePrice,
    line.total,
    line.taxable ? 'T' : '',
  ].filter(Boolean)

const amountIn = (text: string) => cents(text.replaceAll(',', ''))

/**
 * Reads every page: each line of the document, one after the other, and the sums below them. Returns what differs from
 * the stored figures; null where nothing does.
 */
export async function pdfDifference(
  invoice: Invoice,
  { subtotal, tax_total, grand_total }: Sums = invoice,
): Promise<string | null> {
  const printed = printedInvoice(readInvoice(invoice), LETTERHEAD)
  const rows = (await readPdf(await makeInNode(invoicePages(printed)))).flatMap(textsOf)
  let at = 0
  let sum = 0n
  for (const line of printed.lines) {
    const figures = figuresOf(line)
    const found = rows.findIndex(
      (row, n) => n >= at && row.slice(-figures.length).join('|') === figures.join('|'),
    )
    if (found === -1) return `the PDF of invoice ${invoice.order_id} lacks ${line.name} ${figures.join(' ')}`
    const last = rows[found]!.at(line.taxable ? -2 : -1)!
    sum += amountIn(last)
    at = found + 1
  }
  const said = (label: RegExp) =>
    rows
      .slice(at)
      .find((row) => label.test(row.at(-2) ?? ''))
      ?.at(-1) ?? ''
  const read = {
    lines: money(sum),
    subtotal: money(amountIn(said(/^Subtotal$/) || '0')),
    tax_total: money(amountIn(said(/^Tax\b/) || '0')),
    grand_total: money(amountIn(said(/^Grand total$/) || '0')),
  }
  const own = { lines: subtotal, subtotal, tax_total, grand_total }
  return JSON.stringify(read) === JSON.stringify(own)
    ? null
    : `invoice ${invoice.order_id} comes to ${JSON.stringify(own)}, its PDF says ${JSON.stringify(read)}`
}
