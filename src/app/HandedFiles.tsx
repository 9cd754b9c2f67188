import { can } from '#contract/permissions.ts'
import { forgetHanded, handedFiles, purposeOf } from '#src/db/handed-files.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { device } from './device.ts'
import classes from './Shell.module.css'

/** By purpose: who may take a file, where, and what everybody else reads. */
const PURPOSES = {
  receipt: {
    right: 'receipts.manage',
    place: to.receiptUpload,
    open: 'Open as a receipt',
    isFor: 'Receipts are for the back office.',
  },
  outbox: {
    right: 'outbox.import',
    place: to.sync,
    open: 'Open as unsent changes',
    isFor: 'Unsent changes are brought in by a foreman or the office.',
  },
} as const

/** The files that the system handed to the app and that no screen has taken yet. */
export function HandedFiles() {
  const { person } = useSignedIn()
  const go = useGo()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const files = useLiveQuery(() => handedFiles(device), []) ?? []
  return files.map((file) => {
    const { right, place, open, isFor } = PURPOSES[purposeOf(file)]
    const isThere = place().to === path
    return (
      <div key={file.id} className={classes.banner} role="status">
        <span>
          “{file.name}” was handed to Larder.{' '}
          {!can(person, right)
            ? `${isFor} It is kept on this device for a day.`
            : isThere && 'It waits until the other file is done.'}
        </span>
        {can(person, right) && !isThere && (
          <Button kind="main" onClick={() => go(place())}>
            {open}
          </Button>
        )}
        <Button onClick={() => void forgetHanded(device, file.id)}>Remove</Button>
      </div>
    )
  })
}
