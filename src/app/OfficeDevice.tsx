import { ROLE } from '#contract/permissions.ts'
import { errorText } from '#src/api/errors.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { session, useSession } from './device.ts'

/**
 * Whether this is the office's own device. Elsewhere nothing is kept by which roles 1 to 8 sign in without a network
 * (docs/decisions/0211); others need no mark.
 */
export function OfficeDevice() {
  const role = useSession().user?.role_id
  const [isMarked, setMarked] = useState<boolean | null>(null)
  useEffect(() => {
    session.people.isOfficeDevice().then(setMarked, () => setMarked(false))
  }, [])
  if (role === undefined || role > ROLE.office) return null
  return (
    <Switch
      label="This is the office’s own device"
      description="After the next sign-in you can also sign in here without a network, for 14 days. Leave it off on a shared device."
      checked={isMarked === true}
      disabled={isMarked === null}
      onChange={({ currentTarget: { checked } }) => {
        setMarked(checked)
        session.people.markOfficeDevice(checked).catch((error: unknown) => {
          setMarked(!checked)
          snackbar(errorText(error), 'bad')
        })
      }}
    />
  )
}
