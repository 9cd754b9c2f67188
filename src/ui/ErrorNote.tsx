import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ErrorNote.module.css'

/** What went wrong, where it went wrong, in the server's words. Nothing while there is nothing to say. */
export function ErrorNote({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <div role="alert" className={classes.note}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
