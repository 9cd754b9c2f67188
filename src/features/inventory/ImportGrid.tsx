import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { forgetProducts } from '#src/api/held-products.ts'
import { PRODUCTS_CHANGED } from '#src/kit/choices-queries.ts'
import { useLeaveGuard } from '#src/kit/use-leave-guard.tsx'
import { useCall } from '#src/kit/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural } from '#src/ui/format.ts'
import { RowTable } from '#src/ui/table/TableRows.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  bodyOf,
  COLUMNS,
  FIXED,
  NO_ITEMS,
  typedInto,
  unsavedRows,
  type ImportedRow,
  type InventoryField,
} from './bulk-rows.ts'
import classes from './inventory.module.css'

type Change = (rows: ImportedRow[]) => ImportedRow[]

interface ImportGridProps {
  /** Of the file. */
  name: string
  rows: ImportedRow[]
  /** Why nothing can be saved now. */
  reason: string | false
  onRows: (change: Change) => void
  /** Whether rows are being saved. */
  onSaving: (isSaving: boolean) => void
}

const rowKey = ({ line }: ImportedRow) => line
const RIGHT: readonly InventoryField[] = [
  'unit_price',
  'case_price',
  'units_per_case',
  'average_unit_weight',
  'average_case_weight',
  'stock_level',
]

/** C123, C218: the rows of a file, to be mended and saved one by one; those that fail stay with what the server said. */
export function ImportGrid({ name, rows, reason, onRows, onSaving }: ImportGridProps) {
  const [done, setDone] = useState<{ at: number; of: number } | null>(null)
  const stopped = useRef(false)
  /** The rows as they are now: one is sent as it is when its turn comes. */
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  }, [rows])
  const columns = useMemo(() => gridColumns(onRows), [onRows])
  const unsaved = unsavedRows(rows)
  const failed = rows.filter(({ error }) => error).length

  const isOpen = done !== null || rows.some(({ modified }) => modified)
  const question = useLeaveGuard(
    useCallback(() => isOpen, [isOpen]),
    'What you typed into these rows is not saved. The file is as it was.',
  )

  const save = useCall({
    async call(client) {
      stopped.current = false
      onSaving(true)
      for (const [at, { line }] of unsaved.entries()) {
        if (stopped.current) break
        setDone({ at, of: unsaved.length })
        const sent = latest.current.find((row) => row.line === line)!
        const after = await saveRow(client, sent)
        // Typed into since: what was sent says nothing about it.
        onRows((all) => all.map((row) => (row === sent ? after : row)))
      }
      forgetProducts(client)
      setDone(null)
      onSaving(false)
    },
    invalidates: PRODUCTS_CHANGED,
  })

  if (rows.length === 0)
    return <EmptyState title={NO_ITEMS}>{`${name} has the columns, and no row below them.`}</EmptyState>
  return (
    <section className={classes.page} aria-label="Imported inventory">
      <div className={classes.toolbar}>
        <h2>{name}</h2>
        <span className={classes.quiet} role="status">
          {done
            ? `Saving row ${done.at + 1} of ${done.of} …`
            : [
                plural(rows.length, 'row'),
                `${rows.length - unsaved.length} saved`,
                failed > 0 && `${failed} failed`,
              ]
                .filter(Boolean)
                .join(' · ')}
        </span>
        {done ? (
          <Button onClick={() => (stopped.current = true)}>Stop</Button>
        ) : (
          <Button
            kind="main"
            reason={reason || (unsaved.length === 0 && 'Every row is saved.')}
            onClick={() => void save()}
          >
            Save
          </Button>
        )}
      </div>
      <RowTable
        label="Imported inventory"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        rowName={({ cells }) => cells.upc ?? ''}
        onRow={undefined}
        total={rows.length}
        offset={0}
        sort={null}
        onSort={undefined}
        loading={false}
        empty={null}
        onEnd={undefined}
      />
      {question}
    </section>
  )
}

/** The row as it is after the server's answer. */
async function saveRow(client: Client, row: ImportedRow): Promise<ImportedRow> {
  try {
    await client.api('PATCH', `productedit/${encodeURIComponent(row.cells.upc ?? '')}`, {
      body: bodyOf(row),
    })
    return { ...row, saved: true, modified: false, typed: [], error: false, error_message: '' }
  } catch (error) {
    return { ...row, error: true, error_message: errorText(error) }
  }
}

/** px of what is longer than a number. */
const WIDTHS: Partial<Record<InventoryField, number>> = { name: 300, unit_type: 100 }

const stateOf = ({ error, error_message, saved, modified }: ImportedRow): string =>
  error ? error_message : saved ? 'Saved' : modified ? 'Modified' : ''

function gridColumns(onRows: (change: Change) => void): readonly Column<ImportedRow>[] {
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
      const column = { id: field, label, value, ...(RIGHT.includes(field) && { align: 'right' as const }) }
      if (FIXED.includes(field)) return column
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
