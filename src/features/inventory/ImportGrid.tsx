import type { Commas } from '#contract/file-number.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { forgetProducts } from '#src/api/held-products.ts'
import { PRODUCTS_CHANGED } from '#src/kit/choices-queries.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLeaveGuard } from '#src/kit/use-leave-guard.tsx'
import { useCall } from '#src/kit/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { CommaChoices } from '#src/ui/inputs/CommaChoices.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { WholeTable } from '#src/ui/table/WholeTable.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CLEAR, isSent, planner, type RowPlan } from './bulk-changes.ts'
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

/**
 * C123, C218: the rows of a file, to be corrected and saved one by one. Save shows first what they change. Rows that fail stay with
 * what the server said.
 */
export function ImportGrid({ name, rows, reason, onRows, onSaving }: ImportGridProps) {
  const { client } = useSignedIn()
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

  /** What the rows were compared with when Save was pressed. */
  const [asked, setAsked] = useState<{ products: Products; plans: RowPlan[] } | null>(null)
  const [commas, setCommas] = useState<Commas<NumberColumn>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isComparing, setComparing] = useState(false)

  async function compare() {
    setComparing(true)
    setProblem(null)
    try {
      const products = await readProducts(client)
      const planOf = planner(latest.current, products, commas)
      setAsked({ products, plans: unsavedRows(latest.current).map(planOf) })
    } catch (error) {
      setProblem(errorText(error))
    }
    setComparing(false)
  }

  const save = useCall({
    async call(client, { products, plans }: NonNullable<typeof asked>) {
      stopped.current = false
      onSaving(true)
      const planOf = planner(latest.current, products, commas)
      // What needs no call is settled at once: most rows of an export that comes back are as they were.
      const idle = new Map(plans.filter((plan) => !isSent(plan)).map((plan) => [plan.line, plan]))
      onRows((all) =>
        all.map((row) => {
          const plan = idle.get(row.line)
          return plan ? withoutCall(row, plan) : row
        }),
      )
      const calls = plans.filter(isSent)
      for (const [at, { line }] of calls.entries()) {
        if (stopped.current) break
        setDone({ at, of: calls.length })
        const sent = latest.current.find((row) => row.line === line)!
        const after = await saveRow(client, sent, planOf(sent))
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
            isBusy={isComparing}
            onClick={() => void compare()}
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

type Products = ReadonlyMap<string, OfficeProduct>

/** The products of all warehouses, by upc: a file may name any of them. */
async function readProducts(client: Client): Promise<Products> {
  const products = await client.api('GET', 'productedit/', {
    query: { no_page: 1, include_inactive: 1 },
    schema: OfficeProduct.array(),
  })
  return new Map(products.map((product) => [product.upc, product]))
}

const saved = (row: ImportedRow): ImportedRow => ({
  ...row,
  saved: true,
  modified: false,
  typed: [],
  error: false,
  error_message: '',
})

/** A row that is left out, or as it is stored already. */
const withoutCall = (row: ImportedRow, { blocked }: RowPlan): ImportedRow =>
  blocked === null ? { ...saved(row), unchanged: true } : { ...row, error: true, error_message: blocked }

/** The row as it is after the server's answer. What was typed since Save may need no call any more. */
async function saveRow(client: Client, row: ImportedRow, plan: RowPlan): Promise<ImportedRow> {
  if (!isSent(plan)) return withoutCall(row, plan)
  try {
    await client.api('PATCH', `productedit/${encodeURIComponent(plan.upc)}`, { body: plan.body })
    return saved(row)
  } catch (error) {
    return { ...row, error: true, error_message: errorText(error) }
  }
}

/** px of what is longer than a number. */
const WIDTHS: Partial<Record<InventoryField, number>> = { name: 300, unit_type: 100 }

const stateOf = ({ error, error_message, saved, unchanged, modified }: ImportedRow): string =>
  error ? error_message : unchanged ? 'As stored' : saved ? 'Saved' : modified ? 'Modified' : ''

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
