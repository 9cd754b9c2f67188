import { showTime } from '#src/ui/show-time.ts'
import classes from '../cart.module.css'

/** Without the server: how old the prices are that are shown. The order is made at those of the day on which it arrives. */
export const PricesAsOf = ({ at }: { at: number | null }) =>
  at !== null && (
    <p className={classes.quiet}>
      Prices as of {showTime(new Date(at).toISOString())}. The order is made at the prices of when it arrives.
    </p>
  )
