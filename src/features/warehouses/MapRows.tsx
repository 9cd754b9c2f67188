import { RECEIPT_FIELDS, RECEIPT_UNIT_TYPES, type MapKind } from '#contract/warehouses/schema.ts'
import type { Problems } from '#src/kit/form/field-problems.ts'
import { Button } from '#src/ui/Button.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { MapRow } from './warehouse-form.ts'
import classes from './warehouses.module.css'

interface MapRowsProps {
  kind: MapKind
  rows: readonly MapRow[]
  onRows: (rows: MapRow[]) => void
  problems: Problems
}

const WORDS: Record<MapKind, { title: string; what: string; one: string; add: string; empty: string }> = {
  column: {
    title: 'Receipt columns',
    what: 'The headings of the columns, exactly as they are in the file.',
    one: 'Column',
    add: 'Add column',
    empty: 'None: receipts are read as the cash & carry writes them.',
  },
  unit_type: {
    title: 'Unit types',
    what: 'The values of the unit type column, where they are not U or C.',
    one: 'Unit type',
    add: 'Add unit type',
    empty: 'None: the file says U and C itself.',
  },
}
const LABELS: Record<(typeof RECEIPT_FIELDS)[number] | (typeof RECEIPT_UNIT_TYPES)[number], string> = {
  product: 'Product (UPC)',
  product_name: 'Product name',
  item_code: 'Item code',
  quantity: 'Quantity',
  unit_type: 'Unit type',
  total: 'Total',
  U: 'Unit (U)',
  C: 'Case (C)',
}

/** The rows of one kind, with their index among all rows. */
const ofKind = (rows: readonly MapRow[], kind: MapKind) =>
  [...rows.entries()].filter(([, row]) => row.kind === kind)

/** C117, step 2: the texts of the receipts, one by one. */
export function ReceiptTexts({ kind, rows, onRows, problems }: MapRowsProps) {
  const { title, what, one, add, empty } = WORDS[kind]
  const mine = ofKind(rows, kind)
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <p className={classes.quiet}>{mine.length === 0 ? empty : what}</p>
      <div className={classes.texts}>
        {mine.map(([at, row], n) => {
          const problem = problems[`rows.${at}.category`]
          return (
            <div key={at} className={classes.text}>
              <LineInput
                aria-label={`${one} ${n + 1}`}
                maxLength={100}
                error={problem}
                aria-invalid={problem !== undefined}
                value={row.category}
                onChange={(category) =>
                  onRows(rows.map((other, k) => (k === at ? { ...row, category } : other)))
                }
              />
              <Button
                label={`Remove ${row.category || `${one.toLowerCase()} ${n + 1}`}`}
                onClick={() => onRows(rows.filter((_, k) => k !== at))}
              >
                <IconTrash size={20} aria-hidden />
              </Button>
            </div>
          )
        })}
      </div>
      <div>
        <Button
          icon={<IconPlus size={20} aria-hidden />}
          onClick={() =>
            onRows([...rows, { pk: null, kind, category: '', field: kind === 'column' ? '' : 'U' }])
          }
        >
          {add}
        </Button>
      </div>
    </fieldset>
  )
}

/** C117, step 3: the meaning of each text. */
export function ReceiptMeanings({ kind, rows, onRows }: Omit<MapRowsProps, 'problems'>) {
  const { title, empty } = WORDS[kind]
  const mine = ofKind(rows, kind)
  const choices = kind === 'column' ? RECEIPT_FIELDS : RECEIPT_UNIT_TYPES
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {mine.length === 0 && <p className={classes.quiet}>{empty}</p>}
      <div className={classes.texts}>
        {mine.map(([at, row]) => (
          <NativeSelect
            key={at}
            label={row.category}
            size="md"
            value={row.field}
            data={[
              ...(kind === 'column' ? [{ value: '', label: 'Not read' }] : []),
              ...choices.map((value) => ({ value, label: LABELS[value] })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onRows(rows.map((other, k) => (k === at ? { ...row, field: value } : other)))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
