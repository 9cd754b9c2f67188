/** The invoice as a PDF (B046–B048): what stands on it, for `makePdf`. */
import type { Invoice } from '#contract/invoices/schema.ts'
import { Distributor } from '#contract/distributor/schema.ts'
import type { Client } from '#src/api/client.ts'
import { showDay } from '#src/ui/format.ts'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import { printedItems, printedSums, TAX_MARK, TAX_NOTE, TERMS } from './invoice-lines.ts'

const MM = 72 / 25.4
const MARGIN = 12 * MM
/** B047, B048: a table that ends below this leaves no room for what comes after it. Measured from the page's top. */
export const LAST_TABLE_END = 237.45 * MM
const AFTER_TABLE = 'after the table'
const LINE = '#495057'

/** @param header the distributor's name, then where it is and how it is reached (B003) */
export function invoiceDocument(invoice: Invoice, header: readonly string[]): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, 14 * MM],
    info: { title: `Invoice #${invoice.order_id}` },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.1 },
    content: [...head(invoice, header), items(invoice), afterTable(invoice)],
    pageBreakBefore: ({ id, startPosition }) => id === AFTER_TABLE && startPosition.top > LAST_TABLE_END,
    footer: (page, pages) => ({
      margin: [MARGIN, 4 * MM, MARGIN, 0],
      fontSize: 8,
      columns: [
        { text: `Invoice #${invoice.order_id}` },
        { text: `Page ${page} of ${pages}`, alignment: 'right' },
      ],
    }),
  }
}

function head(invoice: Invoice, [name = '', ...lines]: readonly string[]): Content[] {
  const { customer, company_location_name: place } = invoice
  const address = (title: string, text: string): Content => [
    { text: title, bold: true },
    { text: place },
    { text },
  ]
  return [
    {
      columns: [
        [{ text: name, bold: true, fontSize: 14 }, ...lines],
        [
          { text: `Invoice #${invoice.order_id}`, bold: true, fontSize: 14, alignment: 'right' },
          { text: `Delivery date: ${showDay(invoice.order_delivery_date)}`, alignment: 'right' },
          { text: `Customer: ${customer.username}`, alignment: 'right' },
        ],
      ],
    },
    {
      margin: [0, 10, 0, 10],
      columns: [address('Bill to', invoice.bill_to_address), address('Ship to', invoice.ship_to_address)],
    },
  ]
}

const HEADINGS = ['Item Code', 'Item', 'Units', 'Cases', 'Unit Price', 'Case Price', 'Total', ''] as const
const isNumber = (column: number) => column > 1

function items(invoice: Invoice): Content {
  const heading = HEADINGS.map((text, n): TableCell => ({
    text,
    bold: true,
    alignment: isNumber(n) ? 'right' : 'left',
  }))
  const rows = printedItems(invoice).map((item): TableCell[] => {
    const named = [item.name, ...item.notes.map((text) => ({ text, fontSize: 8 }))]
    const name: TableCell = { stack: named, margin: [item.code ? 0 : 8, 0, 0, 0] }
    const texts = [item.units, item.cases, item.unitPrice, item.casePrice, item.total]
    return [
      item.code,
      name,
      ...texts.map((text): TableCell => ({ text, alignment: 'right', noWrap: true })),
      item.taxable ? TAX_MARK : '',
    ]
  })
  return {
    layout: {
      hLineWidth: (line, node) => (line === 0 || line === 1 || line === node.table.body.length ? 0.9 : 0.3),
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['auto', '*', 'auto', 'auto', 'auto', 'auto', 'auto', 'auto'],
      body: [heading, ...rows],
    },
  }
}

/** Its place is where the table ends: it has no margin above it. */
const afterTable = (invoice: Invoice): Content => {
  const stack: Content[] = [
    {
      columns: [
        { text: invoice.items.some(({ taxable }) => taxable) ? TAX_NOTE : '', margin: [0, 4, 0, 0] },
        {
          width: 'auto',
          layout: 'noBorders',
          table: {
            body: printedSums(invoice).map(({ label, amount, isGrand }): TableCell[] => [
              { text: label, bold: isGrand ?? false },
              { text: amount, bold: isGrand ?? false, alignment: 'right' },
            ]),
          },
        },
      ],
    },
    { text: TERMS, fontSize: 8, margin: [0, 6, 0, 0] },
  ]
  return { stack, id: AFTER_TABLE } as Content
}

/** The PDF of an invoice, with the distributor's lines of now on it. */
export async function invoicePdf(client: Client, invoice: Invoice): Promise<Blob> {
  const [{ lines }, { makePdf }] = await Promise.all([
    client.api('GET', 'distributor/letterhead', { schema: Distributor }),
    import('#src/ui/pdf.ts'),
  ])
  return makePdf(invoiceDocument(invoice, lines))
}
