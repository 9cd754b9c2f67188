import type { Commas } from '#contract/file-number.ts'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { usePress } from '#src/kit/form/use-press.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { CommaChoices } from '#src/ui/inputs/CommaChoices.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { WholeTable } from '#src/ui/table/WholeTable.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { useCallback, useMemo, useState } from 'react'
import { CLEAR } from './bulk-changes.ts'
import {
  COLUMNS,
  isFixed,
  isNumberField,
  NO_ITEMS,
  NUMBER_COLUMNS,
  typedInto,
  unsavedRows,
  type ImportedRow,
  type InventoryField,
  type NumberColumn,
} from './bulk-rows.ts'
import { ChangesDialog } from './ChangesDialog.tsx'
import classes from './inventory.module.css'
import { useSaveRows, type ChangeRows, type RowComparison } from './use-save-rows.ts'

interface ImportGridProps {
  /** The name of the file. */
  name: string
  rows: ImportedRow[]
  /** Why nothing can be saved now. */
  reason: string | false
  onRows: ChangeRows
  /** Whether rows are being saved. */
  onSaving: (isSaving: boolean) => void
}

const rowKey = ({ line }: ImportedRow) => line

/**
 * C123, C218: the rows of a file, to be corrected and saved one by one. Save shows first what they change. Rows that fail stay with
 * what the server said.
 */
export function ImportGrid({ name, rows, reason, onRows, onSaving }: ImportGridProps) {
  const [commas, setCommas] = useState<Commas<NumberColumn>>({})
  const { compare, save, stop, done } = useSaveRows({ rows, commas, onRows, onSaving })
  const columns = useMemo(() => gridColumns(onRows), [onRows])
  /** What was compared when Save was pressed. */
  const [asked, setAsked] = useState<RowComparison | null>(null)
  const { press, isBusy: isComparing, problem } = usePress()
  const unsaved = unsavedRows(rows)

  const isOpen = done !== null || rows.some(({ modified }) => modified)
  const question = useLeaveGuard(
    useCallback(() => isOpen, [isOpen]),
    done
      ? `Row ${done.at + 1} of ${done.of} is being saved. When you leave, the rows after it are not saved.`
      : 'What you typed into these rows is not saved. The file is as it was.',
  )

  if (rows.length === 0)
    return <EmptyState title={NO_ITEMS}>{`${name} has the columns, and no row below them.`}</EmptyState>
  return (
    <section className={classes.page} aria-label="Imported inventory">
      <div className={classes.toolbar}>
        <h2>{name}</h2>
        <span className={classes.quiet} role="status">
          {done ? `Saving row ${done.at + 1} of ${done.of} …` : countWords(rows, unsaved)}
        </span>
        {done ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button
            kind="main"
            reason={reason || (unsaved.length === 0 && 'Every row is saved.')}
            isBusy={isComparing}
            onClick={() => void press(async () => setAsked(await compare()))}
          >
            Save
          </Button>
        )}
      </div>
      <p className={classes.quiet}>
        An empty cell leaves what is stored. The word “{CLEAR}” empties a bin, a price, a weight or a stock
        level.
      </p>
      <ErrorNote>{problem}</ErrorNote>
      <CommaChoices
        columns={NUMBER_COLUMNS}
        writtenIn={(field) => rows.map(({ cells }) => cells[field] ?? '')}
        commas={commas}
        disabled={done !== null}
        onChange={setCommas}
      />
      <WholeTable
        label="Imported inventory"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        rowName={({ cells }) => cells.upc ?? ''}
      />
      {asked && (
        <ChangesDialog
          plans={asked.plans}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void save(asked)
          }}
        />
      )}
      {question}
    </section>
  )
}

/** How many rows there are, and how many of them are saved and failed. */
function countWords(rows: readonly ImportedRow[], unsaved: readonly ImportedRow[]): string {
  const failed = rows.filter(({ error }) => error).length
  return [
    plural(rows.length, 'row'),
    `${rows.length - unsaved.length} saved`,
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** px of what is longer than a number. */
const WIDTHS: Partial<Record<InventoryField, number>> = { name: 300, unit_type: 100 }

const stateOf = ({ error, error_message, saved, unchanged, modified }: ImportedRow): string =>
  error ? error_message : unchanged ? 'As stored' : saved ? 'Saved' : modified ? 'Modified' : ''

function gridColumns(onRows: ChangeRows): readonly Column<ImportedRow>[] {
  const type = (line: number, field: InventoryField, text: string) =>
    onRows((all) => all.map((row) => (row.line === line ? typedInto(row, field, text) : row)))
  return [
    {
      id: 'state',
      label: 'State',
      value: stateOf,
      wide: true,
      cell: (row) =>
        stateOf(row) && <Chip tone={row.error ? 'act' : row.saved ? 'ok' : 'info'}>{stateOf(row)}</Chip>,
    },
    ...COLUMNS.map(({ field, label }): Column<ImportedRow> => {
      const value = ({ cells }: ImportedRow) => cells[field] ?? ''
      const column = { id: field, label, value, ...(isNumberField(field) && { align: 'right' as const }) }
      if (isFixed(field)) return column
      return {
        ...column,
        width: WIDTHS[field] ?? 84,
        edit: {
          onType: ({ line }, text) => type(line, field, text),
          isChanged: ({ typed }) => typed.includes(field),
          isClosed: ({ cells }) => cells[field] === null,
        },
      }
    }),
  ]
}
