import { can } from '#contract/permissions.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { SLOW_LOOK_MS, useLookAgain } from '#src/kit/page/use-look-again.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { to } from '#src/paths.ts'
import { useState } from 'react'
import { AnswerDialog, AnswerRequest, type BegunAnswer } from './AnswerRequest.tsx'
import { OPEN_REQUESTS, REQUESTS } from './queries.ts'
import { RequestLine } from './RequestLine.tsx'
import classes from './requests.module.css'

/** Above the office's orders list: what customers wait for. */
export function OpenRequests() {
  const { person } = useSignedIn()
  const mayAnswer = can(person, 'orders.answer')
  const { value } = useServerQuery(OPEN_REQUESTS, { enabled: mayAnswer })
  useLookAgain(REQUESTS, mayAnswer, SLOW_LOOK_MS)
  const [begun, setBegun] = useState<BegunAnswer | null>(null)
  const { count, results: requests } = value ?? { count: 0, results: [] }
  return (
    <>
      {requests.length > 0 && (
        <section className={classes.open} aria-label="Requests of customers">
          <h2>Customers ask</h2>
          <ul className={classes.requests}>
            {requests.map((request) => (
              <li key={request.id}>
                <div>
                  <p>
                    <Link to={to.order(request.order)}>Order {request.order}</Link> · {request.company}
                  </p>
                  <RequestLine request={request} />
                </div>
                <AnswerRequest request={request} onAnswer={setBegun} />
              </li>
            ))}
          </ul>
          {count > requests.length && <p>{count - requests.length} more show when these are answered.</p>}
        </section>
      )}
      {begun && <AnswerDialog begun={begun} onClose={() => setBegun(null)} />}
    </>
  )
}
