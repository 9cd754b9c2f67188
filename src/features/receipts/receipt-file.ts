/** A supplier's receipt from a file: its header, its lines, and the rows above the header. */
import { supplierDate } from './supplier-date.ts'

/** C246, C247. */
export const NO_HEADER =
  "The imported file couldn't be processed (couldn't find the headers from the imported data)."
export const NO_ROWS = "The imported file couldn't be processed (it didn't generate any data to be imported)."

export interface ReceiptFile {
  /** The file's own name. */
  name: string
  /** The rows above the header. */
  above: readonly (readonly string[])[]
  header: readonly string[]
  /** The lines, unchanged from the file. */
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

/** C209, C210: the file's name without its extension, and the time. No file system rejects its characters. */
export function defaultName(fileName: string, now: Date): string {
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')
  return `${fileName.replace(/\.(csv|xlsx)$/i, '')} (${day} ${time})`
}

/** C254, C255: the old format has at least so many rows above the header: its header is in the sheet's row 16 or below. */
const OLD_FORMAT_ROWS = 15
export const hasOldFormat = ({ above, rows }: ReceiptFile): boolean =>
  rows.length > 0 && above.length >= OLD_FORMAT_ROWS

const NOT_FOUND = 'Not Found'

/**
 * Returns the value of a label above the lines: the text after its colon, or the next cell of its row that is not
 * empty.
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

/** C109, C404: dd/mm/yyyy, or the supplier's own text where it is not a readable day. */
export function orderDate({ above }: Pick<ReceiptFile, 'above'>): string {
  const text = labelled(above, /^(order|invoice|purchase)? ?date(?=$|[\s:])/i)
  if (text === null) return NOT_FOUND
  const date = supplierDate(text)
  return date ? `${two(date.day)}/${two(date.month)}/${date.year}` : text
}

/** C404. */
export const exportTime = (now: Date): string =>
  `${two(now.getDate())}/${two(now.getMonth() + 1)}/${now.getFullYear()} ${two(now.getHours())}:${two(now.getMinutes())}`
