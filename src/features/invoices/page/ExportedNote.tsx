import { cents } from '#contract/money.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { showMoney } from '#src/ui/format.ts'

/** Says that the amount exported to the books differs from the invoice's current amount. */
export function ExportedNote({ invoice }: { invoice: Pick<Invoice, 'exported_total' | 'grand_total'> }) {
  const { exported_total: exported, grand_total } = invoice
  if (exported == null || cents(exported) === cents(grand_total)) return null
  return (
    <ErrorNote isQuiet>
      Changed since it was exported for QuickBooks ({showMoney(exported)} → {showMoney(grand_total)}). Its
      next export brings the difference.
    </ErrorNote>
  )
}
