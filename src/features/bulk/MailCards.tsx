import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import classes from './bulk.module.css'
import type { MailDraft } from './mail-drafts.ts'
import { mailedAgain, type Mail } from './mail-invoices.ts'
import { MailCard } from './MailCard.tsx'
import type { ChangeMailDraft } from './use-mail-drafts.ts'

/** The newest mail of an invoice, by its order. */
export type MailOfOrder = ReadonlyMap<number | null, MailRow>

interface MailCardsProps {
  invoices: readonly Invoice[]
  /** The number of confirmed invoices. */
  confirmed: number
  /** The confirmed ones that were mailed before. */
  again: readonly Mail[]
  draftOf: (invoice: Invoice) => MailDraft
  mailOfOrder: MailOfOrder
  onChange: ChangeMailDraft
}

/** The total of the confirmed invoices, and below it the card of each invoice. */
export function MailCards({ invoices, confirmed, again, draftOf, mailOfOrder, onChange }: MailCardsProps) {
  return (
    <>
      <p role="status" className={classes.count}>
        {`${confirmed} of ${plural(invoices.length, 'invoice')} confirmed`}
      </p>
      {again.length > 0 && (
        <div className={classes.tools}>
          <p role="status">{mailedAgain(again)}</p>
          <Button
            onClick={() => {
              for (const { invoice } of again) onChange(invoice, { main_address_confirm: false })
            }}
          >
            Leave out what was mailed
          </Button>
        </div>
      )}
      <ul className={classes.mails} aria-label="Invoices">
        {invoices.map((invoice) => (
          <MailCard
            key={invoice.order_id}
            invoice={invoice}
            draft={draftOf(invoice)}
            mail={mailOfOrder.get(invoice.order_id)}
            onChange={onChange}
          />
        ))}
      </ul>
    </>
  )
}
