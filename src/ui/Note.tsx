import type { ReactNode } from 'react'
import classes from './Note.module.css'

interface NoteProps {
  tone: 'act' | 'info'
  icon: ReactNode
  /** An alert interrupts who hears the page; a status is read out when there is time for it. */
  role: 'alert' | 'status'
  children: ReactNode
}

/** A line about what one sees: what went wrong, or what becomes of it. */
export const Note = ({ tone, icon, role, children }: NoteProps) => (
  <div role={role} className={classes.note} data-tone={tone}>
    {icon}
    <div>{children}</div>
  </div>
)
