import { deviceWord, shortDeviceId, type Device } from '#contract/sync/devices.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { showAge } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { showTime } from '#src/ui/show-time.ts'
import { differedWords, holdingWords } from './device-words.ts'

const nameOrId = ({ device_id, name }: Device): string => name ?? shortDeviceId(device_id)

interface DeviceColumns {
  /** The time that ages are counted to, ms. */
  readAt: number
  /** The id of this device. */
  here: string | null
  /** Why no device can be named now, or false. */
  reason: string | false
  onName: (device: Device) => void
}

export const deviceColumns = ({ readAt, here, reason, onName }: DeviceColumns): Column<Device>[] => [
  { id: 'username', label: 'Who', value: ({ username }) => username },
  {
    id: 'unsent',
    label: 'Unsent',
    value: ({ unsent_count }) => unsent_count,
    cell: ({ unsent_count }) =>
      unsent_count > 0 ? (
        <Chip tone="warn">{unsent_count} unsent</Chip>
      ) : (
        <Chip tone="ok">Nothing unsent</Chip>
      ),
    badge: true,
  },
  {
    id: 'needs_you',
    label: 'Decisions',
    value: ({ needs_you_count }) => needs_you_count,
    isZeroDash: true,
    cell: ({ needs_you_count }) => needs_you_count > 0 && <Chip tone="warn">{needs_you_count} to make</Chip>,
  },
  {
    id: 'last_seen',
    label: 'Last seen',
    value: ({ last_seen }) => last_seen,
    text: ({ last_seen }) => `${showAge(Date.parse(last_seen), readAt)} ago`,
    exported: ({ last_seen }) => last_seen,
    cell: ({ last_seen }) => (
      <time dateTime={last_seen} title={showTime(last_seen)}>
        {showAge(Date.parse(last_seen), readAt)} ago
      </time>
    ),
  },
  {
    id: 'orders',
    label: 'For which orders',
    value: ({ unsent_count, needs_you_count }) => unsent_count + needs_you_count,
    // Nothing is held of no order: a card leaves it out.
    isZeroDash: true,
    text: (device) => holdingWords(device).join('; '),
    cell: (device) => holdingWords(device).map((words) => <div key={words}>{words}</div>),
    wide: true,
  },
  {
    id: 'differed',
    label: 'Put right',
    value: ({ differed_at }) => differed_at,
    text: ({ differed_at, differed }) => (differed_at ? differedWords(differed, differed_at, readAt) : ''),
    cell: ({ differed_at, differed }) =>
      differed_at && (
        <time dateTime={differed_at} title={showTime(differed_at)}>
          {differedWords(differed, differed_at, readAt)}
        </time>
      ),
    exported: ({ differed_at }) => differed_at ?? '',
  },
  {
    id: 'device_id',
    label: 'Device',
    value: nameOrId,
    exported: ({ device_id }) => device_id,
    cell: (device) => (
      <>
        {nameOrId(device)} {device.device_id === here && <Chip tone="ok">This device</Chip>}
      </>
    ),
  },
  controlColumn('name', 'Name', (device) => (
    <Button
      label={`Name ${deviceWord(device.device_id, device.name)}`}
      reason={reason}
      onClick={() => onName(device)}
    >
      {device.name === null ? 'Name it' : 'Rename'}
    </Button>
  )),
]
