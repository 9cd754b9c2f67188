import { can } from '#contract/permissions.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { whyNot } from '#src/sync/reachable.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '@mantine/core'
import { useState, useEffect } from 'react'
import { Ledger } from './Ledger.tsx'
import { needsYou, partsBeside } from './log.ts'
import { NeedsAttentionList } from './NeedsAttentionList.tsx'
import classes from './sync-log.module.css'
import { Transfer } from './Transfer.tsx'
import { useSyncLog } from './use-sync-log.ts'

/** A day's work on one device; more is read when it is asked for. */
const STEP_EDITS = 2_000

/** `/sync`: what needs a person, and under it every edit of the last days on this device. Works offline. */
export function SyncLogScreen({ deviceId }: { deviceId: () => Promise<string> }) {
  const { engine, person } = useSignedIn()
  const go = useGo()
  const [most, setMost] = useState(STEP_EDITS)
  const log = useSyncLog(engine.db, most)
  const status = useSyncStatus(engine)
  const { waiting, scanned, acknowledged } = status
  const trouble = whyNot(status)
  const unsent = waiting > 0 ? ` · ${waiting} unsent` : ''

  return (
    <div className={classes.page}>
      <PageHead title="Sync" note={`${scanned} scanned · ${acknowledged.today} acknowledged${unsent}`}>
        {can(person, 'devices.see') && <Button onClick={() => go(to.devices())}>Devices</Button>}
        <Transfer deviceId={deviceId} outbox={log?.outbox ?? []} />
      </PageHead>
      {trouble && (
        <p className={classes.quiet} role="status">
          {trouble}
        </p>
      )}
      <StorageHint />
      {log ? (
        <>
          <NeedsAttentionList
            needs={needsYou(log.outbox)}
            names={log.names}
            madeAt={log.madeAt}
            partsBeside={partsBeside(log.outbox)}
          />
          <Ledger
            entries={log.entries}
            names={log.names}
            madeAt={log.madeAt}
            onMore={log.more ? () => setMost(most + STEP_EDITS) : undefined}
          />
        </>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </div>
  )
}

/** Whether the browser may delete what is stored here without asking; false while that is not known. */
function useMayBeDeleted(): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    let isShown = true
    // Old browsers have no such promise to give.
    const asked = navigator.storage?.persisted?.() ?? Promise.resolve(false)
    asked.then(
      (isKept) => isShown && setMay(!isKept),
      () => undefined,
    )
    return () => void (isShown = false)
  }, [])
  return may
}

/** The advice that keeps unsent edits: an app on the home screen keeps its storage, a page in a browser may not. */
function StorageHint() {
  if (!useMayBeDeleted()) return null
  return (
    <p className={classes.quiet}>
      This browser may delete what Larder keeps on this device, unsent changes too, after a week without use.
      Install Larder, or add it to the home screen, and work there. An iPhone keeps the app’s data apart from
      Safari’s.
    </p>
  )
}
