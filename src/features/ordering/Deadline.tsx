import type { CompanyLocation } from '#contract/people/schema.ts'
import { useOrderingTerms } from '#src/kit/use-today.ts'
import type { Engine } from '#src/sync/engine.ts'
import classes from './deadline.module.css'
import { deadlineOf, latenessOf } from './late.ts'

interface DeadlineProps {
  engine: Engine
  /** When the order is to be delivered. */
  day: string
  /** Where, which says what a late order costs. */
  location: CompanyLocation | undefined
}

/** At the foot of every ordering screen: for which day one orders, and until when. */
export function Deadline({ engine, day, location }: DeadlineProps) {
  const { clock, terms } = useOrderingTerms(engine)
  return (
    <p className={classes.deadline}>
      {deadlineOf(clock, terms, day) ?? latenessOf(clock, terms, day, location)?.words}
    </p>
  )
}
