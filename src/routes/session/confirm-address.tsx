/** `/confirmAddress#…`: where the link in the mail leads. */
import { AccountLinkScreen } from '#features/session/AccountLinkScreen.tsx'
import { client } from '#src/app/device.ts'
import { useLocation } from '@tanstack/react-router'

export default function ConfirmAddressRoute() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <AccountLinkScreen client={client} call="confirmaddress" token={token} />
}
