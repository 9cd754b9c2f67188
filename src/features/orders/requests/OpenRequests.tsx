import { can } from '#contract/permissions.ts'
import { Link } from '#src/kit/Link.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { to } from '#src/paths.ts'
import { AnswerRequest } from './AnswerRequest.tsx'
import { OPEN_REQUESTS } from './queries.ts'
import { RequestLine } from './RequestLine.tsx'
import classes from './requests.module.css'

/** Above the office's orders list: what customers wait for. */
export function OpenRequests() {
  const { person } = useSignedIn()
  const { value: requests } = useServerQuery(OPEN_REQUESTS, { enabled: can(person, 'orders.answer') })
  if (!requests?.length) return null
  return (
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
            <AnswerRequest request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
