import { WholeTable } from '#src/ui/table/WholeTable.tsx'
import { plural } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import {
  rowDoubtsOf,
  FIELD_LABELS,
  FIELDS,
  NUMBER_FIELDS,
  problemsOf,
  type DraftRow,
  type ReceiptField,
} from './receipt-rows.ts'
import classes from './receipts.module.css'

interface RowsTableProps {
  label: string
  hint: string
  rows: readonly DraftRow[]
  /** Why the server did not store a row, by its line. */
  refused?: ReadonlyMap<number, string>
  /** Makes the cells fields to type into (C107). */
  onType?: (line: number, field: ReceiptField, text: string) => void
}

/** Rows of a file; they scroll inside at 600 px (C406). */
export function RowsTable({ label, hint, rows, refused, onType }: RowsTableProps) {
  const columns = columnsOf(
    fieldsOf(rows),
    onType ?? null,
    refused,
    rows.some((row) => rowDoubtsOf(row).length > 0),
  )
  return (
    <section className={classes.rows} aria-label={label}>
      <h3>
        {label} <span className={classes.quiet}>{plural(rows.length, 'row')}</span>
      </h3>
      <p className={classes.quiet}>{hint}</p>
      {rows.length > 0 && (
        <WholeTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={({ line }) => line}
          rowName={({ line }) => `line ${line}`}
        />
      )}
    </section>
  )
}

const isNumber = (field: ReceiptField) => NUMBER_FIELDS.some((one) => one === field)

type Type = NonNullable<RowsTableProps['onType']>

/** Returns the fields that a row has: one to which no column of the file is mapped takes no room. */
const fieldsOf = (rows: readonly DraftRow[]) =>
  FIELDS.filter((field) => !OPTIONAL.includes(field) || rows.some((row) => row[field] !== ''))
const OPTIONAL: readonly ReceiptField[] = ['product_name', 'item_code']

function columnsOf(
  fields: readonly ReceiptField[],
  onType: Type | null,
  refused: RowsTableProps['refused'],
  hasDoubts: boolean,
): Column<DraftRow>[] {
  return [
    { id: 'line', label: 'Line', value: ({ line }) => line, align: 'right' },
    ...fields.map((field): Column<DraftRow> => ({
      id: field,
      label: FIELD_LABELS[field],
      value: (row) => row[field],
      ...(isNumber(field) && !onType && { align: 'right' as const }),
      ...(onType && {
        width: 120,
        edit: {
          onType: ({ line }: DraftRow, text: string) => onType(line, field, text),
          problem: (row: DraftRow) => problemsOf(row)[field],
        },
      }),
    })),
    ...(hasDoubts
      ? [
          {
            id: 'doubts',
            label: 'Check',
            value: (row: DraftRow) => rowDoubtsOf(row).join(' '),
            wide: true as const,
          },
        ]
      : []),
    ...(refused && refused.size > 0
      ? [
          {
            id: 'refused',
            label: 'The server said',
            value: ({ line }: DraftRow) => refused.get(line) ?? '',
            wide: true as const,
          },
        ]
      : []),
  ]
}
