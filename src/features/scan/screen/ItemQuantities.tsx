import { orderedOf, pickedOf, type Line } from '#contract/picking/lines.ts'
import classes from '#src/picking/floor.module.css'
import { LowStockDialog } from '#src/picking/LowStockDialog.tsx'
import { QuantityField } from '#src/picking/QuantityField.tsx'
import { useCell } from '#src/ui/cell.ts'
import { useState } from 'react'
import { AnswerFirst } from '../dialogs/index.ts'
import type { ScanSession } from '../session/index.ts'

interface ItemQuantitiesProps {
  session: ScanSession
  line: Line
  /** Why nothing of the line can be changed, or null. */
  reason: string | null
}

/** How many units and cases are picked, stepped or typed (A216–A218). */
export function ItemQuantities({ session, line, reason }: ItemQuantitiesProps) {
  const scans = useCell(session.view, (view) => view.scans)
  const [lowStock, setLowStock] = useState<{ line: string; all: readonly (() => void)[] } | null>(null)
  /**
   * A230: a quantity changes only after a yes, where stock is low. What is pressed before the question is drawn shares
   * its answer.
   */
  function changes(go: () => void) {
    if (!session.asksLowStock(line.id)) return go()
    setLowStock((open) => ({ line: line.id, all: open?.line === line.id ? [...open.all, go] : [go] }))
  }
  return (
    <div className={classes.quantities}>
      {(['u', 'c'] as const).map((unit) => (
        <QuantityField
          key={unit}
          of={`${line.id} ${scans}`}
          name={unit === 'u' ? 'Units' : 'Cases'}
          quantity={pickedOf(line, unit)}
          ordered={orderedOf(line, unit)}
          reason={reason}
          onSet={(quantity) => changes(() => void session.quantity(line, unit, quantity))}
          onStep={(by) => {
            const step = () => void session.step(line.id, unit, by)
            // One less than the 0 that is drawn takes at most what was just added: no low stock to ask about.
            if (by < 0 && pickedOf(line, unit) === 0) step()
            else changes(step)
          }}
        />
      ))}
      {lowStock?.line === line.id && (
        <LowStockDialog
          onBack={() => setLowStock(null)}
          save={() => {
            session.meansLowStock(line.id)
            setLowStock(null)
            for (const go of lowStock.all) go()
          }}
        >
          <AnswerFirst session={session} />
        </LowStockDialog>
      )}
    </div>
  )
}
