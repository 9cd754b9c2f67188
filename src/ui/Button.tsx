import { Button as MantineButton, Loader, VisuallyHidden } from '@mantine/core'
import { useId, type MouseEvent, type ReactNode, type Ref } from 'react'
import classes from './Button.module.css'
import { snackbar } from './snackbar.ts'

export interface ButtonProps {
  children: ReactNode
  onClick?: () => void
  /**
   * `main` is the one filled action of a screen or dialog. `danger` destroys something and names it. `exception` marks
   * something that is not as ordered.
   */
  kind?: 'main' | 'plain' | 'danger' | 'exception'
  /** `floor` is for gloves: 56 px at least, large words. It is a plain `<button>`: a scan draws a dozen of them. */
  size?: 'floor' | undefined
  icon?: ReactNode
  /** The content at the button's other end, as far from its words as there is room. */
  aside?: ReactNode
  /** Why the button cannot be pressed now. It stays reachable, is read out, and says its reason when it is pressed. */
  reason?: string | false | null | undefined
  /** The action is under way: the button keeps the focus, and a further press does nothing. */
  isBusy?: boolean
  /** Submits the form around it. */
  isSubmit?: boolean
  /** Has the focus when its dialog opens. */
  isFirst?: boolean
  /** The button's name where its words do not say it. */
  label?: string
  /** It is `label`: TypeScript takes any attribute with a hyphen, and the button would drop it. */
  'aria-label'?: never
  /** For a switch that looks like a button. */
  isPressed?: boolean
  /** For a button that opens something: whether that is open. */
  isOpen?: boolean
  ref?: Ref<HTMLButtonElement>
}

const LOOK = {
  main: {},
  plain: { variant: 'default' },
  danger: { variant: 'outline' },
  exception: { variant: 'default' },
} as const

/** A button that is disabled with a reason (style, 5), never by the browser: that would take the focus away from it. */
export function Button({
  children,
  onClick,
  kind = 'plain',
  size,
  icon,
  aside,
  reason,
  isBusy = false,
  isSubmit = false,
  isFirst = false,
  label,
  isPressed,
  isOpen,
  ref,
}: ButtonProps) {
  const describedBy = useId()
  const isOff = Boolean(reason) || isBusy
  const button = {
    ref,
    type: isSubmit ? 'submit' : 'button',
    'aria-label': label,
    'aria-pressed': isPressed,
    'aria-expanded': isOpen,
    'aria-busy': isBusy || undefined,
    'aria-disabled': isOff || undefined,
    'aria-describedby': reason ? describedBy : undefined,
    title: reason || undefined,
    'data-kind': kind,
    'data-autofocus': isFirst || undefined,
    onClick: (event: MouseEvent) => {
      // Enter in a field presses the button, too.
      if (isOff) event.preventDefault()
      if (reason) snackbar(reason, 'bad')
      else if (!isBusy) onClick?.()
    },
  } as const
  const start = isBusy ? <Loader size={16} color="currentColor" /> : icon
  return (
    <>
      {size === 'floor' ? (
        <button {...button} className={classes.floor}>
          {start}
          {children}
          {aside !== undefined && <span className={classes.aside}>{aside}</span>}
        </button>
      ) : (
        <MantineButton
          {...LOOK[kind]}
          {...button}
          className={classes.button}
          leftSection={start}
          {...(aside !== undefined && { rightSection: aside, justify: 'space-between' })}
          data-disabled={isOff || undefined}
        >
          {children}
        </MantineButton>
      )}
      {reason && <VisuallyHidden id={describedBy}>{reason}</VisuallyHidden>}
    </>
  )
}
