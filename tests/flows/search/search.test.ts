/** The search over everything (decision 0120): who finds what. */
import { beforeAll, expect, it } from 'vitest'
import { SEARCH_SHOWN_HITS, type Found } from '#contract/search.ts'
import { makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let own: number
let foreign: number
const upc = '4012345678901'

beforeAll(async () => {
  const { pool } = flow
  await pool.query("update company_locations set name = 'Quay Bistro' where id = $1", [
    flow.house.location.id,
  ])
  await pool.query("update company_locations set name = 'Quay Hotel' where id = $1", [
    flow.house.elsewhere.location.id,
  ])
  own = flow.house.order.id
  foreign = flow.house.elsewhere.order.id
  await makeProduct(pool, { upc, name: 'Smoked Paprika', api_description: 'Pimenton de la Vera, 100%' })
  await makeProduct(pool, { name: 'Paprika sweet, old', active: false })
})

async function search(q: string, username = flow.house.as.office): Promise<Found> {
  const { status, body } = await flow.server.call(username, 'GET', `search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body
}
const orders = async (q: string, username?: string) => (await search(q, username)).orders.map(({ id }) => id)
const products = async (q: string, username?: string) =>
  (await search(q, username)).products.map(({ name }) => name)

it('the office finds orders by number and by customer, customers and products, each word in any order', async () => {
  expect(await orders(String(own))).toContain(own)
  expect(new Set(await orders('quay'))).toEqual(new Set([own, foreign]))
  expect(await orders('bistro QUAY')).toEqual([own])
  expect((await search('quay')).customers.map(({ name }) => name)).toEqual(['Quay Bistro', 'Quay Hotel'])
  expect(await products('paprika')).toEqual(['Smoked Paprika'])
  expect(await products('vera smoked')).toEqual(['Smoked Paprika'])
  expect(await products(upc)).toEqual(['Smoked Paprika'])
  expect(await products(upc.slice(3, 9))).toEqual(['Smoked Paprika'])
})

it('a customer finds the own company’s orders, and no customers; products are for who may open them', async () => {
  expect(await orders('quay', flow.house.as.buyer)).toEqual([own])
  expect(await orders(String(foreign), flow.house.as.customer)).not.toContain(foreign)
  for (const who of [flow.house.as.buyer, flow.house.as.picker]) {
    const { customers, products } = await search('a', who)
    expect({ customers, products }).toEqual({ customers: [], products: [] })
  }
})

it('a text that looks like a pattern is searched literally', async () => {
  expect(await products('100%')).toEqual(['Smoked Paprika'])
  expect(await products('%')).toEqual(['Smoked Paprika'])
  expect(await products('_moked')).toEqual([])
})

it(`shows ${SEARCH_SHOWN_HITS} of each kind, the latest orders first`, async () => {
  const { pool } = flow
  const days = [
    '2026-12-01',
    '2026-12-07',
    '2026-12-03',
    '2026-12-05',
    '2026-12-02',
    '2026-12-06',
    '2026-12-04',
  ]
  for (const delivery_date of days) await makeOrder(pool, { ...orderAt(flow.house.location), delivery_date })
  const found = (await search('bistro')).orders.map(({ delivery_date }) => delivery_date)
  const all = [...days, flow.house.order.delivery_date]
  expect(found).toEqual(all.toSorted().toReversed().slice(0, SEARCH_SHOWN_HITS))
})

it.each(['', '   ', 'x'.repeat(101)])('“%s” is no search', async (q) => {
  const { status } = await flow.server.call(flow.house.as.office, 'GET', `search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(400)
})
