/** The one mail a day that names the orders beyond the bound of confirmations (docs/decisions/0183). */
import { z } from 'zod'
import { showLongDay, showDollars } from '#contract/format.ts'
import { CONFIRMATIONS_A_DAY } from '#contract/mails/states.ts'
import type { Env } from '../env.ts'
import { wantsMail } from './confirmation-mail.ts'

/** Orders that one mail names; it counts the rest. */
const MAX_LINES = 200

export const NamedOrder = z.object({
  id: z.number(),
  delivery_date: z.string(),
  location: z.string(),
  total: z.string(),
})
export type NamedOrder = z.infer<typeof NamedOrder>

/**
 * The orders that mail $1 names, where they are still there and their person still wants mails. Each once: two of them
 * may have been merged since.
 */
export const namedSql = (env: Pick<Env, 'DEMO'>): string => `
  select distinct o.id, o.delivery_date, l.name as location, o.total
    from mails m
    join orders o on o.id = m.order_id
    join company_locations l on l.id = o.company_location_id
    join users u on u.id = m.user_id
   where m.summary_id = $1 and ${wantsMail(env)}
   order by o.id`

/**
 * @param distributor its lines, its name first
 * @param app where people open the app (`PUBLIC_URL`)
 */
export function summaryMail(
  orders: readonly NamedOrder[],
  distributor: readonly string[],
  app?: string,
): { subject: string; text: string } {
  const rest = orders.length - MAX_LINES
  return {
    subject: `${orders.length} more ${orders.length === 1 ? 'order' : 'orders'}`,
    text: [
      `Thank you. We confirm ${CONFIRMATIONS_A_DAY} orders a day with a mail of their own. We have these as well:`,
      '',
      ...orders
        .slice(0, MAX_LINES)
        .map(
          ({ id, delivery_date, location, total }) =>
            `Order ${id} for ${showLongDay(delivery_date)}, ${location}: ${showDollars(total)}`,
        ),
      ...(rest > 0 ? [`… and ${rest} more.`] : []),
      ...(app ? ['', `See them at ${app}/orders`] : []),
      '',
      ...distributor,
    ].join('\n'),
  }
}
