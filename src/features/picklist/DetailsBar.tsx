import type { Act } from '#contract/orders/acts.ts'
import type { Engine } from '#src/sync/engine.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react'
import classes from './details.module.css'
import type { Marks } from './row-marks.ts'
import { SavingStatus } from './SavingStatus.tsx'

interface DetailsBarProps {
  engine: Engine
  marks: Marks
  busy: boolean
  last: Act | null
  onUndo: () => void
  onSave: () => void
  onCancel: () => void
}

/** A116: Save and Cancel, how saving goes, and the last act, to be undone. */
export function DetailsBar({ engine, marks, busy, last, onUndo, onSave, onCancel }: DetailsBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label="Pick list saving">
      <SavingStatus engine={engine} marks={marks} busy={busy} />
      <ActionButton
        variant="default"
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        reason={!last && 'Nothing to undo yet.'}
        aria-label={last ? `Undo ${last.label}` : 'Undo'}
        onClick={onUndo}
      >
        <span className={classes.undo}>Undo</span>
      </ActionButton>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button leftSection={<IconDeviceFloppy size={18} aria-hidden />} onClick={onSave}>
        Save
      </Button>
    </div>
  )
}
