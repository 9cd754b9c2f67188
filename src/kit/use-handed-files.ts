import { can } from '#contract/permissions.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import type { DeviceDatabase } from '#src/db/device.ts'
import {
  handedFiles,
  purposeOf,
  takeHanded,
  type HandedFile,
  type HandedPurpose,
} from '#src/db/handed-files.ts'
import { createCell } from '#src/ui/cell.ts'
import { useSignedIn } from './signed-in.ts'

/** The files that the system handed to the app and that no screen has taken yet. */
export const useHandedFiles = (device: DeviceDatabase): readonly HandedFile[] =>
  useLiveQuery(() => handedFiles(device), [device]) ?? []

/** By purpose: who may take a file, and what everybody else reads. */
export const HANDED_PURPOSES = {
  receipt: {
    right: 'receipts.manage',
    open: 'Open as a receipt',
    isFor: 'Receipts are for the back office.',
  },
  outbox: {
    right: 'outbox.import',
    open: 'Open as unsent changes',
    isFor: 'Unsent changes are brought in by a foreman or the office.',
  },
} as const

/** Why the shown screen does not take a file yet; false where it takes the next one, or takes none. */
export const handedReason = createCell<string | false>(false)

/** The reason of a screen that works on another file. */
export const OTHER_FILE_OPEN = 'It waits until the other file is done.'

/**
 * Takes the next file that the system handed to the app for this purpose, as soon as one waits, the screen can take it and the
 * person may.
 * @param reason why it cannot be taken now: the banner of the file says so
 * @param onFile called once a file, in one tab; the next file is taken after it has resolved
 */
export function useHandedFile(
  wanted: HandedPurpose,
  reason: string | false,
  onFile: (file: File) => Promise<void>,
): void {
  const { device, person } = useSignedIn()
  const isAllowed = can(person, HANDED_PURPOSES[wanted].right)
  const next = useHandedFiles(device).find((file) => purposeOf(file) === wanted)?.id
  useEffect(() => {
    handedReason.set(reason)
    return () => handedReason.set(false)
  }, [reason])
  const isTaking = useRef(false)
  const [takenCount, setTakenCount] = useState(0)
  async function take() {
    isTaking.current = true
    try {
      const file = await takeHanded(device, wanted)
      if (file) await onFile(file)
      setTakenCount((before) => before + 1)
    } catch {
      // The device's storage fails: the banner of the file stays, and the app's own says so.
    } finally {
      isTaking.current = false
    }
  }
  useEffect(() => {
    if (next && isAllowed && reason === false && !isTaking.current) void take()
    // By the file and whether it can be taken, not by every new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [next, isAllowed, reason, takenCount])
}
