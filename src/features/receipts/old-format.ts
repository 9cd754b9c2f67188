/** A receipt as the old program took it (C108, C109, C404). */
import { downloadBlob } from '#src/ui/download.ts'
import { xlsx, type SheetCell } from '#src/ui/spreadsheet.ts'
import { exportTime, invoiceNumber, orderDate, type ReceiptFile } from './receipt-file.ts'
import type { DraftRow } from './receipt-rows.ts'

const WIDTHS = [20, 20, 8, 14]

const oldFormat = (file: ReceiptFile, rows: readonly DraftRow[], now: Date): SheetCell[][] => [
  ['Date', exportTime(now)],
  ['Order Date', orderDate(file)],
  ['Invoice Number', invoiceNumber(file)],
  [],
  ['UPC', 'Qty', 'C/U', 'Ext. Value'],
  ...rows.map((row) => [row.product, number(row.quantity), row.unit_type, number(row.total)]),
]

/** Returns a number for a value that can be summed in the file, else text. */
const number = (text: string): SheetCell => (/^-?\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : text)

/** C108: named after the receipt, without what no file system takes. */
export async function downloadOldFormat(
  name: string,
  file: ReceiptFile,
  rows: readonly DraftRow[],
): Promise<void> {
  const sheet = oldFormat(file, rows, new Date())
  downloadBlob(
    `${name.replaceAll(/[\\/:*?"<>|]/g, ' ')}.xlsx`,
    await xlsx('Receipt', sheet, { widths: WIDTHS }),
  )
}
