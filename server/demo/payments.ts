/** How the invoices were paid: what the office reads in the payment details. */
import { addDays } from '#contract/day.ts'
import { cents, money } from '#contract/money.ts'
import { instantOf } from './days.ts'
import { uuids } from './random.ts'
import { userNamed } from './users.ts'

/** An order that is invoiced, and what it comes to. */
interface Invoiced {
  row: { id: number; customer_id: number; paid_status: string; delivery_date: string }
  invoice: { grand_total: string }
  /** Whether its company pays online. */
  pays: boolean
}

/** Minutes of the day of delivery. */
const PAID_AT_MINUTE = 15 * 60
/** The day on which the bank returned a debit, counted from the delivery. */
const RETURNED_AFTER_DAYS = 1
/** By so much one payment is too little. */
const SHORT_CENTS = 1_250n

/**
 * One row for each invoice that is paid or being paid, by ACH but for one check. The first invoice that is ready for
 * payment has a debit that the bank returned, and the second has money on it that does not fit.
 */
export function paymentsOf(invoiced: readonly Invoiced[]) {
  const newId = uuids('payment ids')

  function made({ row, invoice }: Invoiced, over: object = {}, day = row.delivery_date) {
    const at = instantOf(day, PAID_AT_MINUTE, row.id % 60)
    return {
      id: newId(),
      order_id: row.id,
      method: 'ach',
      status: 'succeeded',
      invoice_total: invoice.grand_total,
      amount: invoice.grand_total,
      intent_id: `pi_demo_${row.id}` as string | null,
      reverses: null as string | null,
      error_message: null as string | null,
      intent: {
        payment_amount: invoice.grand_total,
        payment_method_details: { type: 'us_bank_account', bank_name: 'Hudson Savings', last4: '6789' },
      } as object | null,
      note: '',
      created_by: row.customer_id as number | null,
      created_at: at,
      modified_at: at,
      ...over,
    }
  }

  const rows = invoiced.flatMap((one) => {
    const { paid_status } = one.row
    if (paid_status === 'p') return [made(one)]
    if (paid_status === 'i') return [made(one, { status: 'processing', intent: null })]
    if (paid_status !== 'e') return []
    const office = userNamed('office').id
    return [
      made(one, {
        method: 'external',
        intent_id: null,
        intent: null,
        note: 'Check 1042',
        created_by: office,
      }),
    ]
  })

  const [returned, short] = invoiced.filter(({ row, pays }) => pays && row.paid_status === 'r')
  if (returned) {
    const debit = made(returned)
    const back = {
      invoice_total: `-${debit.invoice_total}`,
      amount: `-${debit.amount}`,
      intent_id: null,
      reverses: debit.id,
      error_message: 'The bank returned the debit: insufficient funds.',
      created_by: null,
    }
    rows.push(debit, made(returned, back, addDays(returned.row.delivery_date, RETURNED_AFTER_DAYS)))
  }
  if (short) {
    const total = short.invoice.grand_total
    const arrived = money(cents(total) - SHORT_CENTS)
    rows.push(
      made(short, {
        status: 'held',
        error_message: `It came to ${arrived}, and ${total} was to be paid.`,
        intent: { payment_amount: arrived },
      }),
    )
  }
  return rows
}
