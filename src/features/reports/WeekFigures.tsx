import type { FigureSummary } from '#contract/reports/figures.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { plural, showDollars } from '#src/ui/format.ts'
import { useMemo } from 'react'
import { daysUntil, shareOf } from './figures.ts'
import { summaryQuery } from './queries.ts'

/** Above the orders of those who lead the house: the last seven days in one line, and the way to all figures. */
export function WeekFigures() {
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const { start, end } = daysUntil(today)
  const query = useMemo(() => summaryQuery(start, end), [start, end])
  const { value, failure } = useServerQuery(query)
  const isReachable = useServerReachable()
  if (!value && (failure !== null || !isReachable)) return null
  return (
    <section aria-label="Last seven days" aria-busy={!value}>
      <p>
        <b>Last seven days</b> {value && wordsOf(value)}
      </p>
      <Link to={to.figures()}>All figures</Link>
    </section>
  )
}

function wordsOf({ total, picking }: FigureSummary): string {
  const fill = shareOf(BigInt(picking.pieces_picked), BigInt(picking.pieces_ordered))
  const facts = [
    `${showDollars(total)} invoiced`,
    fill !== null && `${fill} % filled`,
    picking.short_lines > 0 && plural(picking.short_lines, 'short line'),
    picking.late_orders > 0 && `${plural(picking.late_orders, 'order')} after the cut-off`,
  ]
  return facts.filter(Boolean).join(' · ')
}
