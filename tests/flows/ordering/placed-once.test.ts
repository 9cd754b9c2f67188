/** A device names an order that it places: one name is one order, however often and from where it is placed (0181). */
import { beforeAll, expect, it } from 'vitest'
import { makeOrderList, makeProduct, type ProductRecord, type UserRecord } from '../../factories/business.ts'
import { newId, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
let oil: ProductRecord
let rice: ProductRecord

beforeAll(async () => {
  oil = await makeProduct(flow.pool)
  rice = await makeProduct(flow.pool)
  for (const location of [flow.house.location, flow.house.elsewhere.location])
    await makeOrderList(flow.pool, [oil.upc, rice.upc], { company_location_id: location.id })
})

/** Some product in some number for a customer: two edits of one name differ in what they order. */
const placing = (
  by: UserRecord,
  name: string,
  unit_quantity: number,
  customer = flow.house.people.customer,
) =>
  postOf(by, 'orders', name, {
    customer: customer.id,
    submitted_date: '2026-05-05',
    created_date: '2026-05-05',
    total: '1.00',
    order_items: [{ product: unit_quantity > 5 ? oil.upc : rice.upc, unit_quantity, case_quantity: 0 }],
  })
const orders = async () =>
  (
    await flow.pool.query<{ id: number; total: string; items_count: number; lines: number; sum: string }>(
      `select o.id, o.total::text, o.items_count, count(i.id)::int as lines, sum(i.estimated_price)::text as sum
         from orders o join order_items i on i.order_id = o.id group by o.id order by o.id`,
    )
  ).rows
/** What was made since. */
async function made<T>(act: () => Promise<T>) {
  const before = new Set((await orders()).map(({ id }) => id))
  const answer = await act()
  return { answer, made: (await orders()).filter(({ id }) => !before.has(id)) }
}

it('a second placing of one name in a push is answered with the first’s order, which stays as it was placed', async () => {
  const by = flow.house.people.customer
  const name = newId()
  const edits = [placing(by, name, 9), placing(by, name, 2), placing(by, name.toUpperCase(), 3)]
  const { answer, made: placed } = await made(() => push(flow.server, by.username, edits))
  expect(placed).toHaveLength(1)
  const { id, total, items_count, lines, sum } = placed[0]!
  expect([total, items_count, lines]).toEqual([sum, 1, 1])
  expect(answer.map(({ outcome, status, body }) => [outcome, status, body.id, body.total])).toEqual(
    edits.map(() => ['applied', 201, id, '22.50']),
  )
  // Sent again, each is answered so again.
  const again = await push(flow.server, by.username, edits)
  expect(again.map(({ body }) => body.id)).toEqual([id, id, id])
})

it('a second placing of one name for another customer puts nothing on either order', async () => {
  const by = flow.house.people.office
  const name = newId()
  const { answer, made: placed } = await made(() =>
    push(flow.server, by.username, [
      placing(by, name, 9),
      placing(by, name, 2, flow.house.people.stranger),
      placing(by, newId(), 2, flow.house.people.stranger),
    ]),
  )
  expect(placed.map(({ lines, total, sum }) => [lines, total === sum])).toEqual([
    [1, true],
    [1, true],
  ])
  expect(answer.map(({ body }) => [body.id, body.customer])).toEqual([
    [placed[0]!.id, flow.house.as.customer],
    [placed[0]!.id, flow.house.as.customer],
    [placed[1]!.id, flow.house.as.stranger],
  ])
})

it('a second placing of one name in a later push is answered with the first’s order as it is now', async () => {
  const by = flow.house.people.customer
  const name = newId()
  const [first] = await push(flow.server, by.username, [placing(by, name, 9)])
  await flow.server.call(flow.house.as.office, 'PATCH', `orders/${first!.body.id}`, {
    body: { note: 'Ring' },
  })
  const { answer, made: placed } = await made(() => push(flow.server, by.username, [placing(by, name, 2)]))
  expect(placed).toEqual([])
  expect(answer[0]).toMatchObject({ outcome: 'applied', body: { id: first!.body.id, note: 'Ring' } })
})

it('a name whose order was merged into another one makes no second order', async () => {
  const by = flow.house.people.customer
  const name = newId()
  const [base, other] = await push(flow.server, by.username, [placing(by, newId(), 9), placing(by, name, 2)])
  const merged = await flow.server.call(flow.house.as.office, 'POST', 'mergeorders', {
    body: { base_order: base!.body.id, orders_to_merge: [other!.body.id] },
  })
  expect(merged.status).toBe(200)
  const { answer, made: placed } = await made(() => push(flow.server, by.username, [placing(by, name, 2)]))
  expect([placed, answer[0]!.outcome]).toEqual([[], 'applied'])
})

it('placings of one name at the same moment make one order', async () => {
  const by = flow.house.people.customer
  const name = newId()
  const { answer, made: placed } = await made(() =>
    Promise.all([6, 7, 8, 9].map((n) => push(flow.server, by.username, [placing(by, name, n)]))),
  )
  expect(placed).toHaveLength(1)
  expect(answer.map(([one]) => [one!.outcome, one!.body.id])).toEqual(
    answer.map(() => ['applied', placed[0]!.id]),
  )
})

it('a name is its person’s own, and is free again where its order was refused', async () => {
  const { customer, buyer } = flow.house.people
  const name = newId()
  const refused = await push(flow.server, customer.username, [
    placing(customer, name, 2, flow.house.people.stranger),
  ])
  expect(refused[0]!.outcome).toBe('refused')
  const { made: placed } = await made(async () => {
    await push(flow.server, customer.username, [placing(customer, name, 2)])
    await push(flow.server, buyer.username, [placing(buyer, name, 2)])
  })
  expect(placed).toHaveLength(2)
})

it('an order that is taken back before the server has it is never placed, also where a copy of it comes late', async () => {
  const by = flow.house.people.customer
  const edit = placing(by, newId(), 9)
  const { answer, made: placed } = await made(async () => [
    ...(await push(flow.server, by.username, [{ ...edit, withdrawn: true }])),
    ...(await push(flow.server, by.username, [edit])),
    ...(await push(flow.server, by.username, [{ ...edit, withdrawn: true }])),
  ])
  expect(placed).toEqual([])
  expect(answer.map(({ outcome, status, body }) => [outcome, status, body.code])).toEqual(
    Array.from({ length: 3 }, () => ['refused', 409, 'withdrawn']),
  )
  // The same products are ordered under a new name.
  const again = await push(flow.server, by.username, [placing(by, newId(), 9)])
  expect(again[0]!.outcome).toBe('applied')
})

it('an order that is taken back after the server has it stays, and the answer has its number', async () => {
  const by = flow.house.people.customer
  const edit = placing(by, newId(), 9)
  const [first] = await push(flow.server, by.username, [edit])
  const { answer, made: placed } = await made(() =>
    push(flow.server, by.username, [{ ...edit, withdrawn: true }]),
  )
  expect(placed).toEqual([])
  expect(answer.map(({ outcome, body }) => [outcome, body.id])).toEqual([['applied', first!.body.id]])
})

it('an order and its withdrawal at the same moment make one order or none, and both get the same answer', async () => {
  const by = flow.house.people.customer
  for (let n = 0; n < 10; n++) {
    const edit = placing(by, newId(), 9)
    const { answer, made: placed } = await made(async () => {
      const pair = [edit, { ...edit, withdrawn: true as const }]
      if (n % 2 === 1) pair.reverse()
      return (await Promise.all(pair.map((one) => push(flow.server, by.username, [one])))).flat()
    })
    const outcomes = new Set(answer.map(({ outcome }) => outcome))
    expect(answer.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 2 }, () => answer[0]!.outcome))
    expect(placed).toHaveLength(outcomes.has('applied') ? 1 : 0)
  }
})
