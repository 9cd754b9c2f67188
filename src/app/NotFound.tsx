import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

export function NotFound() {
  return (
    <EmptyState
      title="There is nothing at this address"
      action={
        <ButtonLink kind="main" to={to.orders()}>
          Go to the orders
        </ButtonLink>
      }
    />
  )
}
