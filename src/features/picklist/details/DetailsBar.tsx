import type { Act } from '#contract/orders/acts.ts'
import { Button } from '#src/ui/Button.tsx'
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockUp,
} from '@tabler/icons-react'
import classes from './details.module.css'
import type { Marks } from '../row-marks.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { sentWord } from '#src/ui/format.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'

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

/** A322: how autosave goes, without a dialog. Red only when a person must act. */
function SavingStatus({ marks, busy }: { marks: Marks; busy: boolean }) {
  const { engine } = useSignedIn()
  const { waiting, storageTrouble } = useSyncStatus(engine)
  const failed = marks.failed.length
  const act = storageTrouble !== null || failed > 0
  const word = storageTrouble
    ? 'Cannot store'
    : failed > 0
      ? `${failed} not saved`
      : busy
        ? 'Storing …'
        : sentWord(waiting)
  const Icon = act ? IconAlertTriangle : waiting > 0 ? IconClockUp : IconCircleCheck
  return (
    <span
      className={classes.status}
      role="status"
      aria-label="Saving status"
      data-tone={act ? 'act' : undefined}
    >
      <Icon size={20} aria-hidden />
      {word}
      {marks.deletions > 0 && ` · ${marks.deletions} to delete`}
    </span>
  )
}
