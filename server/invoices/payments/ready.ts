/** B107: the office says whether an invoice may be paid. */
import { settled } from '#contract/orders/can.ts'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { refuseIf } from '../../orders/lock.ts'
import { noInvoice } from './rows.ts'
import { changeStatus } from './status.ts'
import { mustNotBePaying, withdrawPayment } from './withdraw.ts'

/** Refused once the invoice is paid or a payment is on its way. Said twice it is one change. */
export async function setReady(
  context: Context,
  person: Person,
  order: number,
  ready: boolean,
): Promise<void> {
  if (!ready) await withdrawPayment(context, person, order, 'payments.manage')
  const refusal = 'Only the office may say whether an invoice is ready.'
  await changeStatus(context, person, order, refusal, async (client, { grand_total, paid_status }) => {
    if (grand_total === null) throw noInvoice(order)
    refuseIf(settled({ id: order, paid_status }))
    const status = ready ? 'r' : ''
    if (paid_status === status) return null
    if (!ready) await mustNotBePaying(client, order)
    return status
  })
}
