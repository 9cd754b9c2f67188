import { useSignedIn } from '#src/kit/signed-in.ts'
import { IconAlertTriangle, IconCircleCheck, IconClockUp } from '@tabler/icons-react'
import classes from './details.module.css'
import type { Marks } from '../row-marks.ts'
import { sentWord } from '#src/ui/format.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'

/** A322: how autosave goes, without a dialog. Red only when a person must act. */
export function SavingStatus({ marks, busy }: { marks: Marks; busy: boolean }) {
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
