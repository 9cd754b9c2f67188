import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { ReactNode } from 'react'

/** The content of a pick list's screen where no list is handed over or remembered: the way to the generator (A049). */
export const NoPickList = ({ children }: { children: ReactNode }) => (
  <EmptyState
    title="No pick list is open"
    action={
      <ButtonLink kind="main" to={to.pickList()}>
        Pick List
      </ButtonLink>
    }
  >
    {children}
  </EmptyState>
)
