import { Button } from './Button.tsx'
import classes from './form.module.css'

interface RestoredNoteProps {
  isRestored: boolean
  discard: () => void
  /** What is never kept, such as passwords. */
  without?: string
}

/** Above a form's fields: they hold what was typed before the page was loaded, and it can be forgotten. */
export function RestoredNote({ isRestored, discard, without }: RestoredNoteProps) {
  if (!isRestored) return null
  return (
    <div className={classes.note} role="status">
      <span>
        {`What you typed before is here again${without ? `, without ${without}` : ''}. It is not saved.`}
      </span>
      <Button onClick={discard}>Discard it</Button>
    </div>
  )
}
