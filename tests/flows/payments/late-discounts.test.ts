/** A discount for paying on time, promised by an attempt that is still open when its day is over (docs/decisions/0230). */
import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { addDays, dayIn } from '#contract/day.ts'
import { readEnv } from '#server/env.ts'
import { endLateDiscounts } from '#server/invoices/payments/expire.ts'
import { makeProvider } from '#server/invoices/payments/provider.ts'
import type { Context } from '#server/platform/context.ts'
import { cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
/** 100.00, due today, and 2.00 less until then. */
let order: number
let intent: string
const TODAY = dayIn(readEnv({ NODE_ENV: 'test' }).TIME_ZONE, new Date())

beforeEach(async () => {
  await till.server.database.pool.query(
    'update company_locations set on_time_payment_discount_amount = 2, on_time_payment_days_threshold = 3 where id = $1',
    [till.house.location.id],
  )
  order = await till.makeInvoice({ delivery_date: addDays(TODAY, -3) })
  intent = intentOf(await till.start(order, 'ach'))
})

/** Stripe says that it was paid on this day. */
async function paidOn(day: string): Promise<void> {
  const created = Date.parse(`${day}T16:00:00Z`) / 1_000
  till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(9_800, { created }) })
  expect((await till.tell('payment_intent.succeeded', intent)).status).toBe(200)
}

it('a discounted payment pays the invoice on its last day, also where its event comes later', async () => {
  expect(till.stripe.intents.get(intent)!.amount).toBe(9_800)
  await paidOn(TODAY)
  expect(await till.invoice(order)).toMatchObject({ paid_status: 'p', on_time_discount: '2.00' })
})

it('a discounted payment of the day after is held', async () => {
  await paidOn(addDays(TODAY, 1))
  expect((await till.stored(order)).paid_status).toBe('r')
  const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
  expect((await till.details(order))[0].error_message).toBe(
    `It was paid on ${us(addDays(TODAY, 1))}, and its discount of 2.00 ended on ${us(TODAY)}.`,
  )
})

it('a discount ends with its day: the attempt cannot be paid any more, and a new one costs the whole', async () => {
  const env = readEnv({ NODE_ENV: 'test', ...till.stripe.settings })
  const log = pino({ level: 'silent' })
  const end = async (day: string) =>
    endLateDiscounts({
      env,
      log,
      pool: till.server.database.pool,
      clock: () => new Date(`${day}T16:00:00Z`),
      stripe: await makeProvider(env, log),
      announcer: { announce: () => undefined },
      outbox: { wake: () => undefined },
    } as unknown as Context)
  const another = await till.makeInvoice({ delivery_date: TODAY })
  const stays = intentOf(await till.start(another, 'ach'))
  await end(TODAY)
  expect(till.stripe.intents.get(intent)!.status).not.toBe('canceled')
  await end(addDays(TODAY, 1))
  expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
  expect(till.stripe.intents.get(stays)!.status).not.toBe('canceled')
  await till.server.database.pool.query('update orders set delivery_date = $2 where id = $1', [
    order,
    addDays(TODAY, -4),
  ])
  expect(till.stripe.intents.get(intentOf(await till.start(order, 'ach')))!.amount).toBe(10_000)
})
