/** A207, B024: the office's call that makes an invoice of an order, without force_regenerate. */
import type { Client } from './client.ts'
import { ApiError, errorText } from './errors.ts'

export type Invoiced =
  | { kind: 'done' }
  /** Devices still hold edits of this order: the server names them, and wants it said twice. */
  | { kind: 'unsent'; devices: string }
  | { kind: 'failed'; message: string }

/** `sure`: devices that still hold edits of this order do not hold it up. Never throws. */
export async function invoiceOrder(client: Client, order: number, sure: boolean): Promise<Invoiced> {
  try {
    await client.api('POST', `orders/${order}/generateinvoice`, {
      ...(sure && { body: { confirm_unsent: true } }),
    })
    return { kind: 'done' }
  } catch (error) {
    const code = error instanceof ApiError ? (error.body as { code?: unknown } | null)?.code : null
    const message = errorText(error)
    return code === 'unsent_edits' ? { kind: 'unsent', devices: message } : { kind: 'failed', message }
  }
}
