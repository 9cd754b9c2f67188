/** The sheets of an invoice (B046–B048): the layout on paper of what `contract/invoices/document.ts` says. Pure. */
import { LINE_COLUMNS, TAX_MARK, type PrintedInvoice, type PrintedLine } from '#contract/invoices/document.ts'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import { MM, ruled, widthBeside } from './sheet.ts'
import { weighPages } from './weigh-pages.ts'

const MARGIN_PT = 12 * MM
/** B047, B048: a table that ends below this leaves no room for the part after it. Measured from the page's top. */
export const LAST_TABLE_END_PT = 237.45 * MM
const AFTER_TABLE = 'after the table'
const SMALL_FONT_PT = 8
/** The font size of the table. */
const TABLE_FONT_PT = 8.5
/**
 * The most letters of notes in a row, in the small size; about half a page. A row is never broken, and a row longer
 * than a page would be cut off: a long list of weights goes on in another row.
 */
const ROW_LETTERS = 1_500

export function invoicePages(printed: PrintedInvoice): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN_PT, MARGIN_PT, MARGIN_PT, 14 * MM],
    info: { title: printed.title },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.1 },
    content: [
      ...head(printed),
      table(printed),
      afterTable(printed),
      ...(printed.weighTicket ? weighPages(printed.weighTicket, MARGIN_PT) : []),
    ],
    pageBreakBefore: ({ id, startPosition }) => id === AFTER_TABLE && startPosition.top > LAST_TABLE_END_PT,
    footer: (page, pages) => ({
      margin: [MARGIN_PT, 4 * MM, MARGIN_PT, 0],
      fontSize: SMALL_FONT_PT,
      columns: [{ text: printed.title }, { text: `Page ${page} of ${pages}`, alignment: 'right' }],
    }),
  }
}

const head = ({ distributor, header, title, facts, addresses }: PrintedInvoice): Content[] => [
  {
    columns: [
      [{ text: distributor, bold: true, fontSize: 14 }, ...header],
      [
        { text: title, bold: true, fontSize: 14, alignment: 'right' },
        ...facts.map(({ label, text }): Content => ({ text: `${label}: ${text}`, alignment: 'right' })),
      ],
    ],
  },
  {
    margin: [0, 10, 0, 10],
    columnGap: 12,
    columns: addresses.map(({ title: heading, name, address }) => [
      { text: heading, bold: true },
      name,
      address,
    ]),
  },
]

/** At most this many rows are kept together. */
const MOST_ROWS_TOGETHER = 12

/** The head is on every page. An item stays together with its coupon and surcharges, and no line is broken. */
function table({ lines, noLines }: PrintedInvoice): Content {
  const widths = columnWidths(lines)
  const heading = LINE_COLUMNS.map(({ label, isNumber }): TableCell => ({
    text: label,
    bold: true,
    alignment: isNumber ? 'right' : 'left',
  }))
  const rows = groupsOf(lines).flatMap((group): TableCell[][] => {
    const cells = group.flatMap(rowsOf)
    const isLong = cells.length > group.length || cells.length > MOST_ROWS_TOGETHER
    return group.length === 1 || isLong ? cells : [together(cells, widths)]
  })
  const nothing = (): TableCell[] => [{ text: noLines, colSpan: COLUMNS }, ...filling]
  return {
    fontSize: TABLE_FONT_PT,
    layout: ruled(0.3, 2, 2),
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [[...heading, ''], ...(rows.length > 0 ? rows : [nothing()])],
    },
  }
}

/** The columns of a line, and the tax mark. */
const COLUMNS = LINE_COLUMNS.length + 1
const filling = Array<TableCell>(COLUMNS - 1).fill('')

/** Groups each item with the lines below it. */
function groupsOf(lines: readonly PrintedLine[]): PrintedLine[][] {
  const groups: PrintedLine[][] = []
  for (const line of lines) {
    const isBelow = line.kind === 'coupon' || line.kind === 'surcharge'
    if (isBelow) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  return groups
}

/** Puts rows that must stay together into a table of their own, in one row of the big one. */
const together = (body: TableCell[][], widths: number[]): TableCell[] => [
  {
    colSpan: COLUMNS,
    layout: { ...ruled(0, 0, 2), hLineWidth: () => 0 },
    table: { widths, body },
  },
  ...filling,
]

/** Returns one row, or more where its notes are too long for one. */
function rowsOf(line: PrintedLine): TableCell[][] {
  const [first = [], ...more] = parts(line.notes)
  return [
    LINE_COLUMNS.map(({ of, isNumber }): TableCell => {
      if (of === 'name') return named(line, first)
      return isNumber ? { text: line[of], alignment: 'right', noWrap: true } : line[of]
    }).concat(line.taxable ? TAX_MARK : ''),
    ...more.map((notes) =>
      LINE_COLUMNS.map(({ of }): TableCell => (of === 'name' ? { stack: notes.map(small) } : '')).concat(''),
    ),
  ]
}

const small = (text: string): Content => ({ text, fontSize: SMALL_FONT_PT })
const named = ({ name, kind }: PrintedLine, notes: readonly string[]): TableCell => ({
  stack: [name, ...notes.map(small)],
  margin: [kind === 'item' ? 0 : 8, 0, 0, 0],
})

/** Splits the notes into as many as one row takes. Breaks long lists at their commas. */
function parts(notes: readonly string[]): string[][] {
  const rows: string[][] = [[]]
  let letters = 0
  for (const note of notes.flatMap(shortened)) {
    if (letters + note.length > ROW_LETTERS) {
      rows.push([])
      letters = 0
    }
    rows.at(-1)!.push(note)
    letters += note.length
  }
  return rows
}

function shortened(note: string): string[] {
  const comma = note.length <= ROW_LETTERS ? -1 : note.lastIndexOf(', ', ROW_LETTERS - 2)
  return comma === -1 ? [note] : [note.slice(0, comma + 1), ...shortened(note.slice(comma + 2))]
}

/** The least width of the name, however wide the other columns are. */
const LEAST_NAME_PT = 25 * MM

/**
 * Returns the widths of the columns: as wide as their texts; the name takes the rest. The same for every table of an
 * invoice.
 */
function columnWidths(lines: readonly PrintedLine[]): number[] {
  const widths = LINE_COLUMNS.map(({ of, label, isNumber }) => {
    if (of === 'name') return 0
    const longest = Math.max(0, ...lines.map((line) => line[of].length))
    // A digit is 0.56 of the letter's height, capitals and bold are wider; a code may go on in a second line.
    const width = TABLE_FONT_PT * Math.max(label.length * 0.6, longest * (isNumber ? 0.55 : 0.62))
    return isNumber ? width : Math.min(width, 80)
  })
  const rest = widthBeside([...widths.filter((width) => width > 0), TABLE_FONT_PT], MARGIN_PT)
  return [...widths.map((width) => width || Math.max(rest, LEAST_NAME_PT)), TABLE_FONT_PT]
}

/** Its position is where the table ends, so it has no margin above it. It is never broken. */
const afterTable = ({ taxNote, sums, paid, terms }: PrintedInvoice): Content => {
  const stack: Content[] = [
    {
      columns: [
        { text: taxNote, margin: [0, 1, 0, 0] },
        {
          width: 'auto',
          // Under the totals of the table.
          margin: [0, 0, TABLE_FONT_PT + 6, 0],
          layout: { ...ruled(0, 1, 1), hLineWidth: () => 0 },
          table: {
            body: [...sums, ...paid].map(({ label, text, isGrand }): TableCell[] => [
              { text: label, bold: isGrand },
              { text, bold: isGrand, alignment: 'right' },
            ]),
          },
        },
      ],
    },
    { text: terms, fontSize: SMALL_FONT_PT, margin: [0, 6, 0, 0] },
  ]
  return { stack, id: AFTER_TABLE, unbreakable: true } as Content
}
