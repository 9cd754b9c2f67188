import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ErrorNote.module.css'

interface ErrorNoteProps {
  children: ReactNode
  /** It is read out when there is time for it, and interrupts nobody. */
  isQuiet?: boolean
}

/** What went wrong, where it went wrong, in the server's words. Nothing while there is nothing to say. */
export function ErrorNote({ children, isQuiet = false }: ErrorNoteProps) {
  if (!children) return null
  return (
    <div role={isQuiet ? 'status' : 'alert'} className={classes.note}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
