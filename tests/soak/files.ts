/**
 * Sends random files through the readers of an import: they must read what was written. `sheetjs-style` writes the
 * spreadsheets, and reads them a second time: slowly, and without code of ours. This file writes texts of commas
 * itself, in every way that programs write them.
 */
import { readFileNumber } from '#contract/file-number.ts'
import { parseSpreadsheet } from '#src/ui/spreadsheet-reading.ts'
import type { Chance } from '../sim/chance.ts'

type Sheet = string[][]

export interface FileReport {
  files: number
  cells: number
  numbers: number
  /** The values that were read as something else than was written. */
  wrong: string[]
}

const MOST_ROWS = 40
const MOST_COLUMNS = 12
const MOST_TOLD = 20
/**
 * Characters of names and codes, and those that a file must quote or escape. Windows-1252 has all but the last three.
 */
const SIGNS = [...'abcxyzABC0189 .-_/&<>"\'#%+=()[]|;,\téñçüß½°£', '\n', '€', '“', '日']
const MOST_SIGNS = 14

type Writer = typeof import('sheetjs-style')

/** The writer needs these as global variables (toolchain, "Spreadsheets"). */
async function loadWriter(): Promise<Writer> {
  Object.assign(globalThis, { QUOTE: '"', _hashIndex: {}, _listIndex: [], style_builder: undefined })
  const module = await import('sheetjs-style')
  return 'utils' in module ? module : (module as unknown as { default: Writer }).default
}

function randomText(chance: Chance, signs: readonly string[]): string {
  const text = Array.from({ length: chance.whole(MOST_SIGNS) }, () => chance.pick(signs)).join('')
  // This test does not cover cells of spaces.
  return text.trim()
}

/** Returns a number as a decimal, with some places. */
function randomNumber(chance: Chance): string {
  const whole = String(chance.whole(10 ** chance.whole(8)))
  const places = chance.whole(4)
  const fraction = places === 0 ? '' : `.${String(chance.whole(10 ** places)).padStart(places, '0')}`
  return `${chance.oneIn(6) ? '-' : ''}${whole}${fraction}`
}

/** Returns a sheet whose first row is full, so that every reader counts the same columns. */
function randomSheet(chance: Chance, cell: () => string): Sheet {
  const columns = 2 + chance.whole(MOST_COLUMNS - 1)
  const rows = Array.from({ length: 2 + chance.whole(MOST_ROWS - 1) }, () =>
    Array.from({ length: columns }, () => (chance.oneIn(5) ? '' : cell())),
  )
  rows[0] = rows[0]!.map((_, n) => `Column ${n + 1}`)
  return rows
}

/** Removes empty cells at the end of a row, and empty rows at the end: a spreadsheet does not have them. */
function trimmed(sheet: Sheet): Sheet {
  const rows = sheet.map((row) => row.slice(0, 1 + row.findLastIndex((cell) => cell !== '')))
  return rows.slice(0, 1 + rows.findLastIndex((row) => row.length > 0))
}

const isSame = (a: Sheet, b: Sheet) => JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b))

function encoded(text: string, chance: Chance): Uint8Array {
  const isPlain = (most: number) => [...text].every((sign) => sign.charCodeAt(0) <= most)
  const utf16 = (isBigEndian: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return isBigEndian ? bytes.swap16() : bytes
  }
  const ways = [
    () => Buffer.from(text, 'utf8'),
    () => Buffer.from(`\ufeff${text}`, 'utf8'),
    () => utf16(false),
    () => utf16(true),
    // Node reads bytes of 0x80 to 0x9F as another encoding than browsers do.
    ...(isPlain(0xff) ? [() => Buffer.from(text, 'latin1')] : []),
  ]
  return new Uint8Array(chance.pick(ways)())
}

function asCsv(sheet: Sheet, chance: Chance): string {
  const comma = chance.pick([',', ';', '\t'])
  const end = chance.pick(['\n', '\r\n'])
  const quoted = (cell: string) =>
    /["\n\r,;\t|]/.test(cell) || chance.oneIn(8) ? `"${cell.replaceAll('"', '""')}"` : cell
  return sheet.map((row) => row.map(quoted).join(comma)).join(end) + (chance.oneIn(2) ? end : '')
}

/** Reads a workbook by the library that wrote it: each cell as the text of its value. */
function readSlowly(writer: Writer, bytes: Uint8Array): Sheet {
  const book = writer.read(bytes, { type: 'array' })
  const page = book.Sheets[book.SheetNames[0]!]!
  const { e: last } = writer.utils.decode_range(page['!ref'] ?? 'A1')
  return Array.from({ length: last.r + 1 }, (_, r) =>
    Array.from({ length: last.c + 1 }, (__, c) => {
      const cell = page[writer.utils.encode_cell({ r, c })] as { v?: string | number } | undefined
      return cell?.v === undefined ? '' : String(cell.v)
    }),
  )
}

/** The ways in which programs and people write a decimal. Each has only one meaning. */
const WRITINGS: readonly ((sign: string, whole: string, fraction: string) => string)[] = [
  (sign, whole, fraction) => `${sign}${whole}${fraction && `.${fraction}`}`,
  (sign, whole, fraction) => `${sign}${grouped(whole, ',')}.${fraction || '00'}`,
  (sign, whole, fraction) => `${sign}${grouped(whole, '.')},${fraction || '00'}`,
  (sign, whole, fraction) => ` ${sign}${whole}.${fraction || '0'} `,
]
const grouped = (whole: string, sign: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, sign)

/** Whether two decimals have the same value, without floats. */
function isSameNumber(a: string | null, b: string): boolean {
  const plain = (text: string) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const digits = `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
    return digits === '0.' ? digits : `${text.startsWith('-') ? '-' : ''}${digits}`
  }
  return a !== null && plain(a) === plain(b)
}

export async function readRandomFiles(files: number, chance: Chance): Promise<FileReport> {
  const writer = await loadWriter()
  const report: FileReport = { files: 0, cells: 0, numbers: 0, wrong: [] }
  const told = (words: string) => report.wrong.length < MOST_TOLD && report.wrong.push(words)
  for (let n = 0; n < files; n++) {
    const isWorkbook = chance.oneIn(2)
    const signs = isWorkbook || chance.oneIn(2) ? SIGNS : SIGNS.slice(0, -3)
    const sheet = randomSheet(chance, () =>
      chance.oneIn(3) ? randomNumber(chance) : randomText(chance, signs),
    )
    report.files++
    report.cells += sheet.flat().length
    if (isWorkbook) {
      const page = writer.utils.aoa_to_sheet(
        sheet.map((row) =>
          row.map((cell) => (/^-?\d{1,9}(\.\d+)?$/.test(cell) ? Number(cell) : cell || null)),
        ),
      )
      const book = writer.utils.book_new()
      writer.utils.book_append_sheet(book, page, 'Sheet')
      const bytes = new Uint8Array(
        writer.write(book, { type: 'array', bookType: 'xlsx', bookSST: chance.oneIn(2) }) as ArrayBuffer,
      )
      const read = parseSpreadsheet('random.xlsx', bytes).rows
      const slow = readSlowly(writer, bytes)
      if (!isSame(read, slow)) told(`workbook ${n}: ${JSON.stringify(read)} is not ${JSON.stringify(slow)}`)
    } else {
      const text = asCsv(sheet, chance)
      const read = parseSpreadsheet('random.csv', encoded(text, chance)).rows
      if (!isSame(read, sheet)) told(`text ${n}: ${JSON.stringify(text)} was read as ${JSON.stringify(read)}`)
    }
    for (let one = 0; one < 20; one++) {
      const number = randomNumber(chance)
      const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(number)!
      const written = chance.pick(WRITINGS)(sign, whole, fraction)
      report.numbers++
      if (!isSameNumber(readFileNumber(written), number))
        told(`${written} was read as ${readFileNumber(written)}`)
    }
  }
  return report
}
