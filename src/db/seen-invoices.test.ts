import { expect, it } from 'vitest'
import { dropSeen, findSeen, forgetSeen, keepSeen, type SeenInvoice } from './seen-invoices.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 23)
let people = 0
/** Returns the id of a new person, who has seen no invoice. */
const somebody = () => (people += 1)
const seen = (order: number, at: number): SeenInvoice => ({
  order,
  at,
  invoice: { order_id: order } as SeenInvoice['invoice'],
  letterhead: { lines: ['Harbor & Vine'], weigh_ticket: true, time_zone: 'America/New_York' },
})
const ordersOf = async (person: number, orders: number[]) => {
  const found = await Promise.all(orders.map((order) => findSeen(person, order, NOW)))
  return found.flatMap((one) => one?.order ?? [])
}

it('the person who saw an invoice finds the last seen version, and no other person finds it', async () => {
  const [ann, bob] = [somebody(), somebody()]
  await keepSeen(ann, seen(5, NOW - 2))
  await keepSeen(ann, seen(5, NOW - 1))
  expect(await findSeen(ann, 5, NOW)).toEqual(seen(5, NOW - 1))
  expect(await findSeen(bob, 5, NOW)).toBeNull()
  expect(await findSeen(ann, 6, NOW)).toBeNull()
})

it('the last fifty are kept, for thirty days', async () => {
  const ann = somebody()
  for (let order = 1; order <= 52; order += 1) await keepSeen(ann, seen(order, NOW - 100 + order))
  expect(await ordersOf(ann, [1, 2, 3, 52])).toEqual([3, 52])
  expect(await findSeen(ann, 52, NOW + 30 * DAY_MS)).toBeNull()
  await keepSeen(ann, seen(99, NOW + 31 * DAY_MS))
  expect(await ordersOf(ann, [3, 52])).toEqual([])
})

it('an invoice that the server deleted is dropped, and a logout deletes all', async () => {
  const ann = somebody()
  await keepSeen(ann, seen(5, NOW))
  await keepSeen(ann, seen(6, NOW))
  await dropSeen(ann, 5)
  expect(await ordersOf(ann, [5, 6])).toEqual([6])
  await forgetSeen(ann)
  expect(await ordersOf(ann, [6])).toEqual([])
})
