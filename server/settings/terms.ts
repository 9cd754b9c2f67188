/** What decides the cut-off (contract/orders/cutoff.ts): the settings, and the clock that they refer to. */
import type pg from 'pg'
import type { OrderingTerms } from '#contract/orders/cutoff.ts'
import type { Context } from '../platform/context.ts'
import { readSettings } from './store.ts'

export async function orderingTerms(
  { env }: Pick<Context, 'env'>,
  client: pg.Pool | pg.ClientBase,
): Promise<OrderingTerms> {
  const { cutoff, cutoff_days, clock_hours } = await readSettings(client)
  return { time_zone: env.TIME_ZONE, cutoff, cutoff_days, clock_hours }
}
