/** An attempt to pay with a discount for paying on time ends with the day that the discount names. */
import { today, type Context } from '../../platform/context.ts'
import { queryRows, TextIdRow } from '../../platform/rows.ts'
import { DUE_DAY_SQL } from '../due-day.ts'
import { paymentById } from './rows.ts'
import { withdrawOpenPayment } from './withdraw.ts'

const LOOK_EVERY_MS = 10 * 60_000

/** Ends the open attempts whose discount is over. A payment that succeeded meanwhile is stored instead. */
export async function endLateDiscounts(context: Context): Promise<void> {
  const late = await queryRows(
    context.pool,
    TextIdRow,
    `select p.id from payments p join orders o on o.id = p.order_id
       join company_locations l on l.id = o.company_location_id
      where p.status = 'open' and p.discount > 0 and ${DUE_DAY_SQL} < $1::date order by p.id`,
    [today(context)],
  )
  for (const { id } of late) {
    const payment = await paymentById(context.pool, id)
    if (payment?.status === 'open') await withdrawOpenPayment(context, payment)
  }
}

/** Looks for them every ten minutes. */
export function watchDiscounts(context: Context): NodeJS.Timeout {
  const look = () =>
    void endLateDiscounts(context).catch((error: unknown) =>
      context.log.warn(error, 'attempts with a discount that is over were not ended'),
    )
  return setInterval(look, LOOK_EVERY_MS).unref()
}
