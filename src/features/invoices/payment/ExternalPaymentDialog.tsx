import type { ExternalPayment } from '#contract/invoices/payment.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { setPaidExternally } from '#src/queries/paid-externally.ts'
import { PAID_TODAY, paidBody, PaidFields } from '#src/kit/invoicing/PaidFields.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useToday } from '#src/kit/use-today.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { showMoney } from '#src/ui/format.ts'
import { decimalOf } from '#src/ui/inputs/decimal.ts'
import { MoneyInput } from '#src/ui/inputs/MoneyInput.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { useState } from 'react'
import classes from '../invoice.module.css'

interface ExternalPaymentDialogProps {
  invoice: Pick<Invoice, 'order_id' | 'grand_total' | 'due'>
  onClose: () => void
}

/** What came by check, in cash or otherwise, as it came: all that is due, a part of it, or more. */
export default function ExternalPaymentDialog({ invoice, onClose }: ExternalPaymentDialogProps) {
  const { order_id } = invoice
  const dueNow = invoice.due ?? invoice.grand_total
  // The amount that the person has seen. The page reads the invoice again after each call, also after one whose answer
  // was lost: with the new amount the server would book the same check twice. Only a refusal brings the new amount.
  const [due, setDue] = useState(dueNow)
  const [isRefused, setRefused] = useState(false)
  if (isRefused && due !== dueNow) setDue(dueNow)
  const send = useCall({
    call: (client, body: Partial<ExternalPayment>) => setPaidExternally(client, order_id, body),
    invalidates: INVOICE_CHANGED,
  })
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const [amount, setAmount] = useState(due)
  const [discount, setDiscount] = useState('')
  const [paid, setPaid] = useState(PAID_TODAY)
  const exact = decimalOf(amount)
  const exactDiscount = decimalOf(discount)
  const rest = cents(due) - cents(exact ?? '0') - cents(exactDiscount ?? '0')

  async function save() {
    if (exact === null) throw new Error('Amount: must be an amount such as 12.50.')
    if (exactDiscount === null && discount.trim() !== '')
      throw new Error('Discount: must be empty or an amount such as 12.50.')
    setRefused(false)
    try {
      await send({
        amount: exact,
        ...(exactDiscount !== null && { discount: exactDiscount }),
        ...paidBody(paid),
        due,
      })
    } catch (error) {
      setRefused(error instanceof ApiError && error.status === 409)
      throw error
    }
  }

  return (
    <SaveDialog
      stays
      explain={errorText}
      title={`Invoice ${order_id} is paid`}
      act="Mark as paid"
      save={save}
      onBack={onClose}
    >
      <div className={classes.fields}>
        <p>
          {showMoney(due)} is due. {rest > 0n && `${showMoney(money(rest))} stays due.`}
          {rest < 0n && `${showMoney(money(-rest))} too much waits for the next invoice of this location.`}
        </p>
        <MoneyInput label="Amount" value={amount} onChange={setAmount} />
        <MoneyInput
          label="Discount"
          description="What paying on time takes off."
          value={discount}
          onChange={setDiscount}
        />
        <PaidFields value={paid} onChange={setPaid} today={today} />
      </div>
    </SaveDialog>
  )
}
