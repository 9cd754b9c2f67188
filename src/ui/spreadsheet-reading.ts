/** Reads a spreadsheet file: its first sheet as rows of texts. Nothing in it is ever run or fetched. */
import { separatorOf } from '#contract/file-separator.ts'
import { fileText } from '#contract/file-text.ts'
import { strFromU8, unzipSync } from 'fflate'
import papaparse from 'papaparse'
import { SaxesParser } from 'saxes'

type Sheet = string[][]

export interface Spreadsheet {
  rows: Sheet
  /** The other sheet that was asked for; null if the file has none of that name. */
  also: Sheet | null
}
export interface ReadRequest {
  file: File
  also: string | null
}
export type ReadReply = { spreadsheet: Spreadsheet } | { problem: string }

/** The message for a file of another kind (C §5). */
const WRONG_FILE = "The imported file it's not compatible. Please use a .csv or .xlsx file."

const LARGEST_UNPACKED_BYTES = 50 * 1024 * 1024
const TOO_LARGE_UNPACKED = 'The file has more than 50 MB when it is unpacked. Split it into smaller files.'
const MOST_ROWS = 100_000
const TOO_MANY_ROWS = 'The file has more than 100,000 rows. Split it into smaller files.'
/** A small file can place its cells far apart, and every cell between them takes memory. */
const MOST_COLUMNS = 256
const TOO_MANY_COLUMNS = 'The file has more than 256 columns.'
const MOST_CELLS = 2_000_000
const TOO_MANY_CELLS = 'The file has more than 2,000,000 cells. Split it into smaller files.'

/** A fault of the file, in words for a person. */
class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

/** Reads a file, and returns it or its fault in words. */
export async function replyTo({ file, also }: ReadRequest): Promise<ReadReply> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return { spreadsheet: parseSpreadsheet(file.name, bytes, also) }
  } catch (error) {
    return { problem: error instanceof FileProblem ? error.message : WRONG_FILE }
  }
}

/** Throws a `FileProblem`. */
export function parseSpreadsheet(name: string, bytes: Uint8Array, also: string | null = null): Spreadsheet {
  if (/\.csv$/i.test(name)) return { rows: readCsv(fileText(bytes)), also: null }
  if (!/\.xlsx$/i.test(name)) throw new FileProblem(WRONG_FILE)
  return readXlsx(bytes, also)
}

/** Counts what is read. Throws a `FileProblem` where it is too much. */
class Budget {
  private cells = 0
  private rows = 0

  takeRow(columns: number): void {
    this.rows += 1
    this.cells += columns
    if (this.rows > MOST_ROWS) throw new FileProblem(TOO_MANY_ROWS)
    if (columns > MOST_COLUMNS) throw new FileProblem(TOO_MANY_COLUMNS)
    if (this.cells > MOST_CELLS) throw new FileProblem(TOO_MANY_CELLS)
  }
}

function readCsv(text: string): Sheet {
  const rows: Sheet = []
  const budget = new Budget()
  let problem: unknown
  papaparse.parse<string[]>(text, {
    delimiter: separatorOf(text),
    step({ data }, parser) {
      try {
        budget.takeRow(data.length)
        rows.push(data)
      } catch (error) {
        problem = error
        parser.abort()
      }
    },
  })
  if (problem) throw problem
  return rows
}

/** The parts of the package that name its sheets and hold their cells and texts. */
const PARTS = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/

function readXlsx(bytes: Uint8Array, also: string | null): Spreadsheet {
  let total = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!PARTS.test(name)) return false
      total += originalSize
      return total <= LARGEST_UNPACKED_BYTES
    },
  })
  if (total > LARGEST_UNPACKED_BYTES) throw new FileProblem(TOO_LARGE_UNPACKED)
  const part = (path: string) => {
    const content = parts[path]
    return content ? strFromU8(content) : null
  }
  const sheets = sheetsOf(part('xl/workbook.xml'), part('xl/_rels/workbook.xml.rels'))
  const texts = textsOf(part('xl/sharedStrings.xml'))
  const sheet = (path: string | undefined) => {
    const xml = path === undefined ? null : part(path)
    return xml === null ? null : rowsOf(xml, texts)
  }
  const rows = sheet(sheets[0]?.path ?? 'xl/worksheets/sheet1.xml')
  if (!rows) throw new FileProblem(WRONG_FILE)
  return { rows, also: also === null ? null : sheet(sheets.find(({ name }) => name === also)?.path) }
}

interface Handlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Walks a part. A sheet needs no document type, with which a small file could be made into a big one. */
function walk(xml: string, { open, text, close }: Handlers): void {
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new FileProblem(WRONG_FILE)
  })
  parser.on('doctype', () => {
    throw new FileProblem(WRONG_FILE)
  })
  parser.on('opentag', ({ name, attributes }) => open?.(bare(name), attributes))
  parser.on('text', (found) => text?.(found))
  parser.on('cdata', (found) => text?.(found))
  parser.on('closetag', ({ name }) => close?.(bare(name)))
  parser.write(xml).close()
}

/** Returns a name without the prefix of its namespace. */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Returns the sheets of a workbook in their order, with the place of each in the package. */
function sheetsOf(workbook: string | null, relations: string | null): { name: string; path: string }[] {
  const targets = new Map<string | undefined, string>()
  if (relations !== null)
    walk(relations, {
      open(name, { Id, Target }) {
        if (name === 'Relationship' && Target !== undefined) targets.set(Id, Target)
      },
    })
  const sheets: { name: string; path: string }[] = []
  if (workbook !== null)
    walk(workbook, {
      open(name, attributes) {
        if (name !== 'sheet') return
        // Each program has its own prefix for the id of a relation.
        const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
        const target = targets.get(id) ?? 'worksheets/sheet1.xml'
        const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
        sheets.push({ name: attributes['name'] ?? '', path })
      },
    })
  return sheets
}

/** Returns the texts that cells name by their number, without their phonetic readings. */
function textsOf(xml: string | null): string[] {
  const texts: string[] = []
  if (xml === null) return texts
  const reader = new TextReader()
  walk(xml, {
    open(name) {
      if (name === 'si') reader.begin()
      else reader.open(name)
    },
    text: (found) => reader.text(found),
    close(name) {
      if (name === 'si') texts.push(reader.end())
      else reader.close(name)
    },
  })
  return texts
}

/** Collects the texts of an entry (`t`), without its phonetic readings (`rPh`). */
class TextReader {
  private collected = ''
  private isText = false
  private isAloud = false

  begin(): void {
    this.collected = ''
  }
  open(name: string): void {
    if (name === 't') this.isText = true
    if (name === 'rPh') this.isAloud = true
  }
  text(found: string): void {
    if (this.isText && !this.isAloud) this.collected += found
  }
  close(name: string): void {
    if (name === 't') this.isText = false
    if (name === 'rPh') this.isAloud = false
  }
  end(): string {
    return this.collected
  }
}

/**
 * Reads the rows. Empty rows and cells are not in the file: they are filled in where the numbers leave room.
 */
function rowsOf(xml: string, texts: readonly string[]): Sheet {
  const rows: Sheet = []
  const budget = new Budget()
  const inline = new TextReader()
  let lastNumber = 0
  let row: { number: number; cells: string[] } | null = null
  let cell: { column: number; type: string | undefined; value: string } | null = null
  let isValue = false

  function placeCell(cells: string[], { column, type, value }: NonNullable<typeof cell>): void {
    const text = type === 'inlineStr' ? inline.end() : type === 's' ? (texts[Number(value)] ?? '') : value
    // Programs also write cells that have only a colour.
    if (text === '') return
    if (column >= MOST_COLUMNS) throw new FileProblem(TOO_MANY_COLUMNS)
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  function placeRow({ number, cells }: NonNullable<typeof row>): void {
    if (cells.length === 0 || !(number >= 1)) return
    if (number > MOST_ROWS) throw new FileProblem(TOO_MANY_ROWS)
    while (rows.length < number) rows.push([])
    budget.takeRow(cells.length)
    rows[number - 1] = cells
  }

  walk(xml, {
    open(name, { r: place, t: type }) {
      if (name === 'row') {
        lastNumber = Number(place ?? lastNumber + 1)
        row = { number: lastNumber, cells: [] }
      } else if (name === 'c' && row) {
        cell = { column: columnOf(place) ?? row.cells.length, type, value: '' }
        inline.begin()
      } else if (name === 'v') isValue = true
      else inline.open(name)
    },
    text(found) {
      if (isValue && cell) cell.value += found
      inline.text(found)
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 'c' && row && cell) {
        placeCell(row.cells, cell)
        cell = null
      } else if (name === 'row' && row) {
        placeRow(row)
        row = null
      } else inline.close(name)
    },
  })
  return rows
}

/** Returns the number of a column: 'AB12' is column 27; null where the cell does not say where it is. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
