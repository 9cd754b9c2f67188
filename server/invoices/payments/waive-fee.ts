/** Waives the card fee for a debit or prepaid card: card networks allow none for them (docs/decisions/0248). */
import { BELOW_LEAST, isBelowLeast, summaryOf, type PaymentSummary } from '#contract/invoices/payment.ts'
import { cents, money } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { ask, isUnknown } from './provider.ts'
import { lockPayable, openPayment, type PaymentRow } from './rows.ts'

const WITHOUT_FEE = ['debit', 'prepaid']

/**
 * Takes the card fee off the open attempt of this person, before it is confirmed. The row changes before the intent
 * does: an intent that keeps its amount then fits no row, and the next attempt replaces it. Returns what is charged.
 * Throws 409 where nothing is being paid by card, where the fee is off already, and for a credit card.
 * @param token the provider's confirmation token of the card that was typed
 */
export async function waiveFee(
  context: Context,
  person: Person,
  order: number,
  token: string,
): Promise<PaymentSummary> {
  // A person who may not pay this invoice is refused before the provider is asked.
  await transaction(context.pool, (client) => lockPayable(client, person, order))
  const isWithoutFee = WITHOUT_FEE.includes((await fundingOf(context, token)) ?? '')
  const { payment, invoice } = await transaction(context.pool, async (client) => {
    const invoice = await lockPayable(client, person, order)
    const open = await openPayment(client, order)
    if (
      open?.status !== 'open' ||
      open.method !== 'card' ||
      open.created_by !== person.id ||
      open.intent_id === null
    )
      throw new Problem(409, `No payment of order ${order} by card has begun.`)
    if (cents(open.card_fee) === 0n)
      throw new Problem(409, 'This payment has no card fee. Go back and begin again.')
    if (!isWithoutFee) throw new Problem(409, 'This is a credit card: its fee stays.')
    const lower = money(cents(open.amount) - cents(open.card_fee))
    if (isBelowLeast(lower)) throw new Problem(409, BELOW_LEAST)
    await client.query(
      'update payments set card_fee = 0, amount = $2, modified_at = now(), version = version + 1 where id = $1',
      [open.id, lower],
    )
    return { payment: { ...open, card_fee: '0.00', amount: lower }, invoice }
  })
  await lowerIntent(context, payment)
  return summaryOf({
    invoice_total: payment.invoice_total,
    discount: payment.discount,
    discounted: invoice.discounted,
    paid_already: invoice.kept,
    card_fee: payment.card_fee,
    total: payment.amount,
  })
}

async function fundingOf(context: Context, token: string): Promise<string | null> {
  return ask(context, async (stripe) => {
    try {
      const { payment_method_preview } = await stripe.confirmationTokens.retrieve(token)
      return payment_method_preview?.card?.funding ?? null
    } catch (error) {
      if (isUnknown(error)) return null
      throw error
    }
  })
}

const lowerIntent = (context: Context, { intent_id, amount }: PaymentRow) =>
  ask(context, (stripe) => stripe.paymentIntents.update(intent_id!, { amount: Number(cents(amount)) }))
