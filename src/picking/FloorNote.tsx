import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './picking.module.css'

const ICONS = { ok: IconCircleCheck, warn: IconHelpCircle, act: IconAlertTriangle }

interface FloorNoteProps {
  tone: keyof typeof ICONS
  /** The large text. Each of several texts has its own line. */
  title?: string | readonly string[]
  /** Whether a screen reader reads the note out at once. */
  isAlert?: boolean
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** A note that a gloved person reads at arm's length, with the buttons for it. */
export function FloorNote({ tone, title = [], isAlert = false, ref, children }: FloorNoteProps) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.note} data-tone={tone} role={isAlert ? 'alert' : undefined} ref={ref}>
      {[title].flat().map((text) => (
        <p className={classes.noteTitle} key={text}>
          <Icon size={32} aria-hidden />
          <span>{text}</span>
        </p>
      ))}
      {children}
    </div>
  )
}
