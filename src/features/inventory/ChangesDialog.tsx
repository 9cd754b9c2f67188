import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { WholeTable } from '#src/ui/table/WholeTable.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { COLUMNS } from './bulk-rows.ts'
import { isSent, type RowPlan } from './bulk-changes.ts'

interface ChangesDialogProps {
  plans: readonly RowPlan[]
  onConfirm: () => void
  onCancel: () => void
}

interface Line {
  key: string
  plan: RowPlan
  column: string
  from: string
  to: string
  note: string
}

/** The changes of a file, before anything is written: how many rows, from what and to what. */
export function ChangesDialog({ plans, onConfirm, onCancel }: ChangesDialogProps) {
  const lines = plans.flatMap(linesOf)
  const changing = plans.filter(isSent)
  const blocked = plans.filter((plan) => plan.blocked !== null).length
  const unchanged = plans.length - changing.length - blocked
  return (
    <Modal title={`Change ${plural(changing.length, 'product')}?`} size="list" onClose={onCancel}>
      <p>
        {[
          ...countsOf(changing),
          unchanged > 0 && `${plural(unchanged, 'row')} as stored`,
          blocked > 0 && `${plural(blocked, 'row')} left out`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <WholeTable
        label="What changes"
        columns={LINE_COLUMNS}
        rows={lines}
        rowKey={({ key }) => key}
        hasCards
      />
      <ModalButtons>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind="main"
          isFirst
          reason={changing.length === 0 && 'No row changes anything.'}
          onClick={onConfirm}
        >
          Confirm
        </Button>
      </ModalButtons>
    </Modal>
  )
}

/** "Unit Price: 12", for each column that changes. */
const countsOf = (plans: readonly RowPlan[]): string[] =>
  COLUMNS.flatMap(({ field, label }) => {
    const count = plans.filter(({ changes }) => changes.some((change) => change.field === field)).length
    return count === 0 ? [] : [`${label}: ${count}`]
  })

function linesOf(plan: RowPlan): Line[] {
  const { line, changes, blocked, doubt } = plan
  if (blocked !== null)
    return [{ key: `${line}`, plan, column: '', from: '', to: '', note: `Left out. ${blocked}` }]
  return changes.map(({ field, label, from, to }, nth) => ({
    key: `${line} ${field}`,
    plan,
    column: label,
    from,
    to,
    note: (nth === 0 && doubt) || '',
  }))
}

const LINE_COLUMNS: readonly Column<Line>[] = [
  { id: 'line', label: 'Row', value: ({ plan }) => plan.line, align: 'right' },
  { id: 'upc', label: 'UPC', value: ({ plan }) => plan.upc },
  { id: 'name', label: 'Name', value: ({ plan }) => plan.name, wide: true },
  { id: 'column', label: 'Column', value: ({ column }) => column },
  { id: 'from', label: 'From', value: ({ from }) => from },
  { id: 'to', label: 'To', value: ({ to }) => to },
  { id: 'note', label: 'Note', value: ({ note }) => note, wide: true },
]
