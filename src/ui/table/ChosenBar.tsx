import { Button } from '../Button.tsx'
import classes from './DataTable.module.css'
import type { RowChoice } from './use-choice.ts'

interface ChosenBarProps<Row> {
  choice: RowChoice<Row>
  /** What the search and the filters leave. */
  listed: readonly Row[]
}

/** The acts on the chosen rows; shown while there are any. */
export function ChosenBar<Row>({ choice, listed }: ChosenBarProps<Row>) {
  const { chosen } = choice
  if (chosen.length === 0) return null
  const hidden = chosen.filter((row) => !listed.includes(row)).length
  return (
    <div className={classes.chosen} role="region" aria-label="Chosen rows">
      <span role="status">
        <b>{chosen.length} chosen</b>
        {hidden > 0 && `, ${hidden} of them not in this list`}
      </span>
      {choice.actions}
      <Button onClick={choice.reset}>Choose none</Button>
    </div>
  )
}
