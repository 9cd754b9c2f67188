import { Button } from '#src/ui/Button.tsx'
import { IconPlayerPause } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { KeptRow } from './kept-run.ts'
import classes from './LongRun.module.css'

interface LeftRunNoteProps {
  rows: readonly KeptRow[]
  /** The time, in words. */
  when: string
  labelOf: (id: string, call: string) => ReactNode
  /** The run was for a file of all rows. */
  makesFile: boolean
  onForget: () => void
}

/** Shows how far a run came that was left before its end, perhaps with the tab, on the run's screen. */
export function LeftRunNote({ rows, when, labelOf, makesFile, onForget }: LeftRunNoteProps) {
  const open = rows.filter(({ at }) => at !== 'told')
  const unheard = makesFile ? [] : open.filter(({ at }) => at === 'running')
  const waiting = makesFile ? [] : open.filter(({ at }) => at === 'waiting')
  if (open.length === 0) return null
  return (
    <div role="status" className={classes.left}>
      <IconPlayerPause size={20} aria-hidden />
      <div>
        <b>{`The last run was left before its end, ${when}.`}</b>
        {makesFile && (
          <p>
            Its file was not made. Choose again: <Names rows={open} labelOf={labelOf} />.
          </p>
        )}
        {unheard.length > 0 && (
          <p>
            What became of <Names rows={unheard} labelOf={labelOf} /> was not heard. Choose it again where it
            is still offered: it is not done twice.
          </p>
        )}
        {waiting.length > 0 && (
          <p>
            Not begun: <Names rows={waiting} labelOf={labelOf} />.
          </p>
        )}
      </div>
      <Button onClick={onForget}>Close</Button>
    </div>
  )
}

/** More names would hide the screen that shows the note. */
const MOST_NAMES = 12

function Names({ rows, labelOf }: Pick<LeftRunNoteProps, 'rows' | 'labelOf'>) {
  const more = rows.length - MOST_NAMES
  return (
    <>
      {rows.slice(0, MOST_NAMES).map(({ id, call }, n) => (
        <Fragment key={id}>
          {n > 0 && ', '}
          {labelOf(id, call)}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
