import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import { cents, money } from '#contract/money.ts'
import { can } from '#contract/permissions.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { to } from '#src/paths.ts'
import { plural, showDollars } from '#src/ui/format.ts'
import { IconFileInvoice } from '@tabler/icons-react'
import { OPEN_SUMMARIES } from './queries.ts'

/** "2 invoices open, $1,240.10"; "Invoices" where nothing is open, or for who does not see payments. */
function words(open: readonly InvoiceSummary[] | null): string {
  if (!open?.length) return 'Invoices'
  const due = money(open.reduce((sum, invoice) => sum + cents(invoice.due), 0n))
  return `${plural(open.length, 'invoice')} open, ${showDollars(due)}`
}

/** Above a customer's orders: the way to their invoices. */
export function OpenInvoicesLink() {
  const { person } = useSignedIn()
  const isOwn = can(person, 'invoices.own')
  const { value } = useServerQuery(OPEN_SUMMARIES, {
    enabled: isOwn && person?.can_see_payments_column === true,
  })
  if (!isOwn) return null
  return (
    <div>
      <ButtonLink icon={<IconFileInvoice size={20} aria-hidden />} to={to.invoices()}>
        {words(value)}
      </ButtonLink>
    </div>
  )
}
