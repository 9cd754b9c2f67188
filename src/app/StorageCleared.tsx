import { saveOutbox } from '#features/sync-log/save-outbox.ts'
import { errorText } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { useState } from 'react'
import { session } from './device.ts'
import classes from './Shell.module.css'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'

interface StorageClearedProps {
  engine: Engine
  /** The device has it again: the person's engine is to be opened anew. */
  onStored: () => void
}

/**
 * In place of every screen when the device's storage was cleared under the page: what was unsent as last known, and what
 * this page still holds of it, to be stored again or exported.
 */
export function StorageCleared({ engine, onStored }: StorageClearedProps) {
  const status = useSyncStatus(engine)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const held = engine.heldInMemory()
  const unsent = Math.max(held, status.waiting)

  async function doing(work: () => Promise<void>) {
    setBusy(true)
    setProblem(null)
    await work().catch((error: unknown) => setProblem(errorText(error)))
    setBusy(false)
  }
  const storeAgain = () =>
    doing(async () => {
      await session.storeAgain()
      await engine.storeAgain()
      onStored()
    })
  const exportHeld = () =>
    doing(async () => {
      await saveOutbox(await engine.exportOutbox())
      setSaid(`${plural(held, 'change')} exported. They are still in this page too.`)
    })

  return (
    <main className={classes.main}>
      <div className={classes.panel} role="alert">
        <h1>The storage of this device was cleared</h1>
        <p>
          Somebody, or the browser itself, has cleared what this app keeps on this device.{' '}
          {unsent === 0
            ? 'As last known, everything had been sent.'
            : `As last known, ${plural(unsent, 'change')} had not been sent. This page still holds ${held === unsent ? 'all of them' : `${held} of them`}.`}
        </p>
        {held < unsent && (
          <p>{plural(unsent - held, 'change')} cannot be brought back from here. Tell the office.</p>
        )}
        <p>Stop scanning. Do not close or reload this page before you have chosen.</p>
        <Button kind="main" isBusy={busy} onClick={() => void storeAgain()}>
          {held > 0 ? 'Store again and go on' : 'Go on'}
        </Button>
        {held > 0 && (
          <Button isBusy={busy} onClick={() => void exportHeld()}>
            Export to a file
          </Button>
        )}
        <p role="status">{said}</p>
        <ErrorNote>{problem}</ErrorNote>
      </div>
    </main>
  )
}
