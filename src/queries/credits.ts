/** The credits that wait for an invoice, and the call that takes a credit back. */
import { WaitingCredit } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { RowsQuery } from './server-query.ts'

export const WAITING_CREDITS: RowsQuery<WaitingCredit> = {
  queryKey: ['waitingcredits'],
  keyOf: ({ id }) => id,
  read: (client, signal) => client.api('GET', 'waitingcredits', { schema: WaitingCredit.array(), signal }),
}

/** The waiting credits that the invoice of an order takes when it is made again. */
export const waitingCreditsOf = (order: number): RowsQuery<WaitingCredit> => ({
  ...WAITING_CREDITS,
  queryKey: [...WAITING_CREDITS.queryKey, order],
  isForm: true,
  read: (client, signal) =>
    client.api('GET', 'waitingcredits', { query: { order }, schema: WaitingCredit.array(), signal }),
})

/** The server refuses it where a settled invoice has used the credit, or another user was first. */
export const takeBackCredit = (client: Client, order: number, credit: number, idempotencyKey: string) =>
  client.api('POST', `orders/${order}/invoice/credits/${credit}/reverse`, { idempotencyKey })
