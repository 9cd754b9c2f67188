import { isLowStock } from '#contract/products/low-stock.ts'
import { useMemo, useState } from 'react'
import { resetQuantity, setFields, toggleOutOfStock, togglePicked, type Memory } from './acts.ts'
import { COUNT_FIELDS, type PickRow } from './pick-rows.ts'
import type { Dialog, LowStockAsk, RowDoes } from './row-props.ts'
import type { Acts } from './use-acts.ts'

/** What the rows can do, the same object while the screen is open; and what they remember of before Picked. */
export function useRowDoes(
  acts: Acts,
  ask: (dialog: { kind: Dialog; row: PickRow }) => void,
): { does: RowDoes; memory: Memory; lowStock: LowStockAsk | null } {
  const [memory] = useState<Memory>(() => new Map())
  const [meant] = useState(() => new Set<string>())
  const [lowStock, setLowStock] = useState<LowStockAsk | null>(null)
  const does = useMemo<RowDoes>(
    () => ({
      togglePicked: (row) => void acts.run(togglePicked(row, memory)),
      toggleOutOfStock: (row) => void acts.run(toggleOutOfStock(row)),
      set(row, wanted) {
        const isCount = COUNT_FIELDS.some((field) => field in wanted)
        if (!isCount || meant.has(row.id) || !isLowStock(row.product)) return acts.run(setFields(row, wanted))
        return new Promise((resolve) => {
          const answer = (yes: boolean) => {
            setLowStock(null)
            if (!yes) return resolve('Left as it was.')
            meant.add(row.id)
            acts.run(setFields(row, wanted)).then(resolve, (error: unknown) => resolve(String(error)))
          }
          setLowStock({ row, answer })
        })
      },
      reset: (row, field) => void acts.run(resetQuantity(row, field)),
      ask: (kind, row) => ask({ kind, row }),
    }),
    [acts, memory, meant, ask],
  )
  return { does, memory, lowStock }
}
