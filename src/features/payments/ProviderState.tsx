import { useServerQuery } from '#src/kit/use-server-query.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { showAge } from '#src/ui/format.ts'
import { PROVIDER_STATE } from './queries.ts'

/** When Stripe last sent an event, and what keeps its events away. Draws nothing where online payment is not set up. */
export function ProviderState() {
  const { value, readAt } = useServerQuery(PROVIDER_STATE)
  if (!value?.is_set_up) return null
  const { heard_at, asked_at, unsigned_at, problem } = value
  const ago = (instant: string) => `${showAge(Date.parse(instant), readAt)} ago`
  return (
    <>
      <p>
        {heard_at ? `Last heard from Stripe ${ago(heard_at)}.` : 'Stripe has sent nothing yet.'}
        {asked_at && ` Last asked ${ago(asked_at)}.`}
      </p>
      <ErrorNote isQuiet>
        {unsigned_at &&
          `Events with a wrong signature arrive, the last one ${ago(unsigned_at)}. Compare the server’s webhook secret with the one at Stripe, and the server’s clock with the time.`}
      </ErrorNote>
      <ErrorNote isQuiet>{problem}</ErrorNote>
    </>
  )
}
