import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button } from '@mantine/core'

export function NotFound() {
  return (
    <EmptyState
      title="There is nothing at this address"
      action={<Button renderRoot={(props) => <Link to={to.orders()} {...props} />}>Go to the orders</Button>}
    />
  )
}
