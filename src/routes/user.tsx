/** `/user/add` and `/user/{id}`: a user's form. */
import { UserScreen } from '#features/users/UserScreen.tsx'
import { session } from '#src/app/device.ts'
import { useParams } from '@tanstack/react-router'
import { useOfficeProps } from './use-office-props.ts'

export default function UserRoute() {
  const props = useOfficeProps()
  const { id = null } = useParams({ strict: false })
  return <UserScreen key={id ?? 'add'} {...props} id={id} onSelf={session.changedSelf} />
}
