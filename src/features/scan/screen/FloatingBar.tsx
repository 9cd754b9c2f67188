import { needYou as needYouWords, sentWord } from '#src/ui/format.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBarcode,
  IconCircleCheck,
  IconClockUp,
  IconDeviceFloppy,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import { useCell } from '#src/ui/cell.ts'
import classes from './floating.module.css'
import { Button } from '#src/ui/Button.tsx'
import type { ScanSession } from '../session/index.ts'

interface FloatingBarProps {
  session: ScanSession
  onScan: () => void
  onSave: () => void
  /** The note about the last scan. */
  children: ReactNode
}

/**
 * A054: saving status, scan and save, always within the thumb's reach, with the last act, to be undone. The answer to
 * the last scan is above them, on screen wherever the list is scrolled to.
 */
export const FloatingBar = memo(function FloatingBar(props: FloatingBarProps) {
  const { session, onScan, onSave, children } = props
  return (
    <div className={classes.foot}>
      {children}
      <div className={classes.floating} role="toolbar" aria-label="Scan actions">
        <SavingStatus session={session} />
        <Undo session={session} />
        <Button size="floor" icon={<IconBarcode size={26} aria-hidden />} kind="main" onClick={onScan}>
          Scan
        </Button>
        <Button size="floor" icon={<IconDeviceFloppy size={26} aria-hidden />} onClick={onSave}>
          Save
        </Button>
      </div>
    </div>
  )
})

/** Undo, with what it takes back; afterwards what it took back. */
function Undo({ session }: { session: ScanSession }) {
  const last = useCell(session.view, (view) => view.acts.at(-1))
  const undone = useCell(session.view, (view) => view.undone)
  const what = undone === null ? last?.label : `Undone: ${undone}`
  return (
    <Button
      size="floor"
      label={last ? `Undo ${last.label}` : 'Undo'}
      reason={!last && 'Nothing to undo yet.'}
      icon={<IconArrowBackUp size={26} aria-hidden />}
      onClick={() => void session.undo()}
    >
      Undo
      {what !== undefined && <span className={classes.what}>{what}</span>}
    </Button>
  )
}

/**
 * The numbers of stored, waiting and acknowledged edits. It is red only when a person must act, and
 * then opens the panel that says why.
 */
function SavingStatus({ session }: { session: ScanSession }) {
  const { engine, showSync } = useSignedIn()
  const status = useSyncStatus(engine)
  // One scan is stored before a word could be read; that scans wait for each other is worth one.
  const storing = useCell(session.view, (view) => view.queued > 1)
  const { waiting, needYou, storageTrouble } = status
  const act = storageTrouble || needYou > 0
  const word = storageTrouble
    ? 'Cannot store'
    : needYou > 0
      ? needYouWords(needYou)
      : storing
        ? 'Storing'
        : sentWord(waiting)
  const Icon = act ? IconAlertTriangle : waiting > 0 ? IconClockUp : IconCircleCheck
  const said = (
    <>
      <Icon size={22} aria-hidden /> {word}
    </>
  )
  return (
    <div
      className={classes.saving}
      role="status"
      aria-label="Saving status"
      data-tone={act ? 'act' : undefined}
    >
      {act ? (
        <button type="button" className={classes.look} onClick={showSync}>
          {said}
        </button>
      ) : (
        said
      )}
    </div>
  )
}
