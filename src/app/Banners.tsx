import type { Engine } from '#src/sync/engine.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { GivenBackNote } from './GivenBack.tsx'
import { useIsOutdated, useWaitingVersion } from './service-worker.ts'
import classes from './Shell.module.css'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'

/** What concerns the whole app: a device that cannot store, a new version that waits, and a server that was set back. */
export function Banners({ engine }: { engine: Engine }) {
  const { storageTrouble } = useSyncStatus(engine)
  const isOutdated = useIsOutdated()
  useEffect(() => {
    if (isOutdated) engine.outdate()
  }, [engine, isOutdated])
  return (
    <>
      {storageTrouble && (
        <div className={classes.banner} data-tone="act" role="alert">
          <IconAlertTriangleFilled size={28} aria-hidden />
          <span>{storageTrouble.message}</span>
          {isOutdated && (
            <Button kind="main" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
        </div>
      )}
      {!isOutdated && <NewVersion engine={engine} />}
      <GivenBackNote engine={engine} />
    </>
  )
}

/** Offered, never forced: somebody may be in the middle of an order. */
function NewVersion({ engine }: { engine: Engine }) {
  const version = useWaitingVersion()
  const [busy, setBusy] = useState(false)
  if (!version) return null

  async function switchOver() {
    setBusy(true)
    // Whether it can be sent or not, nothing is lost: edits lie on the disk.
    await engine.saveNow().catch(() => undefined)
    version?.reload()
  }
  return (
    <div className={classes.banner} role="status">
      <span>
        {version.finishing
          ? 'A new version is ready. It starts when your last edit has arrived.'
          : 'A new version is ready'}
      </span>
      <Button kind="main" isBusy={busy} onClick={() => void switchOver()}>
        Reload
      </Button>
    </div>
  )
}
