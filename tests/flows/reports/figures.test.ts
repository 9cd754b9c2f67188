/** The figures of some delivery days, against a second sum over the same rows (docs/decisions/0277). */
import { expect, it } from 'vitest'
import type { Figures } from '#contract/reports/figures.ts'
import { addDays } from '#contract/day.ts'
import { cents, money } from '#contract/money.ts'
import { writeSetting } from '#server/settings/store.ts'
import {
  makeBarcode,
  makeInvoice,
  makeItem,
  makeLocation,
  makeOrder,
  makeProduct,
  makeUser,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { chanceOf } from '../../sim/chance.ts'

const flow = openFlow()
const read = async (start: string, end: string) =>
  (await flow.call('manager', 'GET', `figures?start_date=${start}&end_date=${end}`)).body as Figures

it('sales by day, customer and product, and what was picked, are those of a second sum over random orders', async () => {
  const random = chanceOf('figures', 7).whole
  const start = '2031-03-01'
  const locations = [await makeLocation(flow.pool), await makeLocation(flow.pool)]
  const products = [await makeProduct(flow.pool), await makeProduct(flow.pool), await makeProduct(flow.pool)]
  const byDay = new Map<string, bigint>()
  const byCustomer = new Map<number, bigint>()
  const byProduct = new Map<string, bigint>()
  const picking = { orders: 0, lines: 0, short_lines: 0, pieces_ordered: 0, pieces_picked: 0 }
  for (let n = 0; n < 40; n++) {
    const location = locations[random(2)]!
    // Some lie outside the days that are asked for.
    const offset = random(9) - 1
    const day = addDays(start, offset)
    const invoiced = random(4) > 0
    const isAsked = offset >= 0 && offset <= 6
    const { id } = await makeOrder(flow.pool, {
      ...orderAt(location),
      delivery_date: day,
      invoiced,
      picking_complete: invoiced,
      status: invoiced ? 'invoiced' : 'placed',
    })
    let total = 0n
    for (const { upc } of products.slice(0, 1 + random(3))) {
      const [units, cases] = [random(5), random(3)]
      const [units_ordered, cases_ordered] = [units + random(3), cases]
      const price = BigInt(random(10_000))
      await makeItem(flow.pool, {
        order_id: id,
        product: upc,
        units_ordered,
        cases_ordered,
        unit_quantity: units,
        case_quantity: cases,
        picked: invoiced,
        final_price: money(price),
      })
      total += price
      if (!invoiced || !isAsked) continue
      if (units + cases > 0) byProduct.set(upc, (byProduct.get(upc) ?? 0n) + price)
      if (units_ordered + cases_ordered === 0) continue
      picking.lines += 1
      if (units < units_ordered) picking.short_lines += 1
      picking.pieces_ordered += units_ordered + cases_ordered
      picking.pieces_picked += units + cases
    }
    if (!invoiced) continue
    await makeInvoice(flow.pool, id, money(total))
    if (!isAsked) continue
    picking.orders += 1
    byDay.set(day, (byDay.get(day) ?? 0n) + total)
    byCustomer.set(location.id, (byCustomer.get(location.id) ?? 0n) + total)
  }
  const figures = await read(start, addDays(start, 6))
  expect(new Map(figures.days.map(({ day, total }) => [day, cents(total)]))).toEqual(byDay)
  expect(figures.days.map(({ day }) => day)).toEqual([...byDay.keys()].toSorted())
  expect(
    new Map(figures.customers.map(({ company_location, total }) => [company_location, cents(total)])),
  ).toEqual(byCustomer)
  expect(new Map(figures.products.map(({ product, sales }) => [product, cents(sales)]))).toEqual(byProduct)
  expect(figures.picking).toMatchObject(picking)
  const summary = await flow.call(
    'manager',
    'GET',
    `figures/summary?start_date=${start}&end_date=${addDays(start, 6)}`,
  )
  expect(summary.body).toEqual({
    total: money([...byDay.values()].reduce((sum, total) => sum + total, 0n)),
    picking: figures.picking,
  })
})

it('the cost is what the last receipt asked for a piece, and is not known where a part of it is not', async () => {
  const day = '2031-05-05'
  const [known, half, weighed] = [
    await makeProduct(flow.pool),
    await makeProduct(flow.pool),
    await makeProduct(flow.pool, { weight_type: 'r/w' }),
  ]
  const { rows } = await flow.pool.query<{ id: number }>(
    `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
       values ('Old', 0, 2, 's', true, '2031-01-01'), ('New', 0, 2, 's', true, '2031-02-01') returning id`,
  )
  const [old, last] = rows.map(({ id }) => id)
  const line = (receipt: number, n: number, product: string, type: string, quantity: number, total: string) =>
    flow.pool.query(
      `insert into receipt_lines (receipt_id, line, product, quantity, unit_type, total, price)
         values ($1, $2, $3, $4, $5, $6, 0)`,
      [receipt, n, product, quantity, type, total],
    )
  await line(old!, 1, known.upc, 'U', 1, '9.99')
  await line(last!, 1, known.upc, 'U', 3, '10.00')
  await line(last!, 2, known.upc, 'C', 1, '20.00')
  await line(last!, 3, half.upc, 'U', 1, '1.00')
  await line(last!, 4, weighed.upc, 'U', 1, '1.00')
  // A line without a price says nothing about the cost.
  await line(last!, 5, known.upc, 'C', 1, '0.00')
  const location = await makeLocation(flow.pool)
  const { id } = await makeOrder(flow.pool, { ...orderAt(location), delivery_date: day, invoiced: true })
  const sold = { order_id: id, unit_quantity: 3, case_quantity: 1, final_price: '50.00', picked: true }
  for (const { upc } of [known, half, weighed]) await makeItem(flow.pool, { ...sold, product: upc })
  await makeInvoice(flow.pool, id, '150.00')
  const costs = new Map((await read(day, day)).products.map(({ product, cost }) => [product, cost]))
  expect(costs).toEqual(
    new Map([
      [known.upc, '30.00'],
      [half.upc, null],
      [weighed.upc, null],
    ]),
  )
})

it('the cost is found by a code without its zeros, and by another barcode of the product', async () => {
  const day = '2031-05-06'
  const [bare, other] = [await makeProduct(flow.pool), await makeProduct(flow.pool)]
  await makeBarcode(flow.pool, '00990031', other.upc)
  const { rows } = await flow.pool.query<{ id: number }>(
    `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
       values ('Codes', 0, 2, 's', true, '2031-02-02') returning id`,
  )
  await flow.pool.query(
    `insert into receipt_lines (receipt_id, line, product, quantity, unit_type, total, price)
       values ($1, 1, $2, 1, 'U', 1.50, 0), ($1, 2, '990031', 2, 'U', 5.00, 0)`,
    [rows[0]!.id, bare.upc.replace(/^0+/, '')],
  )
  const location = await makeLocation(flow.pool)
  const { id } = await makeOrder(flow.pool, { ...orderAt(location), delivery_date: day, invoiced: true })
  const sold = { order_id: id, unit_quantity: 2, final_price: '10.00', picked: true }
  for (const { upc } of [bare, other]) await makeItem(flow.pool, { ...sold, product: upc })
  await makeInvoice(flow.pool, id, '20.00')
  const costs = new Map((await read(day, day)).products.map(({ product, cost }) => [product, cost]))
  expect(costs).toEqual(
    new Map([
      [bare.upc, '3.00'],
      [other.upc, '5.00'],
    ]),
  )
})

it('orders after the cut-off are counted, to the minute of the distributor’s clock', async () => {
  await writeSetting(flow.pool, 'cutoff', '18:00')
  await writeSetting(flow.pool, 'cutoff_days', '1')
  const location = await makeLocation(flow.pool)
  // In January the clock of New York is five hours behind. The minute of the cut-off is in time.
  for (const placed of ['2031-01-09T23:00:59Z', '2031-01-09T22:59:00Z', '2031-01-09T23:01:00Z'])
    await makeOrder(flow.pool, {
      ...orderAt(location),
      delivery_date: '2031-01-10',
      placed_at: new Date(placed),
      picking_complete: true,
    })
  expect((await read('2031-01-10', '2031-01-10')).picking).toMatchObject({ orders: 3, late_orders: 1 })
})

it('a picker’s lines are counted once each, over the ten minutes in which there was an edit', async () => {
  const picker = await makeUser(flow.pool, 'picker')
  const edit = (entity_id: string, at: string) =>
    flow.pool.query(
      `insert into mutations (id, fingerprint, user_id, device_id, entity, entity_id, method, body, outcome, status, made_at, at)
         values (gen_random_uuid(), 'f', $1, 'd', 'orderitems', $2, 'PATCH', '{}', 'applied', 200, $3, $3)`,
      [picker.id, entity_id, at],
    )
  await edit('a', '2031-06-02T14:00:00Z')
  await edit('a', '2031-06-02T14:05:00Z')
  await edit('b', '2031-06-02T14:09:00Z')
  await edit('c', '2031-06-02T15:00:00Z')
  const found = (await read('2031-06-02', '2031-06-02')).pickers
  expect(found).toEqual([{ username: picker.username, lines: 3, minutes: 20 }])
})

it('the days are checked, and are for the office', async () => {
  const status = async (query: string, who: 'manager' | 'picker' | 'customer' = 'manager') =>
    (await flow.call(who, 'GET', `figures?${query}`)).status
  expect(await status('start_date=2031-01-02&end_date=2031-01-01')).toBe(400)
  expect(await status('start_date=2030-01-01&end_date=2031-12-31')).toBe(400)
  expect(await status('start_date=2031-01-01&end_date=2031-01-02', 'picker')).toBe(403)
  expect(await status('start_date=2031-01-01&end_date=2031-01-02', 'customer')).toBe(403)
})
