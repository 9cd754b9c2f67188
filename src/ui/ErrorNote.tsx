import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Note } from './Note.tsx'

interface ErrorNoteProps {
  children: ReactNode
  /** A screen reader reads it when there is time for it, without an interruption. */
  isQuiet?: boolean
}

/** Shows an error where it happened, in the server's words. Shows nothing without an error. */
export function ErrorNote({ children, isQuiet = false }: ErrorNoteProps) {
  if (!children) return null
  return (
    <Note tone="act" icon={<IconAlertTriangle size={20} aria-hidden />} role={isQuiet ? 'status' : 'alert'}>
      {children}
    </Note>
  )
}
