import type { CreditBody, Invoice } from '#contract/invoices/schema.ts'
import { netTotal } from '#contract/invoices/totals.ts'
import { cents } from '#contract/money.ts'
import { errorText } from '#src/api/errors.ts'
import { CreditReason } from '#src/kit/invoicing/CreditReason.tsx'
import { useAnswer } from '#src/kit/form/use-answer.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { showMoney } from '#src/ui/format.ts'
import { decimalOf } from '#src/ui/inputs/decimal.ts'
import { MoneyInput } from '#src/ui/inputs/MoneyInput.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { giveCredit } from '../calls.ts'
import classes from '../invoice.module.css'

/**
 * Returns what the discount for paying on time does to a credit of a line; null where there is none. Only the server
 * knows how much: a discount may be promised to the payment in progress.
 */
function discountNote({ on_time_discount, payment_in_progress }: Invoice): string | null {
  if (cents(on_time_discount) > 0n)
    return 'The credit is lowered by its part of the discount for paying on time.'
  return payment_in_progress
    ? 'If the payment in progress has a discount for paying on time, the credit is lowered by its part of it.'
    : null
}

interface CreditDialogProps {
  invoice: Invoice
  onClose: () => void
}

/** A line below 0 on the invoice, with its reason; where it is settled, towards the next one. */
export default function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  // Pressed again it is the same credit; opened again it is another.
  const send = useCall({
    call: (client, body: CreditBody, key) => giveCredit(client, invoice.order_id, body, key),
    invalidates: INVOICE_CHANGED,
  })
  const [item, setItem] = useState('')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  // The next press of the same credit goes on.
  const kept = useAnswer('below_kept')
  const exceeds = useAnswer('credit_exceeds_invoice')
  const isSettled = ['p', 'pe'].includes(invoice.paid_status) || invoice.payment_in_progress
  const of = invoice.items.find(({ id }) => id === item)
  const notes = [
    of?.taxable && 'Before tax: its part of the tax is credited with it.',
    of && discountNote(invoice),
  ].filter((note) => typeof note === 'string')

  async function give() {
    const exact = decimalOf(amount)
    if (exact === null) throw new Error('Amount: must be an amount such as 12.50.')
    if (reason.trim() === '') throw new Error('Reason: is needed.')
    const what = `${item} ${exact}`
    const answers = {
      ...(kept.isGiven(what) && { confirm_kept: true }),
      ...(exceeds.isGiven(what) && { confirm_exceeds: true }),
    }
    try {
      await send({ item: item || null, amount: exact, reason, ...answers })
    } catch (error) {
      // The server asks one question after another: an earlier answer stays given.
      for (const asked of [kept, exceeds]) if (!asked.isGiven(what)) asked.hear(error, what)
      throw error
    }
  }

  return (
    <SaveDialog
      stays
      explain={errorText}
      title={`Credit invoice ${invoice.order_id}`}
      act="Credit"
      save={give}
      onBack={onClose}
    >
      <div className={classes.fields}>
        <p>
          {isSettled
            ? 'This invoice is settled and stays as it is: the whole credit waits for the next invoice of this location.'
            : 'The credit is a line on this invoice. What does not fit on it waits for the next invoice of this location.'}
        </p>
        <NativeSelect
          label="For"
          size="md"
          value={item}
          onChange={({ currentTarget }) => setItem(currentTarget.value)}
          data={[
            { value: '', label: 'Something else, without tax' },
            ...invoice.items.map((one) => ({
              value: one.id,
              label: `${one.name}, ${showMoney(netTotal(one))}`,
            })),
          ]}
        />
        <MoneyInput
          label="Amount"
          description={notes.join(' ') || undefined}
          value={amount}
          onChange={setAmount}
        />
        <CreditReason value={reason} onChange={setReason} />
      </div>
    </SaveDialog>
  )
}
