/**
 * The supplier's feed: a csv with one row per line of its invoices (readings, "Receipts compared with orders"). Its
 * invoices can be converted to receipts (C315, C322), and are the latest sync (C333).
 */
import papaparse from 'papaparse'
import type pg from 'pg'
import { isAmbiguousNumber, readFileNumber, type CommaReading } from '#contract/file-number.ts'
import { separatorOf } from '#contract/file-separator.ts'
import { cents } from '#contract/money.ts'
import { lineKind, signed } from '#contract/receipts/words.ts'
import { Amount, Day, Quantity } from '#contract/values.ts'
import { z } from 'zod'
import { transaction } from '../platform/context.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { isStorable } from '../platform/storable.ts'

/** The file is refused; the message says why, line by line. Nothing of it is stored. */
export class BadFeed extends Error {
  override readonly name = 'BadFeed'
}

const text = (length: number) =>
  z.string().max(length, `must have at most ${length} characters`).refine(isStorable, 'cannot be stored')
const FeedRow = z
  .object({
    receiptNumber: text(60).min(1, 'is needed'),
    purchaseDate: Day,
    branch: text(60),
    sales: Amount,
    upc: text(120).min(1, 'is needed'),
    quantity: Quantity,
    unit_type: z.enum(['U', 'C', ''], 'must be U or C'),
    total: Amount,
    /** The price of a piece: it follows from total and quantity, and is not stored. */
    price: z.union([Amount, z.literal('')], 'must be an amount such as "12.50"'),
  })
  .refine(({ unit_type, upc }) => unit_type !== '' || lineKind(upc) === 'void', {
    path: ['unit_type'],
    message: 'must be U or C',
  })
type FeedRow = z.infer<typeof FeedRow>
/** The columns that the file must have, in any order. */
export const FEED_COLUMNS = Object.keys(FeedRow.shape)

type Invoice = Pick<FeedRow, 'receiptNumber' | 'purchaseDate' | 'branch' | 'sales'> & { lines: FeedRow[] }

const MOST_FAULTS = 20

const NUMBERS = ['sales', 'quantity', 'total', 'price'] as const

/** The contents of a file. */
interface Feed {
  /** In the file's order. */
  invoices: Invoice[]
  /** Numbers that can be read in two ways, as they are written: "1,234". */
  ambiguous: string[]
}

/**
 * Reads a file. Throws `BadFeed`.
 * @param comma how an ambiguous comma is read (docs/decisions/0234)
 */
export function readFeed(csv: string, comma: CommaReading = 'point'): Feed {
  const { data, meta } = papaparse.parse<Record<string, string>>(csv, {
    delimiter: separatorOf(csv),
    header: true,
    skipEmptyLines: 'greedy',
    transform: (cell) => cell.trim(),
    transformHeader: (head) => head.trim(),
  })
  const missing = FEED_COLUMNS.filter((column) => !meta.fields?.includes(column))
  if (missing.length > 0) throw new BadFeed(`The file has no column ${missing.join(', ')}.`)
  if (data.length === 0) throw new BadFeed('The file has no row below its columns.')
  const faults: string[] = []
  const ambiguous: string[] = []
  const invoices = new Map<string, Invoice>()
  for (const [at, row] of data.entries()) {
    // A row that is too short lacks its last columns.
    const written = NUMBERS.map((column) => [column, row[column] ?? ''] as const)
    ambiguous.push(...written.flatMap(([, text]) => (isAmbiguousNumber(text) ? [text] : [])))
    const numbers = written.map(([column, text]) => [column, readFileNumber(text, comma) ?? text])
    const parsed = FeedRow.safeParse({ ...row, ...Object.fromEntries(numbers) })
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        faults.push(`Row ${at + 1}: ${path.join('.')} ${message}`)
      continue
    }
    const { receiptNumber, purchaseDate, branch, sales } = parsed.data
    const key = JSON.stringify([purchaseDate, branch, receiptNumber])
    const invoice = invoices.get(key) ?? { receiptNumber, purchaseDate, branch, sales, lines: [] }
    if (cents(invoice.sales) !== cents(sales))
      faults.push(`Row ${at + 1}: sales is not that of the invoice’s first row`)
    invoice.lines.push(parsed.data)
    invoices.set(key, invoice)
  }
  if (faults.length > 0)
    throw new BadFeed(
      [
        ...faults.slice(0, MOST_FAULTS),
        ...(faults.length > MOST_FAULTS ? [`… and ${faults.length - MOST_FAULTS} more`] : []),
      ].join('\n'),
    )
  return { invoices: [...invoices.values()], ambiguous }
}

/** How many invoices and lines a file has, and how many of the invoices are converted already and stay as they are. */
export interface FeedResult {
  invoices: number
  lines: number
  converted: number
  /** Numbers that can be read in two ways, as they are written. */
  ambiguous: string[]
}

/** Stores a file whole or not at all. Replaces earlier invoices that are not converted. Throws `BadFeed`. */
export async function storeFeed(
  pool: pg.Pool,
  csv: string,
  now: Date,
  comma?: CommaReading,
): Promise<FeedResult> {
  const { invoices, ambiguous } = readFeed(csv, comma)
  const result: FeedResult = { invoices: invoices.length, lines: 0, converted: 0, ambiguous }
  await transaction(pool, async (client) => {
    for (const invoice of invoices) {
      result.lines += invoice.lines.length
      if (!(await storeInvoice(client, invoice, now))) result.converted += 1
    }
  })
  return result
}

/** One of the supplier's invoices as it is kept, with the receipt that was made of it. */
const KeptInvoice = z.object({ id: z.number(), receipt_id: z.number().nullable() })

/** Stores an invoice. Returns false where it is converted: its receipt has its lines by then. */
async function storeInvoice(client: pg.ClientBase, invoice: Invoice, now: Date): Promise<boolean> {
  const { receiptNumber, purchaseDate, branch, sales, lines } = invoice
  const { id, receipt_id } = await queryOnlyRow(
    client,
    KeptInvoice,
    `insert into supplier_invoices as i (receipt_number, purchase_date, branch, sales, synced_at)
       values ($1, $2, $3, $4, $5)
     on conflict (purchase_date, branch, receipt_number) do update set synced_at = excluded.synced_at,
       sales = case when i.receipt_id is null then excluded.sales else i.sales end
     returning id, receipt_id`,
    [receiptNumber, purchaseDate, branch, sales, now],
  )
  if (receipt_id !== null) return false
  await client.query('delete from supplier_invoice_lines where supplier_invoice_id = $1', [id])
  await client.query(
    `insert into supplier_invoice_lines (supplier_invoice_id, line, product, quantity, unit_type, total)
       select $1, row.n, row.product, row.quantity, row.unit_type, row.total
         from unnest($2::text[], $3::numeric[], $4::text[], $5::numeric[]) with ordinality
              as row(product, quantity, unit_type, total, n)`,
    [
      id,
      lines.map(({ upc }) => upc),
      lines.map(({ upc, quantity }) => signed(upc, quantity)),
      lines.map(({ unit_type }) => unit_type),
      lines.map(({ upc, total }) => signed(upc, total)),
    ],
  )
  return true
}
