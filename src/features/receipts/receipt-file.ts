/** A supplier's receipt out of a file: where its header is, which rows are its lines, and what stands above them. */
import { supplierDate } from './supplier-date.ts'

/** C246, C247. */
export const NO_HEADER =
  "The imported file couldn't be processed (couldn't find the headers from the imported data)."
export const NO_ROWS = "The imported file couldn't be processed (it didn't generate any data to be imported)."

export interface ReceiptFile {
  /** The file's own name. */
  name: string
  /** What stands above the header. */
  above: readonly (readonly string[])[]
  header: readonly string[]
  /** The lines as they stand in the file. */
  rows: readonly (readonly string[])[]
}

const FIRST_HEADERS = ['line', 'upc']

/** C205, C206. Throws an Error whose message a person can read. */
export function readReceipt(name: string, sheet: readonly (readonly string[])[]): ReceiptFile {
  const at = sheet.findIndex(([first = '']) => FIRST_HEADERS.includes(first.trim().toLowerCase()))
  if (at < 0) throw new Error(NO_HEADER)
  const rows = sheet.slice(at + 1).filter((row) => row.filter((cell) => cell.trim() !== '').length > 1)
  if (rows.length === 0) throw new Error(NO_ROWS)
  return { name, above: sheet.slice(0, at), header: sheet[at]!, rows }
}

const two = (n: number) => String(n).padStart(2, '0')

/** C209, C210: the file's name without its extension, and when. Without signs that no file system takes. */
export function defaultName(fileName: string, now: Date): string {
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')
  return `${fileName.replace(/\.(csv|xlsx)$/i, '')} (${day} ${time})`
}

/** C254, C255: the header stands in the sheet's row 16 or below it; the index counts from 0. */
const OLD_FORMAT_ABOVE = 14
export const hasOldFormat = ({ above, rows }: ReceiptFile): boolean =>
  rows.length > 0 && above.length > OLD_FORMAT_ABOVE

const NOT_FOUND = 'Not Found'

/**
 * What a label above the lines says: behind its colon, or in the next cell of its row that holds something.
 * @param label matches the label and nothing else of the cell
 */
function labelled(above: ReceiptFile['above'], label: RegExp): string | null {
  for (const row of above)
    for (const [at, cell] of row.entries()) {
      const found = label.exec(cell.trim())
      if (!found) continue
      const here = cell
        .trim()
        .slice(found[0].length)
        .replace(/^[\s:#]+/, '')
      const value = here || row.slice(at + 1).find((next) => next.trim() !== '')
      if (value) return value.trim()
    }
  return null
}

/** C109. */
export const invoiceNumber = ({ above }: Pick<ReceiptFile, 'above'>): string =>
  labelled(above, /^(supplier )?invoice( (number|no\.?|#))?(?=$|[\s:#])(?! date)/i) ?? NOT_FOUND

/** C109, C404: dd/mm/yyyy; as the supplier wrote it where it is no day that can be read. */
export function orderDate({ above }: Pick<ReceiptFile, 'above'>): string {
  const text = labelled(above, /^(order|invoice|purchase)? ?date(?=$|[\s:])/i)
  if (text === null) return NOT_FOUND
  const date = supplierDate(text)
  return date ? `${two(date.day)}/${two(date.month)}/${date.year}` : text
}

/** C404. */
export const exportTime = (now: Date): string =>
  `${two(now.getDate())}/${two(now.getMonth() + 1)}/${now.getFullYear()} ${two(now.getHours())}:${two(now.getMinutes())}`
