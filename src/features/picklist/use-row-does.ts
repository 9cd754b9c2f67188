import { useMemo, useState } from 'react'
import { resetQuantity, setFields, toggleOutOfStock, togglePicked, type Memory } from './acts.ts'
import type { PickRow } from './pick-rows.ts'
import type { Dialog, RowDoes } from './row-props.ts'
import type { Acts } from './use-acts.ts'

/** What the rows can do, the same object while the screen is open; and what they remember of before Picked. */
export function useRowDoes(
  acts: Acts,
  go: (path: string) => void,
  ask: (dialog: { kind: Dialog; row: PickRow }) => void,
): { does: RowDoes; memory: Memory } {
  const [memory] = useState<Memory>(() => new Map())
  const does = useMemo<RowDoes>(
    () => ({
      togglePicked: (row) => void acts.run(togglePicked(row, memory)),
      toggleOutOfStock: (row) => void acts.run(toggleOutOfStock(row)),
      set: (row, wanted) => acts.run(setFields(row, wanted)),
      reset: (row, field) => void acts.run(resetQuantity(row, field)),
      ask: (kind, row) => ask({ kind, row }),
      go,
    }),
    [acts, memory, go, ask],
  )
  return { does, memory }
}
