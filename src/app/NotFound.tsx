import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function NotFound() {
  return (
    <EmptyState
      title="There is nothing at this address"
      action={<Button renderRoot={(props) => <Link to="/orders" {...props} />}>Go to the orders</Button>}
    />
  )
}
