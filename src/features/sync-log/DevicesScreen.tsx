import { type Device, deviceWord } from '#contract/sync/devices.ts'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showAge } from '#src/ui/format.ts'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconDevices, IconRefresh } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { deviceColumns } from './device-columns.tsx'
import { BOUNDED, DEVICES, nameDevice } from './queries.ts'
import classes from './sync-log.module.css'
import { errorText } from '#src/api/errors.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'

interface DevicesProps {
  /** The id of this device. */
  deviceId: () => Promise<string>
}

/**
 * `/devices`: each device's last report about itself, for a person who looks for an order's edits, and the people whose
 * orders wait. Online only.
 */
export const DevicesScreen = (props: DevicesProps) => (
  <OnlyFor
    right="devices.see"
    title="Devices"
    refusal="The devices are for foremen and the office"
    instead="Your own device’s changes are under Sync."
  >
    {() => <Devices {...props} />}
  </OnlyFor>
)

function Devices({ deviceId }: DevicesProps) {
  const devices = useRows(DEVICES)
  const table = useTableProps()
  const [named, setNamed] = useState<Device | null>(null)
  const [here, setHere] = useState<string | null>(null)
  useEffect(() => void deviceId().then(setHere, () => undefined), [deviceId])
  const { readAt, needsServer } = devices
  const columns = useMemo(
    () => deviceColumns({ readAt, here, reason: needsServer && NEEDS_SERVER, onName: setNamed }),
    [readAt, here, needsServer],
  )
  const holding = devices.rows.filter((device) => device.unsent_count + device.needs_you_count > 0).length
  return (
    <div className={classes.page}>
      <PageHead
        title="Devices"
        note={devices.readAt > 0 && `${devices.total} seen · ${holding} with changes that are not here`}
      >
        {!devices.needsServer && (
          <Button icon={<IconRefresh size={18} aria-hidden />} isBusy={devices.busy} onClick={devices.reload}>
            Refresh
          </Button>
        )}
      </PageHead>
      <Bounded />
      <DataTable
        label="Devices"
        columns={columns}
        source={devices}
        {...table}
        offline="What other devices hold is known to the server only. It loads by itself when the server is back."
        empty={
          <EmptyState icon={<IconDevices size={40} />} title="No device has been heard of yet">
            A device shows here when it has sent its first change.
          </EmptyState>
        }
      />
      {named && <NameDevice device={named} onClose={() => setNamed(null)} />}
    </div>
  )
}

/** The people whose orders wait, because they ordered more than a setting allows. */
function Bounded() {
  const bounded = useRows(BOUNDED)
  if (bounded.rows.length === 0) return null
  return (
    <section aria-label="Customers whose orders wait">
      <ul>
        {bounded.rows.map(({ user, username, company, at, setting }) => (
          <li key={user}>
            {username}
            {company !== null && ` of ${company}`} ordered more than the setting <code>{setting}</code>{' '}
            allows, last {showAge(Date.parse(at), bounded.readAt)} ago. What is more waits on the device.
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NameDeviceProps {
  device: Device
  onClose: () => void
}

/** Gives a device the name on its sticker. An empty name removes it. */
function NameDevice({ device: { device_id, name }, onClose }: NameDeviceProps) {
  const [typed, setTyped] = useState(name ?? '')
  const save = useCall({
    call: (client, text: string) => nameDevice(client, device_id, text.trim() || null),
    invalidates: [DEVICES.queryKey],
  })
  return (
    <SaveDialog
      stays
      title={`Name ${deviceWord(device_id, null)}`}
      act="Save"
      failed="The name was not saved"
      explain={errorText}
      save={async () => void (await save(typed))}
      onBack={onClose}
    >
      <LineInput
        label="Name"
        description="As on its sticker. The history of an item says it."
        maxLength={40}
        value={typed}
        onChange={setTyped}
      />
    </SaveDialog>
  )
}
