/** Reading a spreadsheet that somebody chose: its first sheet as rows of texts. Nothing in it is ever run or fetched. */

/** What a person reads when a file is of another kind (C §5). */
const WRONG_FILE = "The imported file it's not compatible. Please use a .csv or .xlsx file."

/** Unpacked. A sheet of 50,000 rows has some 10 MB; a file made to fill the memory has no end. */
const MAX_BYTES = 40 * 1024 * 1024

/** A small file can say that its cells are far apart, and every cell between them takes memory. */
const MAX_COLUMNS = 256
const MAX_CELLS = 2_000_000

const TOO_BIG = 'The file is too big to be read.'

/** Throws an Error whose message a person can read. */
export async function readSpreadsheet(file: File): Promise<string[][]> {
  const name = file.name.toLowerCase()
  if (file.size > MAX_BYTES) throw new Error(TOO_BIG)
  if (name.endsWith('.csv')) return readCsv(await file.text())
  if (!name.endsWith('.xlsx')) throw new Error(WRONG_FILE)
  return readXlsx(new Uint8Array(await file.arrayBuffer()))
}

/** Counts the cells of a sheet while it is read. */
class CellBudget {
  private cells = 0

  /** Adds a row of this many columns. Throws an Error whose message a person can read where that is too much. */
  take(columns: number): void {
    this.cells += columns
    if (columns > MAX_COLUMNS || this.cells > MAX_CELLS) throw new Error(TOO_BIG)
  }
}

async function readCsv(text: string): Promise<string[][]> {
  const { default: papaparse } = await import('papaparse')
  const rows: string[][] = []
  const budget = new CellBudget()
  // Excel marks its files as UTF-8 in front.
  papaparse.parse<string[]>(text.replace(/^\ufeff/, ''), {
    step({ data }) {
      budget.take(data.length)
      rows.push(data)
    },
  })
  return rows
}

/** The parts of the package that say which sheet is first, what is in it, and its texts. */
const PARTS = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/

async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  const { strFromU8, unzipSync } = await import('fflate')
  let total = 0
  let parts: Record<string, Uint8Array>
  try {
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!PARTS.test(name)) return false
        total += originalSize
        return total <= MAX_BYTES
      },
    })
  } catch (error) {
    throw new Error(WRONG_FILE, { cause: error })
  }
  if (total > MAX_BYTES) throw new Error(TOO_BIG)
  const part = (name: string) => {
    const content = parts[name]
    return content ? parseXml(strFromU8(content)) : null
  }
  const sheet = part(firstSheet(part('xl/workbook.xml'), part('xl/_rels/workbook.xml.rels')))
  if (!sheet) throw new Error(WRONG_FILE)
  const texts = named(part('xl/sharedStrings.xml'), 'si').map(textOf)
  return rowsOf(sheet, texts)
}

/** A sheet needs no document type, with which a small file could be made into a big one. */
function parseXml(text: string): Document {
  const parsed = text.includes('<!DOCTYPE') ? null : new DOMParser().parseFromString(text, 'application/xml')
  if (!parsed || parsed.querySelector('parsererror')) throw new Error(WRONG_FILE)
  return parsed
}

const named = (within: Document | Element | null, name: string) => [
  ...(within?.getElementsByTagNameNS('*', name) ?? []),
]

/** The texts of an entry, without how they are read aloud. */
const textOf = (entry: Element) =>
  named(entry, 't')
    .filter((text) => text.closest('rPh') === null)
    .map((text) => text.textContent)
    .join('')

function firstSheet(workbook: Document | null, relations: Document | null): string {
  const id = [...(named(workbook, 'sheet')[0]?.attributes ?? [])].find(
    ({ localName, prefix }) => localName === 'id' && prefix !== null,
  )?.value
  const target = named(relations, 'Relationship').find((one) => one.getAttribute('Id') === id)
  const path = target?.getAttribute('Target') ?? 'worksheets/sheet1.xml'
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

/** Rows and cells that are empty are not in the file: they are put where their numbers leave room. */
function rowsOf(sheet: Document, texts: readonly string[]): string[][] {
  const rows: string[][] = []
  const budget = new CellBudget()
  for (const row of named(sheet, 'row')) {
    const number = Number(row.getAttribute('r') ?? rows.length + 1)
    if (!(number >= 1 && number <= 1_048_576)) continue
    while (rows.length < number) rows.push([])
    const cells: string[] = []
    for (const cell of named(row, 'c')) {
      const column = columnOf(cell.getAttribute('r')) ?? cells.length
      const text = cellText(cell, texts)
      if (column >= MAX_COLUMNS) {
        // Programs also write cells that have a colour and nothing else.
        if (text === '') continue
        throw new Error(TOO_BIG)
      }
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
    budget.take(cells.length)
    rows[number - 1] = cells
  }
  return rows
}

/** 'AB12' is column 27; null where the cell does not say where it is. */
function columnOf(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: Element, texts: readonly string[]): string {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return textOf(cell)
  const value = named(cell, 'v')[0]?.textContent ?? ''
  return type === 's' ? (texts[Number(value)] ?? '') : value
}
