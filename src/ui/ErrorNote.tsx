import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Note } from './Note.tsx'

interface ErrorNoteProps {
  children: ReactNode
  /** It is read out when there is time for it, and interrupts nobody. */
  isQuiet?: boolean
}

/** What went wrong, where it went wrong, in the server's words. Nothing while there is nothing to say. */
export function ErrorNote({ children, isQuiet = false }: ErrorNoteProps) {
  if (!children) return null
  return (
    <Note tone="act" icon={<IconAlertTriangle size={20} aria-hidden />} role={isQuiet ? 'status' : 'alert'}>
      {children}
    </Note>
  )
}
