/** What answers a customer's call, and who has gone quiet (docs/decisions/0276). */
import { expect, it } from 'vitest'
import type { CustomerGlance, Pace } from '#contract/customers/glance.ts'
import { addDays } from '#contract/day.ts'
import {
  makeInvoice,
  makeItem,
  makeLocation,
  makeOrder,
  makeProduct,
  makeUser,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

/** Half past eleven in the evening of the 22nd in New York. */
const NOW = new Date('2026-11-23T04:30:00Z')
const TODAY = '2026-11-22'
const flow = openFlow({ clock: () => NOW })

/** A location with an order on each of these days before today, at noon. */
async function ordering(daysAgo: number[], over: object = {}) {
  const location = await makeLocation(flow.pool, { name: `Pace ${crypto.randomUUID()}`, ...over })
  const ids: number[] = []
  for (const days of daysAgo) {
    const day = addDays(TODAY, -days)
    const { id } = await makeOrder(flow.pool, {
      ...orderAt(location),
      created_date: new Date(`${day}T17:00:00Z`),
      delivery_date: addDays(day, 1),
    })
    ids.push(id)
  }
  return { location, ids }
}
const glance = async (id: number) =>
  (await flow.call('sales', 'GET', `companylocations/${id}/glance`)).body as CustomerGlance
const quiet = async () =>
  ((await flow.call('sales', 'GET', 'quietlocations')).body as Pace[]).map(
    ({ company_location }) => company_location,
  )

it('a customer is quiet after a longer pause than any of the last weeks, and not before a week', async () => {
  const weekly = await ordering([44, 37, 30, 23, 9])
  const silent = await ordering([51, 44, 37, 30, 23])
  const daily = await ordering([12, 11, 10, 9, 8])
  const fresh = await ordering([10, 9, 8, 7])
  const rare = await ordering([50, 20])
  const closed = await ordering([51, 44, 37, 30, 23], { active: false })
  const found = await quiet()
  const isQuiet = ({ location }: { location: { id: number } }) => found.includes(location.id)
  // Its longest pause is fourteen days, and this one has lasted nine.
  expect(isQuiet(weekly)).toBe(false)
  expect(isQuiet(silent)).toBe(true)
  expect(isQuiet(daily)).toBe(true)
  expect(isQuiet(fresh)).toBe(false)
  expect(isQuiet(rare)).toBe(false)
  expect(isQuiet(closed)).toBe(false)
  expect(await glance(silent.location.id)).toMatchObject({
    is_quiet: true,
    pace: { company_location: silent.location.id, last_ordered: '2026-10-30', longest_pause: 7 },
  })
  expect((await glance(weekly.location.id)).is_quiet).toBe(false)
  expect((await glance(fresh.location.id)).is_quiet).toBe(false)
})

it('a glance has the last orders, what is mostly ordered, what is owed, and who orders there', async () => {
  const { location, ids } = await ordering([30, 20, 10])
  const bread = await makeProduct(flow.pool, { name: 'Bread' })
  const oil = await makeProduct(flow.pool, { name: 'Oil' })
  for (const id of ids) await makeItem(flow.pool, { order_id: id, product: bread.upc })
  await makeItem(flow.pool, { order_id: ids[0]!, product: oil.upc })
  await flow.pool.query(`update orders set invoiced = true, status = 'invoiced' where id = $1`, [ids[0]])
  await makeInvoice(flow.pool, ids[0]!, '40.00')
  const own = await makeUser(flow.pool, 'customer', {
    company_id: location.company_id,
    location_ids: [location.id],
  })
  const all = await makeUser(flow.pool, 'buyer', { company_id: location.company_id })
  const locked = await makeUser(flow.pool, 'buyer', { company_id: location.company_id, account_lock: true })
  await makeUser(flow.pool, 'customer', { company_id: location.company_id, is_active: false })
  // They were customers before: their rows still name the company.
  for (const role of ['sales', 'picker'] as const)
    await makeUser(flow.pool, role, { company_id: location.company_id, is_staff: role === 'sales' })
  const seen = await glance(location.id)
  expect(seen.orders.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]])
  expect(seen.usual).toEqual([
    { upc: bread.upc, name: 'Bread', orders: 3 },
    { upc: oil.upc, name: 'Oil', orders: 1 },
  ])
  expect(seen.balance).toEqual({ open: '40.00', overdue: '40.00', oldest_due: '2026-10-24' })
  expect(seen.orderers).toEqual([
    { id: own.id, username: own.username },
    { id: all.id, username: all.username },
    { id: locked.id, username: locked.username },
  ])
})

it('a location without orders has an empty glance, and one that is not there has none', async () => {
  const location = await makeLocation(flow.pool)
  expect(await glance(location.id)).toEqual({
    balance: null,
    orders: [],
    usual: [],
    orderers: [],
    pace: null,
    is_quiet: false,
  })
  expect((await flow.call('office', 'GET', 'companylocations/999999/glance')).status).toBe(404)
  expect((await flow.call('picker', 'GET', `companylocations/${location.id}/glance`)).status).toBe(403)
})
