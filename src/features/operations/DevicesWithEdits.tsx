import type { Operations } from '#contract/operations.ts'
import { deviceWord } from '#contract/sync/devices.ts'
import { showAge } from '#src/ui/format.ts'
import { Fact, FactCard } from './FactCard.tsx'

interface DevicesWithEditsProps {
  devices: Operations['devices']
  /** Ms. */
  now: number
}

/** The devices that hold unsent edits or edits that need a person. Draws nothing where there is none. */
export function DevicesWithEdits({ devices, now }: DevicesWithEditsProps) {
  if (devices.length === 0) return null
  return (
    <FactCard title="Devices that hold edits">
      {devices.map(({ device_id, name, username, last_seen, oldest_unsent, release, unsent, needs_you }) => (
        <Fact key={`${device_id} ${username}`} label={`${username}, ${deviceWord(device_id, name)}`}>
          {[
            unsent > 0 && oldest_unsent
              ? `${unsent} unsent, the oldest made ${showAge(Date.parse(oldest_unsent), now)} ago`
              : `${unsent} unsent`,
            `${needs_you} to decide`,
            `heard of ${showAge(Date.parse(last_seen), now)} ago`,
            release && `Larder ${release}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Fact>
      ))}
    </FactCard>
  )
}
