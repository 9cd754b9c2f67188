import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useCell } from './cell.ts'
import { snackbars } from './snackbar.ts'
import classes from './Snackbars.module.css'

/** The place where snackbars appear; a screen reader says them without being asked. */
export function Snackbars() {
  const shown = useCell(snackbars)
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {shown.map(({ id, text, kind }) => (
        <div key={id} className={classes.snack} data-kind={kind}>
          {kind === 'ok' ? <IconCheck size={20} aria-hidden /> : <IconAlertTriangle size={20} aria-hidden />}
          <span>{text}</span>
        </div>
      ))}
    </div>
  )
}
