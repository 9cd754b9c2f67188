import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { showDollars } from '#src/ui/format.ts'
import { adjustedOf, type MarginRow } from './margin-rows.ts'
import classes from './margins.module.css'

interface LocationMarginProps {
  row: MarginRow
  price: string
  location: string | null
}

/** A margin on everything that a location buys: it is changed on the location's own screen. */
export const LocationMargin = ({ row, price, location }: LocationMarginProps) => (
  <p className={classes.line}>
    {row.company_location !== null && (
      <Link to={to.customerFees(row.company_location)} className={classes.link}>
        {location}
      </Link>
    )}
    <span>
      {row.type === 'f' ? showDollars(row.amount) : `${row.amount} %`} on everything it buys,{' '}
      {row.description}
    </span>
    <span className={classes.number}>{adjustedOf(row, price)}</span>
  </p>
)
