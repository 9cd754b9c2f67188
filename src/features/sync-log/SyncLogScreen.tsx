import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { Button, Skeleton } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { Ledger } from './Ledger.tsx'
import { needsYou } from './log.ts'
import { NeedsYouList } from './NeedsYouList.tsx'
import classes from './sync-log.module.css'
import { Transfer } from './Transfer.tsx'
import { useSyncLog } from './use-sync-log.ts'

export interface SyncLogScreenProps {
  engine: Engine
  client: Client
  person: User | null
  deviceId: () => Promise<string>
  go: (path: string) => void
}

/** A day's work on one device; more is read when it is asked for. */
const STEP = 2_000

/** `/sync`: what needs a person, and under it every edit of the last days on this device. Works offline. */
export function SyncLogScreen({ engine, client, person, deviceId, go }: SyncLogScreenProps) {
  const [most, setMost] = useState(STEP)
  const log = useSyncLog(engine.db, most)
  const status = useSyncExternalStore(engine.status.subscribe, engine.status.get)
  const { refused, conflicts, unsent, acknowledged, serverReachable } = status
  const scanned = acknowledged.today + unsent + refused + conflicts

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>Sync</h1>
          <p className={classes.counts} role="status">
            {scanned} scanned · {acknowledged.today} acknowledged
            {unsent > 0 && ` · ${unsent} unsent`}
          </p>
        </div>
        <div className={classes.acts}>
          {can(person, 'devices.see') && (
            <Button variant="default" onClick={() => go('/devices')}>
              Devices
            </Button>
          )}
          <Transfer
            engine={engine}
            client={client}
            person={person}
            deviceId={deviceId}
            outbox={log?.outbox ?? []}
            reachable={serverReachable}
          />
        </div>
      </header>
      {!serverReachable && (
        <p className={classes.quiet} role="status">
          The server is not in reach. Everything below is on this device, and what is unsent is sent by itself
          later.
        </p>
      )}
      {log ? (
        <>
          <NeedsYouList
            needs={needsYou(log.outbox)}
            names={log.names}
            engine={engine}
            client={client}
            person={person}
            reachable={serverReachable}
            go={go}
          />
          <Ledger
            entries={log.entries}
            names={log.names}
            onMore={log.more ? () => setMost(most + STEP) : undefined}
          />
        </>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </div>
  )
}
