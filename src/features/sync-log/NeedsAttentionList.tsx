import { IconCircleCheck } from '@tabler/icons-react'
import type { CardContext } from './card-context.ts'
import { ConflictCard } from './ConflictCard.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { givenUpTogether, type NeedsYou } from './log.ts'
import { OrderCard } from './OrderCard.tsx'
import { RefusedCard } from './RefusedCard.tsx'
import classes from './sync-log.module.css'
import { needYou } from '#src/ui/format.ts'

/** The cards that are shown at once; the others follow as these are settled. */
const SHOWN_CARDS = 50

/** The decisions for a person: whole orders first, then clashes, then single refusals. */
export function NeedsAttentionList({ needs, ...context }: CardContext & { needs: NeedsYou }) {
  const { orders, conflicts, refused } = needs
  const count = orders.length + conflicts.length + refused.length
  const together = givenUpTogether(needs)
  const rest = conflicts.length + refused.length - SHOWN_CARDS
  return (
    <section aria-labelledby="needs-you">
      <div className={classes.head}>
        <h2 id="needs-you" className={classes.heading}>
          {count === 0 ? 'Nothing needs you' : needYou(count)}
        </h2>
        {together.length > 1 && (
          <DiscardButton
            records={together}
            label={`Discard all ${together.length}`}
            what={`all ${together.length} changes`}
          >
            These are what the server refused and what changes something deleted. Where somebody else changed
            the same, you choose one by one.
          </DiscardButton>
        )}
      </div>
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
        {conflicts.slice(0, SHOWN_CARDS).map((record) => (
          <ConflictCard key={record.mutation_id} record={record} {...context} />
        ))}
        {refused.slice(0, Math.max(0, SHOWN_CARDS - conflicts.length)).map((record) => (
          <RefusedCard key={record.mutation_id} record={record} {...context} />
        ))}
      </div>
      {rest > 0 && <p className={classes.quiet}>… and {rest} more, which follow as these are settled.</p>}
    </section>
  )
}
