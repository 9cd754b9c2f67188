import { Button } from '@mantine/core'
import classes from './form.module.css'
import type { Draft } from './use-draft.ts'

interface RestoredNoteProps {
  draft: Pick<Draft<object>, 'isRestored' | 'discard'>
  /** What is never kept, such as passwords. */
  without?: string
}

/** Above a form's fields: they hold what was typed before the page was loaded, and it can be forgotten. */
export function RestoredNote({ draft: { isRestored, discard }, without }: RestoredNoteProps) {
  if (!isRestored) return null
  return (
    <div className={classes.note} role="status">
      <span>
        {`What you typed before is here again${without ? `, without ${without}` : ''}. It is not saved.`}
      </span>
      <Button variant="default" onClick={discard}>
        Discard it
      </Button>
    </div>
  )
}
