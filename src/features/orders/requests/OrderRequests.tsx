import type { OrderFacts } from '#contract/orders/can.ts'
import { askDenial, REQUEST_CHARACTERS } from '#contract/orders/requests.ts'
import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { SLOW_LOOK_MS, useLookAgain } from '#src/kit/page/use-look-again.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useOrderingTerms } from '#src/kit/use-today.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useState } from 'react'
import { AnswerDialog, AnswerRequest, type BegunAnswer } from './AnswerRequest.tsx'
import { askForChange, REQUESTS, requestsOf } from './queries.ts'
import { RequestLine } from './RequestLine.tsx'
import classes from './requests.module.css'

const NoteDialog = lazy(() => import('#src/kit/NoteDialog.tsx'))

type AskedOrder = OrderFacts & { delivery_date: string }

/** The requests about an order, and until its cut-off the way to ask. The office answers here. */
export const OrderRequests = ({ order }: { order: AskedOrder }) => (
  <>
    <Requests order={order.id} />
    <AskForChange order={order} />
  </>
)

/**
 * The same for an order of which the screen has only the number. The requests about an order that is gone stay: the office
 * answers them when it deletes the order.
 */
export function RequestsOfOrder({ id }: { id: number }) {
  const { engine } = useSignedIn()
  const order = useLiveQuery(() => engine.db.orders.get(id), [engine, id])
  return (
    <>
      <Requests order={id} />
      {order && <AskForChange order={order} />}
    </>
  )
}

/** The requests about an order with their answers. */
function Requests({ order }: { order: number }) {
  const { person } = useSignedIn()
  const { value: requests } = useServerQuery(requestsOf(order), {
    enabled: can(person, 'orders.ask') || can(person, 'orders.answer'),
  })
  const canChange = can(person, 'orders.answer') || (requests?.some(({ answer }) => answer === null) ?? false)
  useLookAgain(REQUESTS, canChange, SLOW_LOOK_MS)
  const [begun, setBegun] = useState<BegunAnswer | null>(null)
  return (
    <>
      {requests && requests.length > 0 && (
        <ul className={`${classes.requests} ${classes.box}`} aria-label={`Requests about order ${order}`}>
          {requests.map((request) => (
            <li key={request.id}>
              <RequestLine request={request} />
              {request.answer === null &&
                (can(person, 'orders.answer') ? (
                  <AnswerRequest request={request} onAnswer={setBegun} />
                ) : (
                  <p>The office has not answered yet.</p>
                ))}
            </li>
          ))}
        </ul>
      )}
      {begun && <AnswerDialog begun={begun} onClose={() => setBegun(null)} />}
    </>
  )
}

/** The two buttons with which a customer asks for a change. */
function AskForChange({ order }: { order: AskedOrder }) {
  const { engine, person } = useSignedIn()
  const { clock, terms } = useOrderingTerms(engine)
  const reachable = useServerReachable()
  const [kind, setKind] = useState<'change' | 'cancel' | null>(null)
  const send = useCall({ call: askForChange, invalidates: [REQUESTS] })
  const denial = askDenial(order, person, clock, terms)
  if (denial?.hides) return null
  const reason = denial?.message ?? (!reachable && NEEDS_SERVER)
  return (
    <div className={classes.acts}>
      <Button reason={reason} onClick={() => setKind('change')}>
        Ask to change
      </Button>
      <Button reason={reason} onClick={() => setKind('cancel')}>
        Ask to cancel
      </Button>
      {kind && (
        <Suspense>
          <NoteDialog
            title={`Ask the office to ${kind} order ${order.id}?`}
            label={kind === 'change' ? 'What to change' : 'Why'}
            act="Ask"
            missing={kind === 'change' ? 'Say what to change.' : null}
            maxLength={REQUEST_CHARACTERS}
            save={(text) => send({ order: order.id, kind, text })}
            onClose={() => setKind(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
