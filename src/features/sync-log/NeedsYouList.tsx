import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { ConflictCard } from './ConflictCard.tsx'
import type { NeedsYou } from './log.ts'
import type { Names } from './names.ts'
import { OrderCard } from './OrderCard.tsx'
import { RefusedCard } from './RefusedCard.tsx'
import classes from './sync-log.module.css'
import { needYou } from '#src/ui/format.ts'

export interface CardContext {
  names: Names
  engine: Engine
  client: Client
  person: User | null
  reachable: boolean
  go: (path: string) => void
}

/** The cards that are shown at once; the others follow as these are settled. */
const SHOWN = 50

/** What a person has to decide: whole orders first, then clashes, then single refusals. */
export function NeedsYouList({ needs, ...context }: CardContext & { needs: NeedsYou }) {
  const { orders, conflicts, refused } = needs
  const count = orders.length + conflicts.length + refused.length
  const rest = conflicts.length + refused.length - SHOWN
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className={classes.heading}>
        {count === 0 ? 'Nothing needs you' : needYou(count)}
      </h2>
      {count === 0 && (
        <p className={classes.allWell}>
          <IconCircleCheck size={22} aria-hidden /> What the server refuses, or somebody else changed too,
          shows here.
        </p>
      )}
      <div className={classes.cards}>
        {orders.map((group) => (
          <OrderCard key={`${group.order} ${group.why}`} group={group} {...context} />
        ))}
        {conflicts.slice(0, SHOWN).map((record) => (
          <ConflictCard key={record.mutation_id} record={record} {...context} />
        ))}
        {refused.slice(0, Math.max(0, SHOWN - conflicts.length)).map((record) => (
          <RefusedCard key={record.mutation_id} record={record} {...context} />
        ))}
      </div>
      {rest > 0 && <p className={classes.quiet}>… and {rest} more, which follow as these are settled.</p>}
    </section>
  )
}
