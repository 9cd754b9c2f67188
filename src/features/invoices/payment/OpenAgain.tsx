import { cents } from '#contract/money.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { showMoney } from '#src/ui/format.ts'
import { ActWithNote } from './ActWithNote.tsx'
import { openAgain } from './calls.ts'

interface OpenAgainProps {
  invoice: Pick<Invoice, 'order_id' | 'kept' | 'due'>
  offline: string | null
}

/** For the office: a paid invoice of which money went back is open again. Nothing where nothing of it is due. */
export function OpenAgain({ invoice: { order_id, kept, due }, offline }: OpenAgainProps) {
  if (due == null || cents(due) <= 0n) return null
  return (
    <>
      <span>
        {showMoney(kept)} is kept, {showMoney(due)} is due.
      </span>
      <ActWithNote
        act="Open again"
        title={`Open invoice ${order_id} again?`}
        body={`The customer can pay ${showMoney(due)}, or the office marks it as paid.`}
        call={(client, note) => openAgain(client, order_id, note)}
        offline={offline}
      />
    </>
  )
}
