import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { PROVIDER } from '#src/queries/payment-provider.ts'
import { useServerQuery } from '../use-server-query.ts'

/** Says that the server has a test key of Stripe in production. Nothing otherwise. */
export function TestCardsNote() {
  const provider = useServerQuery(PROVIDER)
  if (!provider.value?.takes_test_cards) return null
  return (
    <ErrorNote isQuiet>
      Online payment is in test mode: a test card marks an invoice as paid, and no money arrives. The server
      has a test key of Stripe.
    </ErrorNote>
  )
}
