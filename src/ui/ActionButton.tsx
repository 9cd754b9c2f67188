import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { snackbar } from './snackbar.ts'

interface ActionButtonProps extends ButtonProps {
  children: ReactNode
  onClick: () => void
  /** Why it cannot be pressed now. It stays reachable, is read out, and says its reason when pressed all the same. */
  reason?: string | false | null | undefined
}

/** A button that is disabled with a reason (style, 5). */
export function ActionButton({ reason, onClick, children, ...props }: ActionButtonProps) {
  const describedBy = useId()
  if (!reason)
    return (
      <Button {...props} onClick={onClick}>
        {children}
      </Button>
    )
  return (
    <>
      <Button
        {...props}
        data-disabled
        aria-disabled
        aria-describedby={describedBy}
        title={reason}
        onClick={() => snackbar(reason, 'bad')}
      >
        {children}
      </Button>
      <VisuallyHidden id={describedBy}>{reason}</VisuallyHidden>
    </>
  )
}
