/** `/inventory/{id}` (C138, C139): the place of a screen that is not built. No entry and no button leads here. */
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconCloudOff, IconTools } from '@tabler/icons-react'

export default function CustomerInventoryRoute() {
  const offline = !useServerReachable()
  return (
    <>
      <h1>Inventory Customer</h1>
      <EmptyState
        icon={offline ? <IconCloudOff size={40} /> : <IconTools size={40} />}
        title={
          offline ? 'This screen needs the server, which is not in reach' : 'This screen is not built yet'
        }
        action={<ButtonLink to={to.orders()}>Go to the orders</ButtonLink>}
      >
        What one customer has in stock.
        {!offline && ' It works with the server only.'}
      </EmptyState>
    </>
  )
}
