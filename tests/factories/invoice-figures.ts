/** The figures of an invoice in each place that shows it, for comparison to the cent. */
import Papa from 'papaparse'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { computedLines } from '#contract/invoices/computed.ts'
import { printedInvoice } from '#contract/invoices/document.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { NOTHING_TYPED, typedTotals } from '#features/invoices/draft.ts'

const sum = (amounts: readonly string[]): string =>
  money(amounts.reduce((all, one) => all + cents(one.replaceAll(',', '')), 0n))

interface Figures {
  subtotal: string
  tax: string
  grand: string
}

/**
 * Returns the figures of the page and its print: lines that add up to their subtotal, and sums that add up to the grand
 * total.
 */
function onPaper(invoice: Invoice): Figures {
  const paper = printedInvoice(invoice, { lines: ['Harbor & Vine'], weigh_ticket: false, time_zone: 'UTC' })
  const sums = paper.sums.map(({ text }) => text)
  return {
    subtotal: sum(paper.lines.map(({ total }) => total)),
    tax: sum([sums.at(-2)!]),
    grand: sum(sums.slice(0, -1)),
  }
}

/** Returns the figures of the CSV file, added up in the same way. */
function inCsv(csv: string): Figures {
  const [, ...rows] = Papa.parse<string[]>(csv, { skipEmptyLines: true }).data
  const at = rows.findIndex((row) => row[5] === 'Subtotal')
  const totals = rows.map((row) => row.at(-1)!)
  return { subtotal: sum(totals.slice(0, at)), tax: totals.at(-2)!, grand: sum(totals.slice(at, -1)) }
}

/** Returns the figures of edit mode before anything is typed. */
function inEditMode(invoice: Invoice): Figures {
  const { subtotal, tax_total, grand_total } = typedTotals(NOTHING_TYPED, invoice)
  return { subtotal, tax: tax_total, grand: grand_total }
}

/** Returns the figures of the computation: the lines with the tax, and the fees. */
function asComputed(invoice: Invoice): Figures {
  const lines = computedLines(invoice).map(({ amount }) => amount)
  const { credit_card_fee, refrigerated_delivery_fee, late_fee, fuel_surcharge } = invoice
  return {
    subtotal: sum(lines.slice(0, -1)),
    tax: lines.at(-1)!,
    grand: sum([...lines, credit_card_fee, refrigerated_delivery_fee, late_fee, fuel_surcharge]),
  }
}

/** Returns where an invoice differs from its own sums; null where all agree. */
export function differenceIn(invoice: Invoice, csv: string): string | null {
  const { subtotal, tax_total: tax, grand_total: grand } = invoice
  const own = JSON.stringify({ subtotal, tax, grand })
  const places = {
    paper: onPaper(invoice),
    csv: inCsv(csv),
    'edit mode': inEditMode(readInvoice(invoice)),
    'how it was computed': asComputed(invoice),
  }
  for (const [place, figures] of Object.entries(places))
    if (JSON.stringify(figures) !== own)
      return `invoice ${invoice.order_id}: its sums are ${own}, ${place} says ${JSON.stringify(figures)}`
  return null
}
