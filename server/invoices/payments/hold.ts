/** Taking online payments off an invoice that is not paid by them: they are held (readings, "Paid in parts"). */
import { z } from 'zod'
import { cents, money } from '#contract/money.ts'
import { settled } from '#contract/orders/can.ts'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { queryRows } from '../../platform/rows.ts'
import { letOverWait, takeOverpaidBack } from './kept.ts'
import { changeStatus } from './status.ts'
import { changeTerms } from './terms.ts'
import { mustNotBePaying, withdrawPayment } from './withdraw.ts'

const OnlinePart = z.object({ left: z.string(), card_fee: z.string(), discount: z.string() })

/**
 * Holds what was paid online of an invoice that is open. The costs of the payments, and the discounts for paying on
 * time, leave the invoice. Throws 409 where it is paid or being paid, or where nothing online is kept of it.
 */
export async function holdPayments(
  context: Context,
  person: Person,
  order: number,
  note: string,
): Promise<void> {
  await withdrawPayment(context, person, order, 'payments.manage')
  await changeStatus(
    context,
    person,
    order,
    'Only the office may hold a payment.',
    async (client, { paid_status }) => {
      if (settled({ id: order, paid_status }))
        throw new Problem(409, `Order ${order} is paid, or being paid. Open it again first.`)
      await mustNotBePaying(client, order)
      const parts = await queryRows(
        client,
        OnlinePart,
        `update payments p set status = 'held', error_message = $2, note = $3, modified_at = now(), version = version + 1
          where order_id = $1 and method <> 'external' and status = 'succeeded' and reverses is null
            and not exists (select from payments r where r.reverses = p.id)
         returning amount - refunded - disputed as left, card_fee, discount`,
        [order, `Taken off the invoice by ${person.username}.`, note],
      )
      if (parts.length === 0)
        throw new Problem(409, `Nothing that was paid online is kept of invoice ${order}.`)
      await takeOverpaidBack(client, person, order)
      const sum = (of: 'left' | 'card_fee' | 'discount') =>
        parts.reduce((all, part) => all + cents(part[of]), 0n)
      const detail = `${money(sum('left'))} is held: ${note}`
      const terms = { card_fee: money(-sum('card_fee')), discount: money(-sum('discount')) }
      const total = await changeTerms(client, order, terms, { person, act: 'held', detail })
      // Other parts may have paid the card fee that leaves with these.
      await letOverWait(client, person, order, total)
      return paid_status
    },
  )
}
