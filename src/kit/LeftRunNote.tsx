import { Button } from '#src/ui/Button.tsx'
import { IconPlayerPause } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { KeptRow } from './kept-run.ts'
import classes from './LongRun.module.css'

interface LeftRunNoteProps {
  rows: readonly KeptRow[]
  /** As people read it. */
  when: string
  labelOf: (id: string) => ReactNode
  onForget: () => void
}

/** On a screen whose run was left before its end, with the tab perhaps: how far it came. */
export function LeftRunNote({ rows, when, labelOf, onForget }: LeftRunNoteProps) {
  const unheard = rows.filter(({ at }) => at === 'running')
  const waiting = rows.filter(({ at }) => at === 'waiting')
  if (unheard.length + waiting.length === 0) return null
  return (
    <div role="status" className={classes.left}>
      <IconPlayerPause size={20} aria-hidden />
      <div>
        <b>{`The last run was left before its end, ${when}.`}</b>
        {unheard.length > 0 && (
          <p>
            What became of <Names rows={unheard} labelOf={labelOf} /> was not heard. Choose it again: it is
            not done twice.
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

const Names = ({ rows, labelOf }: Pick<LeftRunNoteProps, 'rows' | 'labelOf'>) =>
  rows.map(({ id }, n) => (
    <Fragment key={id}>
      {n > 0 && ', '}
      {labelOf(id)}
    </Fragment>
  ))
