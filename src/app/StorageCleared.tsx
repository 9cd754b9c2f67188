import { countCarts } from '#features/ordering/carts.ts'
import { saveOutbox } from '#features/sync-log/save-outbox.ts'
import { errorText } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './Shell.module.css'
import { inMemoryWords } from './sync-words.ts'
import type { TopBarProps } from './TopBar.tsx'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'

interface StorageClearedProps extends Pick<TopBarProps, 'area'> {
  engine: Engine
  /** The device has stored the data again: the person's engine is to be opened again. */
  onStored: () => void
}

/**
 * Replaces every screen when the device's storage was cleared under the page. The page sends and stores again by
 * itself what it still holds (`src/sync/send/rescue.ts`). The screen says what is only in memory until then, and what
 * is lost.
 */
export function StorageCleared({ engine, area, onStored }: StorageClearedProps) {
  const { rescue } = useSyncStatus(engine)
  const [said, setSaid] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isDone = rescue !== null && rescue.isStored && rescue.lost === 0
  useEffect(() => {
    if (isDone) onStored()
    // Once: the engine that opens then has a status of its own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDone])
  if (!rescue || isDone) return null

  const { waiting, lost, isFull, isStored } = rescue
  const carts = countCarts(engine.heldFacts())
  const noun = engine.user.is_staff ? 'scan' : 'change'
  async function exportHeld() {
    setProblem(null)
    try {
      await saveOutbox(await engine.exportOutbox())
      setSaid(`${plural(waiting, 'change')} exported. They are still in this page too.`)
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <>
      {!isStored && (
        <header className={classes.bar} data-area={area}>
          <p className={classes.pill} data-shape="act" data-only role="alert">
            <IconAlertTriangleFilled size={22} aria-hidden />
            {inMemoryWords(rescue, carts, noun)}
          </p>
        </header>
      )}
      <div className={classes.spacer} />
      <main className={classes.main}>
        <div className={classes.panel}>
          <h1>{isFull ? 'This device has no room' : 'The storage of this device was cleared'}</h1>
          {lost > 0 && (
            <p role="alert">
              {plural(lost, 'change')} that had not been sent cannot be brought back from here. Tell the
              office.
            </p>
          )}
          {isStored ? (
            <Button kind="main" onClick={onStored}>
              Go on
            </Button>
          ) : (
            <p>
              The browser has emptied what Larder keeps on this device. What is still in memory is being sent,
              and is stored again as soon as there is room: both by itself. Nothing new can be scanned until
              then.
              {isFull && ' To make room, delete photos, files or apps that nobody needs.'}
            </p>
          )}
          {waiting > 0 && !isStored && <Button onClick={() => void exportHeld()}>Export to a file</Button>}
          <p role="status">{said}</p>
          <ErrorNote>{problem}</ErrorNote>
        </div>
      </main>
    </>
  )
}
