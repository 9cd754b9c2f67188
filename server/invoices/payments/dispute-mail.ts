/** The mail that a payment is disputed: it has to be answered at the provider before a day that the provider sets. */
import type pg from 'pg'
import { PaymentIntentFacts, type MoneyBack } from '#contract/invoices/payment.ts'
import { readSettings } from '../../settings/store.ts'
import type { Context } from '../../platform/context.ts'
import { queryOnlyRow, TextIdRow } from '../../platform/rows.ts'
import type { Reading } from './intent.ts'
import type { PaymentRow } from './rows.ts'

const disputesOf = (facts: unknown): readonly MoneyBack[] =>
  PaymentIntentFacts.safeParse(facts).data?.disputes ?? []

/** Mails what is disputed of a payment since it was read last to the address of the setting `dispute_mail`; nothing where none is set. */
export async function mailNewDispute(
  { outbox, env }: Pick<Context, 'outbox' | 'env'>,
  client: pg.ClientBase,
  payment: PaymentRow,
  reading: Reading | null,
): Promise<void> {
  const all = disputesOf(reading?.facts)
  const known = disputesOf(payment.intent).length
  if (all.length <= known) return
  const { dispute_mail: to } = await readSettings(client)
  if (to === '') return
  // The provider lists the newest first.
  for (const dispute of all.slice(0, all.length - known)) {
    const of = payment.order_id === null ? 'A payment' : `A payment of order ${payment.order_id}`
    const { id } = await queryOnlyRow(
      client,
      TextIdRow,
      // The order may be deleted by now.
      `insert into mails (kind, order_id, to_address, subject, text_body, message_id)
         values ('dispute', (select id from orders where id = $1), $2, $3, $4,
                 replace($5, '{}', gen_random_uuid()::text)) returning id`,
      [
        payment.order_id,
        to,
        `${of} is disputed`,
        textOf(of, payment.amount, dispute, env.PUBLIC_URL),
        outbox.messageId('dispute-{}'),
      ],
    )
    await outbox.add(client, [id])
  }
}

/** @param address of the app */
const textOf = (
  of: string,
  paid: string,
  { amount, reason, due_date }: MoneyBack,
  address: string | undefined,
): string =>
  [
    `${of} is disputed: ${amount} of ${paid}.`,
    ...(reason ? [`Reason: ${reason.replaceAll('_', ' ')}.`] : []),
    ...(due_date
      ? [`It can be answered at the payment provider until ${due_date.slice(0, 16).replace('T', ' ')} UTC.`]
      : []),
    ...(address ? ['', `All disputes: ${new URL('/heldPayments', address).href}`] : []),
  ].join('\n')
