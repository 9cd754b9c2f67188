import { can } from '#contract/permissions.ts'
import { forgetHanded, purposeOf } from '#src/db/handed-files.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { HANDED_PURPOSES, handedReason, useHandedFiles } from '#src/kit/use-handed-files.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCell } from '#src/ui/cell.ts'
import { useLocation } from '@tanstack/react-router'
import { device } from './device.ts'
import classes from './Shell.module.css'

/** The files that the system handed to the app and that no screen has taken yet. */
export function HandedFiles() {
  const { person } = useSignedIn()
  const go = useGo()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const reason = useCell(handedReason)
  return useHandedFiles(device).map((file) => {
    const purpose = purposeOf(file)
    const { right, open, isFor } = HANDED_PURPOSES[purpose]
    const place = to.handed(purpose)
    const isAllowed = can(person, right)
    const isThere = place.to === path
    // The screen takes it in this moment.
    if (isAllowed && isThere && reason === false) return null
    return (
      <div key={file.id} className={classes.banner} role="status">
        <span>
          “{file.name}” was handed to Larder.{' '}
          {isAllowed ? isThere && reason : `${isFor} It is kept on this device for a day.`}
        </span>
        {isAllowed && !isThere && (
          <Button kind="main" onClick={() => go(place)}>
            {open}
          </Button>
        )}
        <Button onClick={() => void forgetHanded(device, file.id)}>Remove</Button>
      </div>
    )
  })
}
