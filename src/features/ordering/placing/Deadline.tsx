import type { CompanyLocation } from '#contract/people/schema.ts'
import { useOrderingTerms } from '#src/kit/use-today.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import classes from './deadline.module.css'
import { deadlineOf, latenessOf } from './late.ts'

interface DeadlineProps {
  /** When the order is to be delivered. */
  day: string
  /** Where, which says what a late order costs. */
  location: CompanyLocation | undefined
}

/** At the foot of every ordering screen: for which day one orders, and until when. */
export function Deadline({ day, location }: DeadlineProps) {
  const { engine } = useSignedIn()
  const { clock, terms } = useOrderingTerms(engine)
  return (
    <p className={classes.deadline}>
      {deadlineOf(clock, terms, day) ?? latenessOf(clock, terms, day, location)?.words}
    </p>
  )
}
