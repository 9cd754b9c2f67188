/** The sheets of a weigh ticket, behind those of its invoice. Pure. */
import { WEIGH_COLUMNS, type WeighRow, type WeighTicket } from '#contract/invoices/weigh-ticket.ts'
import type { Content, TableCell } from 'pdfmake/interfaces'
import { MM, ruled } from './sheet.ts'

const WIDTHS = [25 * MM, '*', 18 * MM, 24 * MM, 34 * MM, 30 * MM] as const

export const weighPages = ({ title, rows }: WeighTicket): Content[] => [
  { text: title, bold: true, fontSize: 14, margin: [0, 0, 0, 8], pageBreak: 'before' },
  {
    layout: ruled(0.3, 2, 2),
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [...WIDTHS],
      body: [
        WEIGH_COLUMNS.map(({ label, isNumber }): TableCell => ({
          text: label,
          bold: true,
          alignment: isNumber ? 'right' : 'left',
        })),
        ...rows.map(cellsOf),
      ],
    },
  },
]

const cellsOf = (row: WeighRow): TableCell[] =>
  WEIGH_COLUMNS.map(({ of, isNumber }) => ({
    text: row[of],
    bold: row.isSum,
    alignment: isNumber ? 'right' : 'left',
    noWrap: isNumber,
  }))
