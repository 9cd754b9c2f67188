import { customerName } from '#contract/orders/customer-name.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { MailStateChip } from '#src/kit/invoicing/MailStateChip.tsx'
import { to } from '#src/paths.ts'
import { showMoney } from '#src/ui/format.ts'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import { memo } from 'react'
import { orderLink } from './BulkScreen.tsx'
import classes from './bulk.module.css'
import { Button } from '#src/ui/Button.tsx'
import { addressProblem, isConfirmed, MOST_CC, type MailDraft } from './mail-drafts.ts'

interface MailCardProps {
  invoice: Invoice
  draft: MailDraft
  /** What became of its newest mail; undefined where there is none. */
  mail: MailRow | undefined
  /** Must stay the same function. */
  onChange: (invoice: Invoice, part: Partial<MailDraft>) => void
}

/** One invoice: who gets it, under which subject, with which words. */
export const MailCard = memo(function MailCard({ invoice, draft, mail, onChange }: MailCardProps) {
  const { order_id, customer, company_location_name } = invoice
  const change = (part: Partial<MailDraft>) => onChange(invoice, part)
  return (
    <li className={classes.mail} aria-label={`Invoice ${order_id}`}>
      <div className={classes.mailHead}>
        {orderLink(order_id)}
        <b>{company_location_name}</b>
        <span>{customerName(customer.username)}</span>
        {mail && (
          <>
            <MailStateChip mail={mail} />
            {mail.server_said && <span>{mail.server_said}</span>}
            {(mail.state === 'perhaps' || mail.state === 'refused') && (
              <Link to={to.mail()}>Decide under Mail</Link>
            )}
          </>
        )}
        <span className={classes.amount}>{showMoney(invoice.grand_total)}</span>
      </div>
      <Recipients order={order_id} draft={draft} onChange={change} />
      <TextInput
        label="Custom subject"
        size="md"
        maxLength={200}
        value={draft.custom_subject}
        onChange={({ currentTarget }) => change({ custom_subject: currentTarget.value })}
      />
      <Textarea
        label="Note"
        size="md"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={5_000}
        value={draft.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </li>
  )
})

interface RecipientsProps {
  order: number
  draft: MailDraft
  onChange: (part: Partial<MailDraft>) => void
}

/** The customer's address and those that get a copy. */
function Recipients({ order, draft, onChange }: RecipientsProps) {
  const mayCopy = isConfirmed(draft)
  return (
    <fieldset className={classes.recipients}>
      <legend>Recipients</legend>
      <div className={classes.recipient}>
        <Checkbox
          size="md"
          label="To"
          aria-label="Mail it to"
          disabled={draft.main_address.trim() === ''}
          checked={draft.main_address_confirm}
          onChange={({ currentTarget }) => onChange({ main_address_confirm: currentTarget.checked })}
        />
        <TextInput
          type="email"
          size="md"
          aria-label="Email address"
          placeholder="The customer has no email address"
          maxLength={320}
          value={draft.main_address}
          error={addressProblem(draft.main_address)}
          onChange={({ currentTarget }) => onChange({ main_address: currentTarget.value })}
        />
        {draft.cc_addresses.length < MOST_CC && (
          <Button
            label={`Add CC to invoice ${order}`}
            reason={!mayCopy && 'A copy goes only where the invoice itself goes.'}
            onClick={() =>
              onChange({
                cc_addresses: [...draft.cc_addresses, ''],
                cc_addresses_confirm: [...draft.cc_addresses_confirm, true],
              })
            }
          >
            Add CC
          </Button>
        )}
      </div>
      {draft.cc_addresses.map((address, n) => (
        // Two may be the same, and each is typed into: only its place identifies it.
        <div key={n} className={classes.recipient}>
          <Checkbox
            size="md"
            label="CC"
            aria-label={`CC ${address}`}
            disabled={!mayCopy}
            checked={draft.cc_addresses_confirm[n] ?? false}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ cc_addresses_confirm: draft.cc_addresses_confirm.with(n, checked) })
            }
          />
          <TextInput
            type="email"
            size="md"
            aria-label={`CC address ${n + 1}`}
            maxLength={320}
            value={address}
            error={addressProblem(address)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ cc_addresses: draft.cc_addresses.with(n, value) })
            }
          />
        </div>
      ))}
    </fieldset>
  )
}
