/** `/newPassword#…`: where the link in the mail leads. */
import { NewPasswordScreen } from '#features/session/NewPasswordScreen.tsx'
import { client } from '#src/app/device.ts'
import { useLocation } from '@tanstack/react-router'

export default function NewPasswordRoute() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <NewPasswordScreen client={client} token={token} />
}
