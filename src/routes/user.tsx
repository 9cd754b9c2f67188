/** `/user/add` and `/user/{id}`: a user's form. */
import { UserScreen } from '#features/users/UserScreen.tsx'
import { session } from '#src/app/device.ts'
import { useParams } from '@tanstack/react-router'

export default function UserRoute() {
  const { id = null } = useParams({ strict: false })
  return <UserScreen key={id ?? 'add'} id={id} onSelf={session.changedSelf} />
}
