import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  /** What this place is for, or why it is empty. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
  icon?: ReactNode
}

/** A place with nothing in it yet: says what it is and what to do next. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon && <div aria-hidden>{icon}</div>}
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {action}
    </div>
  )
}
