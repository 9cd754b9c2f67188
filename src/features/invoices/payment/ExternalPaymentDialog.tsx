import { EXTERNAL_WAYS, type ExternalPayment } from '#contract/invoices/payment.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/use-save.tsx'
import { useToday } from '#src/kit/use-today.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { showMoney } from '#src/ui/format.ts'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { decimalOf } from '#src/ui/inputs/decimal.ts'
import { MoneyInput } from '#src/ui/inputs/MoneyInput.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from '../invoice.module.css'
import { INVOICE_CHANGED } from '../queries.ts'
import { setPaidExternally } from './calls.ts'
import { WAY_WORDS } from './words.ts'

interface ExternalPaymentDialogProps {
  invoice: Pick<Invoice, 'order_id' | 'grand_total' | 'due'>
  onClose: () => void
}

/** What came by check, in cash or otherwise, as it came: all that is due, a part of it, or more. */
export default function ExternalPaymentDialog({ invoice, onClose }: ExternalPaymentDialogProps) {
  const { order_id } = invoice
  const due = invoice.due ?? invoice.grand_total
  const send = useCall({
    call: (client, body: Partial<ExternalPayment>) => setPaidExternally(client, order_id, body),
    invalidates: INVOICE_CHANGED,
  })
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const [amount, setAmount] = useState(due)
  const [discount, setDiscount] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const [way, setWay] = useState<ExternalPayment['way']>('check')
  const [note, setNote] = useState('')
  const exact = decimalOf(amount)
  const rest = cents(due) - cents(exact ?? '0') - cents(decimalOf(discount) ?? '0')

  async function save() {
    if (exact === null) throw new Error('Amount: must be an amount such as 12.50.')
    await send({
      amount: exact,
      ...(decimalOf(discount) !== null && { discount: decimalOf(discount)! }),
      ...(day !== null && { day }),
      way,
      note,
      due,
    })
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
        <DayInput label="Day" value={day ?? today} onChange={setDay} required />
        <NativeSelect
          label="How"
          size="md"
          value={way}
          onChange={({ currentTarget }) => setWay(currentTarget.value as ExternalPayment['way'])}
          data={EXTERNAL_WAYS.map((value) => ({ value, label: WAY_WORDS[value] }))}
        />
        <TextInput
          label="Note"
          description="Such as the number of the check. The customer does not see it."
          size="md"
          maxLength={200}
          value={note}
          autoComplete="off"
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
    </SaveDialog>
  )
}
