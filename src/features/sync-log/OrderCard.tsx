import { can } from '#contract/permissions.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { IconFileInvoice, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { giveUpOrder, tryOrderAgain, unlockAndApply } from './acts.ts'
import { Card, EditLine, useCardActs } from './Card.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import type { OrderGroup } from './log.ts'
import type { CardContext } from './card-context.ts'
import classes from './sync-log.module.css'

const NEEDS_SERVER = 'Unlocking needs the server, which is not in reach. The changes are kept.'

/** Everything that one invoiced or deleted order refuses: one decision for all of it. */
export function OrderCard({ group, names, madeAt }: CardContext & { group: OrderGroup }) {
  const { engine, person } = useSignedIn()
  const reachable = useServerReachable()
  const go = useGo()
  const { problem, button } = useCardActs()
  const { order, why, refused, behind } = group
  const locked = why === 'order_locked'
  const count = refused.length + behind
  const merged = [...new Set(refused.flatMap((record) => record.order ?? []))].filter(
    (from) => from !== order,
  )
  const waits = count === 1 ? '1 change waits' : `${count} changes wait`
  const [isExported, setExported] = useState(false)
  const question = { isConfirmed: isExported, onAsked: () => setExported(true) }
  const unlockOrder = useCall({
    call: (client) => unlockAndApply(engine, client, group, question),
    invalidates: INVOICE_CHANGED,
  })
  const unlock = button('unlock', () => unlockOrder())
  const unlocks = locked && can(person, 'orders.unlock')
  return (
    <Card
      title={`Order ${order} was ${locked ? 'invoiced' : 'deleted'}: ${waits}`}
      icon={locked ? <IconFileInvoice size={22} aria-hidden /> : <IconTrash size={22} aria-hidden />}
      problem={problem}
      acts={
        <>
          {unlocks && (
            <Button kind="main" {...unlock} reason={unlock.reason || (!reachable && NEEDS_SERVER)}>
              {isExported ? 'Unlock anyway' : 'Unlock and apply'}
            </Button>
          )}
          <Button kind={unlocks ? 'plain' : 'main'} {...button('retry', () => tryOrderAgain(engine, group))}>
            Retry all
          </Button>
          {locked && <Button onClick={() => go(to.order(order))}>Open order</Button>}
          <DiscardButton
            records={refused}
            label="Discard all"
            what={`${plural(count, 'change')} of order ${order}`}
            onDiscard={() => giveUpOrder(engine, group)}
          />
        </>
      }
    >
      <p className={classes.said}>{refused[0]?.answer?.message}</p>
      {merged.map((from) => (
        <p key={from} className={classes.said}>{`Order ${from} was merged into it.`}</p>
      ))}
      {unlocks && <p className={classes.quiet}>Unlocking deletes the invoice; make it again afterwards.</p>}
      {locked && !unlocks && (
        <p className={classes.quiet}>
          Ask the office to unlock it, then retry. The changes are kept until then.
        </p>
      )}
      <details>
        <summary>Show the changes</summary>
        <ul className={classes.plain}>
          {refused.map((record) => (
            <li key={record.mutation_id}>
              <EditLine record={record} names={names} madeAt={madeAt} />
            </li>
          ))}
        </ul>
        {behind > 0 && (
          <p className={classes.quiet}>{plural(behind, 'later change')} of the same rows behind them.</p>
        )}
      </details>
    </Card>
  )
}
