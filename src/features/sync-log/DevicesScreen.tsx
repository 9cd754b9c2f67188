import { Device } from '#contract/sync/devices.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { UNSORTED } from '#src/ui/table-view.ts'
import { wholeSource } from '#src/ui/use-paged-rows.ts'
import { useRead } from '#src/ui/use-read.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconDevices, IconLock, IconRefresh } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { deviceColumns } from './device-columns.tsx'
import classes from './sync-log.module.css'

interface DevicesScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
}

const rowKey = ({ device_id, user }: Device) => `${device_id} ${user}`

/** `/devices`: what each device last said of itself, for whoever asks where an order's edits are. Online only. */
export function DevicesScreen({ client, person, serverReachable }: DevicesScreenProps) {
  if (!person) return <Skeleton height={320} radius="md" />
  if (can(person, 'devices.see'))
    return <Devices client={client} person={person} serverReachable={serverReachable} />
  return (
    <>
      <h1>Devices</h1>
      <EmptyState icon={<IconLock size={40} />} title="The devices are for foremen and the office">
        Your own device’s changes are under Sync.
      </EmptyState>
    </>
  )
}

function Devices({ client, person, serverReachable }: DevicesScreenProps) {
  const read = useCallback(
    (signal: AbortSignal) =>
      client.api('GET', 'devices', { query: { no_page: 1 }, schema: Device.array(), signal }),
    [client],
  )
  const { value: devices, readAt, failure, busy, reload } = useRead(read, serverReachable)
  const problem = failure ? errorText(failure) : null
  const [table, setTable] = useState(UNSORTED)
  const columns = useMemo(() => deviceColumns(readAt), [readAt])
  const holding = devices?.filter(({ unsent_count }) => unsent_count > 0).length ?? 0
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>Devices</h1>
          {devices && (
            <p className={classes.counts} role="status">
              {devices.length} seen · {holding} with unsent changes
            </p>
          )}
        </div>
        {serverReachable && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={busy}
            onClick={reload}
          >
            Refresh
          </Button>
        )}
      </header>
      <ErrorNote>{problem}</ErrorNote>
      {!serverReachable && !devices && (
        <NeedsServer>
          What other devices hold is known to the server only. It loads by itself when the server is back.
        </NeedsServer>
      )}
      {!serverReachable && devices && (
        <p className={classes.quiet} role="status">
          The server is not in reach: this is what it last said.
        </p>
      )}
      {(devices || serverReachable) && (
        <DataTable
          label="Devices"
          hasEndpoint={false}
          columns={columns}
          source={wholeSource(devices, problem !== null)}
          rowKey={rowKey}
          person={person}
          state={table}
          onState={setTable}
          empty={
            <EmptyState icon={<IconDevices size={40} />} title="No device has been heard of yet">
              A device shows here when it has sent its first change.
            </EmptyState>
          }
        />
      )}
    </div>
  )
}
