/** The sheets of a weigh ticket, behind those of its invoice. Pure. */
import { WEIGH_COLUMNS, type WeighRow, type WeighTicket } from '#contract/invoices/weigh-ticket.ts'
import type { Content, TableCell } from 'pdfmake/interfaces'
import { MM, ruled, widthBeside } from './sheet.ts'

const CODE_PT = 25 * MM
const BEHIND_THE_NAME = [18 * MM, 24 * MM, 34 * MM, 30 * MM]

/** @param margin the sheet's, beside the table */
export const weighPages = ({ title, rows }: WeighTicket, margin: number): Content[] => [
  { text: title, bold: true, fontSize: 14, margin: [0, 0, 0, 8], pageBreak: 'before' },
  {
    layout: ruled(0.3, 2, 2),
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [CODE_PT, widthBeside([CODE_PT, ...BEHIND_THE_NAME], margin), ...BEHIND_THE_NAME],
      body: [WEIGH_COLUMNS.map((column) => cell(column, column.label, true)), ...rows.map(cellsOf)],
    },
  },
]

const cellsOf = (row: WeighRow): TableCell[] =>
  WEIGH_COLUMNS.map((column) => cell(column, row[column.of], row.isSum))

const cell = ({ of, isNumber }: (typeof WEIGH_COLUMNS)[number], text: string, bold: boolean): TableCell => ({
  text,
  bold,
  alignment: isNumber ? 'right' : 'left',
  noWrap: isNumber,
  // Apart from the weights, which end beside it.
  ...(of === 'lot' && { margin: [8, 0, 0, 0] as const }),
})
