import type { Device } from '#contract/sync/devices.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { showAge } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { showTime } from '#src/ui/show-time.ts'
import { differedWords, holdingWords } from './device-words.ts'

/** Ages are told as they were at `readAt`, ms. */
export const deviceColumns = (readAt: number): Column<Device>[] => [
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
  { id: 'device_id', label: 'Device', value: ({ device_id }) => device_id.slice(0, 8) },
]
