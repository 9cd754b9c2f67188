import { deviceWord, type Device } from '#contract/sync/devices.ts'
import { errorText } from '#src/api/errors.ts'
import { useCall } from '#src/kit/use-save.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { DEVICES, nameDevice } from './queries.ts'

interface NameDeviceProps {
  device: Device
  onClose: () => void
}

/** Gives a device the name on its sticker; an empty one takes the name away. */
export function NameDevice({ device: { device_id, name }, onClose }: NameDeviceProps) {
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
      <TextInput
        label="Name"
        description="As on its sticker. The history of an item says it."
        size="md"
        maxLength={40}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </SaveDialog>
  )
}
