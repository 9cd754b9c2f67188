import type { Engine } from '#src/sync/engine.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useIsOutdated, useWaitingVersion } from './service-worker.ts'
import classes from './Shell.module.css'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import { forgetGivenBack, readGivenBack } from '#src/sync/store/meta.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { plural } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import { useLiveQuery } from 'dexie-react-hooks'

/**
 * Shows what concerns the whole app: a device that cannot store, a new version that waits, and a server that was set
 * back.
 */
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

/** Offers the new version and never forces it, because a person may be in the middle of an order. */
function NewVersion({ engine }: { engine: Engine }) {
  const version = useWaitingVersion()
  const [busy, setBusy] = useState(false)
  if (!version) return null

  async function switchOver() {
    setBusy(true)
    // Whether the edits can be sent or not, nothing is lost: they are stored on the disk.
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

/** Shows what this device has sent again after a restore of the server, until a person has read it. */
function GivenBackNote({ engine }: { engine: Engine }) {
  const go = useGo()
  const given = useLiveQuery(() => readGivenBack(engine.db), [engine])
  if (!given) return null
  return (
    <div className={classes.banner} role="status">
      <span>
        The server was set back to {showTime(given.to)}. {plural(given.count, 'change')} of yours after that{' '}
        {given.count === 1 ? 'is' : 'are'} sent to it again. What it cannot take needs you.
      </span>
      <Button onClick={() => go(to.sync())}>Look</Button>
      <Button onClick={() => void forgetGivenBack(engine.db)}>OK</Button>
    </div>
  )
}
