import { placesOrder } from '#contract/orders/place.ts'
import { RETRY_REASONS } from '#contract/orders/doubts.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { tryAgain } from './acts.ts'
import { Card, EditLine, OtherParts, useCardActs } from './Card.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import type { CardContext } from './card-context.ts'
import classes from './sync-log.module.css'
import { fieldName } from '#contract/sync/words.ts'
import { to } from '#src/paths.ts'

/** An edit that the server refused, in its words. */
export function RefusedCard({ record, names, madeAt, partsBeside }: CardContext & { record: OutboxRecord }) {
  const { engine } = useSignedIn()
  const go = useGo()
  const { problem, button } = useCardActs()
  const { order, answer } = record
  const fields = Object.entries(answer?.fields ?? {})
  return (
    <Card
      title="The server refused this"
      icon={<IconAlertTriangle size={22} aria-hidden />}
      problem={problem}
      acts={
        <>
          {answer?.code === 'needs_reason' ? (
            RETRY_REASONS.map((reason) => (
              <Button key={reason} kind="main" {...button(reason, () => tryAgain(engine, record, reason))}>
                {reason}
              </Button>
            ))
          ) : (
            <Button kind="main" {...button('retry', () => tryAgain(engine, record))}>
              Retry
            </Button>
          )}
          {placesOrder(record) &&
            (record.call.body?.['staged'] === undefined ? (
              <Button onClick={() => go(to.cart())}>Open cart</Button>
            ) : (
              <Button onClick={() => go(to.stagedOrder())}>Open staged order</Button>
            ))}
          {order !== null && <Button onClick={() => go(to.order(order))}>Change</Button>}
          <DiscardButton records={[record]} what="this change" />
        </>
      }
    >
      <EditLine record={record} names={names} madeAt={madeAt} />
      {fields.length > 0 ? (
        <ul className={classes.said}>
          {fields.map(([field, message]) => (
            <li key={field}>
              {fieldName(field)}: {message}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.said}>{answer?.message}</p>
      )}
      <OtherParts parts={partsBeside(record)} names={names} madeAt={madeAt} />
    </Card>
  )
}
