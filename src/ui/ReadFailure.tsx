import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'

interface ReadFailureProps {
  /** Why it could not be read, in the server's words. */
  children: ReactNode
  busy: boolean
  onRetry: () => void
  /** A335: beside a list it is said without an alert. */
  isQuiet?: boolean
}

/** A failed read of a screen, and the way to ask once more. */
export function ReadFailure({ children, busy, onRetry, isQuiet = false }: ReadFailureProps) {
  return (
    <>
      <ErrorNote isQuiet={isQuiet}>{children}</ErrorNote>
      <div>
        <Button icon={<IconRefresh size={18} aria-hidden />} isBusy={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  )
}
