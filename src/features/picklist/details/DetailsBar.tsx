import type { Act } from '#contract/orders/acts.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react'
import classes from './details.module.css'
import type { Marks } from '../row-marks.ts'
import { SavingStatus } from './SavingStatus.tsx'

interface DetailsBarProps {
  marks: Marks
  busy: boolean
  last: Act | null
  onUndo: () => void
  onSave: () => void
  onCancel: () => void
}

/** A116: Save and Cancel, how saving goes, and the last act, to be undone. */
export function DetailsBar({ marks, busy, last, onUndo, onSave, onCancel }: DetailsBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label="Pick list saving">
      <SavingStatus marks={marks} busy={busy} />
      <Button
        icon={<IconArrowBackUp size={20} aria-hidden />}
        reason={!last && 'Nothing to undo yet.'}
        label={last ? `Undo ${last.label}` : 'Undo'}
        onClick={onUndo}
      >
        <span className={classes.undo}>Undo</span>
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      <Button kind="main" icon={<IconDeviceFloppy size={18} aria-hidden />} onClick={onSave}>
        Save
      </Button>
    </div>
  )
}
