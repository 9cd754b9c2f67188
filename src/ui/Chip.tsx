import type { ReactNode } from 'react'
import classes from './Chip.module.css'

export type Tone = 'ok' | 'info' | 'warn' | 'act' | 'plain'

/** A word in a coloured capsule. The word says it; the colour only helps to find it. */
export function Chip({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
