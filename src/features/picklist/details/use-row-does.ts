import { COUNT_FIELDS, countOf, type Line } from '#contract/picking/lines.ts'
import type { Act } from '#contract/orders/acts.ts'
import { isLowStock } from '#contract/products/low-stock.ts'
import { useMemo, useState } from 'react'
import {
  resetQuantity,
  setFields,
  step,
  toggleOutOfStock,
  togglePicked,
  type PickMemory,
} from '#contract/picking/list-acts.ts'
import type { Dialog, LowStockAsk, RowDoes } from '../table/index.ts'
import type { Acts } from './use-acts.ts'

/**
 * Returns the acts of the rows, the same object while the screen is open, and the state that they remember from before
 * Picked.
 */
export function useRowDoes(
  acts: Acts,
  ask: (dialog: { kind: Dialog; row: Line }) => void,
): { does: RowDoes; memory: PickMemory; lowStock: LowStockAsk | null } {
  const [memory] = useState<PickMemory>(() => new Map())
  const [meant] = useState(() => new Set<string>())
  // A second question waits behind the one that is open, because a person may go on before that one is drawn.
  const [asks, setAsks] = useState<readonly LowStockAsk[]>([])
  /** By row, what waits for the answer to its question. */
  const [waiting] = useState(() => new Map<string, ((yes: boolean) => void)[]>())
  const does = useMemo<RowDoes>(() => {
    /**
     * A080, A230: a quantity of what may run out changes only after a yes.
     *
     * @param asked makes the act after the question, during which the row may have changed
     */
    function setCount(
      row: Line,
      make: (now: Line) => Act | null,
      asked: (now: Line) => Act | null = make,
    ): Promise<string | null> {
      if (meant.has(row.id) || !isLowStock(row.product)) return acts.runOn(row, make)
      return new Promise((resolve) =>
        askOnce(row, (yes) => resolve(yes ? acts.runOn(row, asked) : 'Left as it was.')),
      )
    }
    /** Asks about a row. What is pressed before its answer shares the answer. */
    function askOnce(row: Line, then: (yes: boolean) => void): void {
      const before = waiting.get(row.id)
      if (before) return void before.push(then)
      waiting.set(row.id, [then])
      const answer = (yes: boolean) => {
        const all = waiting.get(row.id) ?? []
        waiting.delete(row.id)
        setAsks((open) => open.filter((ask) => ask.answer !== answer))
        if (yes) meant.add(row.id)
        for (const one of all) one(yes)
      }
      setAsks((open) => [...open, { row, answer }])
    }
    return {
      togglePicked: (row) => void acts.runOn(row, (now) => togglePicked(now, memory)),
      toggleOutOfStock: (row) => void acts.runOn(row, toggleOutOfStock),
      set: (row, wanted) => {
        const make = (now: Line) => setFields(now, wanted)
        return COUNT_FIELDS.some((field) => field in wanted)
          ? setCount(row, make, (now) => setFields(now, wanted, row))
          : acts.runOn(row, make)
      },
      step: (row, field, by) => {
        const make = (now: Line) => step(now, field, by)
        // One less than the 0 that is drawn takes at most what was just added: no low stock to ask about.
        if (by < 0 && countOf(row, field) === 0) void acts.runOn(row, make)
        else void setCount(row, make)
      },
      reset: (row, field) => void setCount(row, (now) => resetQuantity(now, field)),
      ask: (kind, row) => ask({ kind, row }),
    }
  }, [acts, memory, meant, waiting, ask])
  return { does, memory, lowStock: asks[0] ?? null }
}
