/** The calls behind the list of held payments (docs/decisions/0092). */
import { OpenBalance } from '#contract/invoices/balances.ts'
import { HeldPayment, type ApplyPayment } from '#contract/invoices/payment.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'

/** What can be done about a held payment. */
export type HeldAct = 'apply' | 'refunded'

export const HELD: ServerQuery<HeldPayment[]> = {
  queryKey: ['heldpayments'],
  read: (client, signal) => client.api('GET', 'heldpayments', { schema: HeldPayment.array(), signal }),
}

export const BALANCES: ServerQuery<OpenBalance[]> = {
  queryKey: ['openbalances'],
  read: (client, signal) => client.api('GET', 'openbalances', { schema: OpenBalance.array(), signal }),
}

/** Throws the server's words, such as that somebody else has dealt with it meanwhile. */
export const applyHeld = (client: Client, id: string, body: ApplyPayment) =>
  inWords(client.api('POST', `heldpayments/${id}/apply`, { body }))

/** The same. */
export const refundHeld = (client: Client, id: string, note: string) =>
  inWords(client.api('POST', `heldpayments/${id}/refunded`, { body: { note } }))

async function inWords(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    throw new Error(errorText(error), { cause: error })
  }
}
