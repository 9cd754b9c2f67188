import { nameOf, type Line } from '#contract/picking/lines.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { SaveResult, type SaveOutcome } from '#src/picking/SaveResult.tsx'
import { saveOrders } from '#src/sync/save-orders.ts'
import { useOutcome } from '#src/ui/use-outcome.ts'
import { refusalOfRow } from '../row-marks.ts'

interface SavePickListDialogProps {
  orders: readonly number[]
  /** Every row of the list, for the names in refusals. */
  rows: readonly Line[]
  /** Resolves when the presses and typing of before are stored. */
  settled: () => Promise<void>
  onClose: () => void
}

/** A193, A194, A320, A321: saves, shows the outcome, and offers where to go next. */
export default function SavePickListDialog({ rows, settled, ...props }: SavePickListDialogProps) {
  const { orders } = props
  const { engine } = useSignedIn()
  // Runs once for each press of Save.
  const outcome = useOutcome<SaveOutcome>(async () => {
    try {
      // The field that was left for Save may still be on its way to the disk.
      await settled()
      const { refused, waiting } = await saveOrders(engine, orders)
      const rowOf = (id: string) => rows.find(({ items }) => items.some((item) => item.id === id))
      const problems = refused.map((record) => {
        const row = rowOf(record.family.replace(/^orderitems:/, ''))
        return refusalOfRow(record, row ? nameOf(row) : `Order ${record.order}`)
      })
      return { problems, isUnderSync: true, waiting }
    } catch (error) {
      return { problems: [errorText(error)], isUnderSync: false, waiting: 0 }
    }
  })
  return <SaveResult {...props} of="PickList" outcome={outcome} />
}
