/** Saving the rows of a file, one call after the other. Rows that fail stay with what the server said. */
import type { Commas } from '#contract/file-number.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { forgetProducts } from '#src/queries/held-products.ts'
import { PRODUCTS_CHANGED } from '#src/queries/products.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isSent, planner, type RowPlan } from './bulk-changes.ts'
import { unsavedRows, type ImportedRow, type NumberColumn } from './bulk-rows.ts'

export type ChangeRows = (change: (rows: ImportedRow[]) => ImportedRow[]) => void

type Products = ReadonlyMap<string, OfficeProduct>

/** What saving changes, and the products that the rows were compared with. */
export interface RowComparison {
  products: Products
  plans: RowPlan[]
}

interface SaveRowsOptions {
  rows: ImportedRow[]
  commas: Commas<NumberColumn>
  onRows: ChangeRows
  /** Whether rows are being saved. */
  onSaving: (isSaving: boolean) => void
}

/** `compare` reads the products and says what saving would change; `save` saves that. */
export function useSaveRows({ rows, commas, onRows, onSaving }: SaveRowsOptions) {
  const { client } = useSignedIn()
  const [done, setDone] = useState<{ at: number; of: number } | null>(null)
  const stopped = useRef(false)
  /** The rows as they are now: one is sent as it is when its turn comes. */
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  }, [rows])
  // The question on leaving says that the rows after the one on its way are not saved.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  async function compare(): Promise<RowComparison> {
    const products = await readProducts(client)
    const planOf = planner(latest.current, products, commas)
    return { products, plans: unsavedRows(latest.current).map(planOf) }
  }

  const save = useCall({
    async call(client, { products, plans }: RowComparison) {
      stopped.current = false
      onSaving(true)
      const planOf = planner(latest.current, products, commas)
      // Rows without a call are settled at once: most rows of an export that comes back are unchanged.
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
        // A row that was typed into since keeps its values: the answer is not about them.
        onRows((all) => all.map((row) => (row === sent ? after : row)))
      }
      forgetProducts(client)
      setDone(null)
      onSaving(false)
    },
    invalidates: PRODUCTS_CHANGED,
  })

  function stop() {
    stopped.current = true
  }
  return { compare, save, stop, done }
}

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

/** The row as it is after the server's answer. A row that was typed into since Save may need no call any more. */
async function saveRow(client: Client, row: ImportedRow, plan: RowPlan): Promise<ImportedRow> {
  if (!isSent(plan)) return withoutCall(row, plan)
  try {
    await client.api('PATCH', `productedit/${encodeURIComponent(plan.upc)}`, { body: plan.body })
    return saved(row)
  } catch (error) {
    return { ...row, error: true, error_message: errorText(error) }
  }
}
