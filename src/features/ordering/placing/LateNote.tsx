import { showDay } from '#src/ui/format.ts'
import { Button } from '#src/ui/Button.tsx'
import classes from '../cart.module.css'
import type { Lateness } from './late.ts'

/** The confirm step's note on an order after the cut-off, with the way to the next day. */
export function LateNote({ late, onChoose }: { late: Lateness; onChoose: (day: string) => void }) {
  return (
    <div className={classes.late} role="status">
      <p>{late.words}</p>
      <Button onClick={() => onChoose(late.nextDay)}>Deliver on {showDay(late.nextDay)} instead</Button>
    </div>
  )
}
