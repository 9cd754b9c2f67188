/** Money that came by check, in cash or otherwise, as the office says it (docs/decisions/0046, 0247). */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { showDay } from '#contract/format.ts'
import type { ExternalPayment } from '#contract/invoices/payment.ts'
import { cents, money } from '#contract/money.ts'
import { settled, settledOnline } from '#contract/orders/can.ts'
import { can, type Person } from '#contract/permissions.ts'
import { refuseIf } from '../../orders/lock.ts'
import { today, type Context } from '../../platform/context.ts'
import { Problem, wrongField } from '../../platform/problem.ts'
import { queryRows } from '../../platform/rows.ts'
import { letOverWait, letWait, takeOverpaidBack } from './kept.ts'
import { noInvoice, readPaidInvoice, type PaidInvoice } from './rows.ts'
import { changeStatus, markPaid, openStatus } from './status.ts'
import { changeTerms } from './terms.ts'
import { mustNotBePaying, withdrawPayment } from './withdraw.ts'

const REFUSAL = 'Only the office may say that an invoice is paid.'

/**
 * Books the amount that came: all that is due, or a part, or more than that. The rest of an invoice stays due; a
 * surplus waits as a credit for the location's next invoice. 409 where it is paid, being paid, or another amount is due
 * than was seen. Ends an open payment of the customer only where the amount can be booked.
 */
export async function payExternally(
  context: Context,
  person: Person,
  order: number,
  said: ExternalPayment,
): Promise<void> {
  if (can(person, 'payments.manage'))
    bookedOf(context, await readPaidInvoice(context.pool, person, order), said)
  await withdrawPayment(context, person, order, 'payments.manage')
  await changeStatus(context, person, order, REFUSAL, async (client, invoice) => {
    const booked = bookedOf(context, invoice, said)
    if (!booked) return null
    await mustNotBePaying(client, order)
    await book(client, person, order, said, booked)
    const { over } = booked
    if (over > 0n) await letWait(client, person, order, over)
    if (over < 0n) return invoice.paid_status
    await markPaid(client, order, 'e')
    return 'e'
  })
}

interface Booked {
  total: string
  amount: bigint
  discount: bigint
  day: string
  /** By how much it is more than what is due; below 0 where it is less. */
  over: bigint
}

/**
 * Returns what is booked of an amount that came; null where that was said before. Throws 400, and 409 where the invoice
 * is paid, being paid, or has another amount due than was seen.
 */
function bookedOf(
  context: Context,
  { order, grand_total, paid_status, due: owed }: PaidInvoice,
  said: ExternalPayment,
): Booked | null {
  if (grand_total === null) throw noInvoice(order)
  refuseIf(settledOnline({ id: order, paid_status }))
  // Said twice it is one payment.
  if (paid_status === 'e' && said.amount === undefined) return null
  refuseIf(settled({ id: order, paid_status }))
  const due = cents(owed)
  if (said.due !== undefined && cents(said.due) !== due)
    throw new Problem(409, `Something was booked meanwhile: ${owed} of invoice ${order} is due now.`)
  const discount = cents(said.discount ?? '0')
  const amount = said.amount === undefined ? due - discount : cents(said.amount)
  if (discount > 0n && discount > due) throw wrongField('discount', `is more than ${owed}, which is due`)
  // An invoice of which nothing is due is closed without money.
  if (said.amount !== undefined && amount === 0n && due > 0n)
    throw wrongField('amount', 'must be more than 0')
  const day = said.day ?? today(context)
  if (day > today(context)) throw wrongField('day', 'is not over yet')
  return { total: grand_total, amount, discount, day, over: amount + discount - due }
}

async function book(
  client: pg.ClientBase,
  person: Person,
  order: number,
  { way, note }: ExternalPayment,
  { total, amount, discount, day }: Booked,
): Promise<void> {
  await client.query(
    `insert into payments (id, order_id, method, status, invoice_total, discount, amount, note, created_by, way, received_on)
     values ($1, $2, 'external', 'succeeded', $3, $4, $5, $6, $7, $8, $9)`,
    [randomUUID(), order, total, money(discount), money(amount), note, person.id, way, day],
  )
  const said = [
    ['Externally', note].filter(Boolean).join(': '),
    `${money(amount)} on ${showDay(day)}`,
    discount > 0n && `On-time discount: -${money(discount)}`,
  ]
  const terms = { card_fee: '0', discount: money(discount) }
  await changeTerms(client, order, terms, { person, act: 'paid', detail: said.filter(Boolean).join('\n') })
}

const ExternalPart = z.object({ amount: z.string(), discount: z.string() })

/**
 * Takes an external part back, or all of them: the invoice is open again, and ready for payment as it was before. Who did so stays in the
 * payment details. 409 where another invoice has taken what was paid too much, or where the customer is about to pay.
 */
export async function takeBackPayment(
  context: Context,
  person: Person,
  order: number,
  payment: string | null,
): Promise<void> {
  await withdrawPayment(context, person, order, 'payments.manage')
  await changeStatus(context, person, order, REFUSAL, async (client, invoice) => {
    // A part of an invoice whose rest is paid online leaves it paid, until it is opened again.
    if (payment === null || invoice.paid_status !== 'p')
      refuseIf(settledOnline({ id: order, paid_status: invoice.paid_status }))
    await mustNotBePaying(client, order)
    const parts = await queryRows(
      client,
      ExternalPart,
      `update payments set status = 'canceled', error_message = $2, modified_at = now(), version = version + 1
        where order_id = $1 and method = 'external' and status = 'succeeded' and ($3::uuid is null or id = $3)
       returning amount, discount`,
      [order, `Taken back by ${person.username}.`, payment],
    )
    if (parts.length === 0) {
      if (payment !== null) throw new Problem(409, 'This payment was taken back already.')
      return null
    }
    await takeOverpaidBack(client, person, order)
    const sum = (of: 'amount' | 'discount') => parts.reduce((all, part) => all + cents(part[of]), 0n)
    const detail = `Not paid externally after all: ${money(sum('amount'))}`
    const terms = { card_fee: '0', discount: money(-sum('discount')) }
    const total = await changeTerms(client, order, terms, { person, act: 'reopened', detail })
    // Money that was paid too much by other parts keeps waiting.
    await letOverWait(client, person, order, total)
    return invoice.paid_status === 'e' ? openStatus(client, order) : invoice.paid_status
  })
}
