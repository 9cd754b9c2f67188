import type { ReactNode } from 'react'
import classes from './Note.module.css'

interface NoteProps {
  tone: 'act' | 'info'
  icon: ReactNode
  /** An alert interrupts a screen reader; a status is read out when there is time for it. */
  role: 'alert' | 'status'
  children: ReactNode
}

/** A line about what is on the screen: what went wrong, or what happens to it. */
export const Note = ({ tone, icon, role, children }: NoteProps) => (
  <div role={role} className={classes.note} data-tone={tone}>
    {icon}
    <div>{children}</div>
  </div>
)
