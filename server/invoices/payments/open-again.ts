/** Opening a paid invoice again, of which money went back (readings, "Refunds and disputes"). */
import { cents } from '#contract/money.ts'
import { isPaid } from '#contract/orders/paid-status.ts'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { addHistory } from '../history.ts'
import { noInvoice } from './rows.ts'
import { changeStatus, openStatus } from './status.ts'

/** Throws 409 where it is not paid, or where nothing of it is due. The amount that is not kept is then due. */
export const openAgain = (context: Context, person: Person, order: number, note: string): Promise<void> =>
  changeStatus(
    context,
    person,
    order,
    'Only the office may open a paid invoice again.',
    async (client, { grand_total, paid_status, kept, due }) => {
      if (grand_total === null) throw noInvoice(order)
      if (!isPaid(paid_status)) throw new Problem(409, `Order ${order} is not paid.`)
      if (cents(due) <= 0n) throw new Problem(409, `All of invoice ${order} is paid, and nothing went back.`)
      const said = `${kept} of ${grand_total} is kept, ${due} is due: ${note}`
      await addHistory(client, person, order, 'reopened', grand_total, said)
      return openStatus(client, order)
    },
  )
