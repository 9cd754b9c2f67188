import type { OrderRequest } from '#contract/orders/requests.ts'
import { showTime } from '#src/ui/show-time.ts'

const WHAT = { change: 'for a change', cancel: 'to cancel' }
const ANSWER = { done: 'Done', declined: 'Declined' }

/** Who asked for what, when, and what the office has answered. */
export function RequestLine({ request }: { request: OrderRequest }) {
  const { kind, text, username, created_at, answer, answer_text, answered_by, answered_at } = request
  return (
    <>
      <p>
        {username ?? 'Somebody'} asked {WHAT[kind]} at {showTime(created_at)}
        {text && `: ${text}`}
      </p>
      {answer !== null && (
        <p>
          <b>{ANSWER[answer]}</b>
          {answer_text && `: ${answer_text}`}
          {answered_at && ` (${[answered_by, showTime(answered_at)].filter(Boolean).join(', ')})`}
        </p>
      )}
    </>
  )
}
