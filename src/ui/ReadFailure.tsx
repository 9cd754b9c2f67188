import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNote } from './ErrorNote.tsx'

interface ReadFailureProps {
  /** Why it could not be read, in the server's words. */
  children: ReactNode
  busy: boolean
  onRetry: () => void
}

/** What a screen could not read, and the way to ask once more. */
export function ReadFailure({ children, busy, onRetry }: ReadFailureProps) {
  return (
    <>
      <ErrorNote>{children}</ErrorNote>
      <div>
        <Button variant="default" size="md" loading={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  )
}
