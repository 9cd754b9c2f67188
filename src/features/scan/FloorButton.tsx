import type { ReactNode } from 'react'
import classes from './floor.module.css'

interface FloorButtonProps {
  children: ReactNode
  onClick?: () => void
  icon?: ReactNode
  /** `main` is what is pressed most here; `aside` puts something off. */
  look?: 'main' | 'aside'
  /** For a button that is on or off. */
  pressed?: boolean
  /** Why it cannot be pressed now: it is read out, and shown on a long touch. */
  reason?: string | false | null | undefined
  label?: string
  className?: string
  type?: 'submit'
}

/** A button for a gloved thumb: 56 px at least, disabled with a reason. */
export function FloorButton(props: FloorButtonProps) {
  const { children, onClick, icon, look, pressed, reason, label, className, type } = props
  return (
    <button
      type={type ?? 'button'}
      className={`${classes.button} ${className ?? ''}`}
      data-look={look}
      aria-label={label}
      aria-pressed={pressed}
      disabled={Boolean(reason)}
      title={reason || undefined}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  )
}
