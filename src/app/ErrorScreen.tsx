import { errorText } from '#src/api/errors.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { ErrorComponentProps } from '@tanstack/react-router'

/** A screen that broke. Entered values are on the disk; the way on is to load again. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  return (
    <div role="alert">
      <EmptyState
        title="This screen has a problem"
        action={
          <Button kind="main" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {errorText(error)} Everything that you entered is kept on this device.
      </EmptyState>
    </div>
  )
}
