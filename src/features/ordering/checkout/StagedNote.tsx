import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { showTime } from '#src/ui/show-time.ts'
import classes from '../cart.module.css'
import type { Staged } from './use-staged.ts'

/** Says whose staged order it is, how old the shown rows are, and what happens to changes. */
export function StagedNote({ stage }: { stage: Staged }) {
  const serverReachable = useServerReachable()
  if (!serverReachable)
    return (
      <>
        <OfflineNote>
          The server is not in reach. This is the staged order as of{' '}
          {stage.asOf === null ? 'when it was last seen' : showTime(new Date(stage.asOf).toISOString())}. What
          you change is kept here and sent later; others may have changed it meanwhile.
        </OfflineNote>
        <ErrorNote>{stage.problem}</ErrorNote>
      </>
    )
  return (
    <>
      <p className={classes.quiet} role="status">
        {stage.unsent > 0
          ? 'The last change is not sent yet.'
          : 'Everybody of this location sees it, and may change and order it.'}
      </p>
      <ErrorNote>{stage.problem}</ErrorNote>
    </>
  )
}
