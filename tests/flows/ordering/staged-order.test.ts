/**
 * A staged order is placed once and changed by several people at once, with and without a network (readings,
 * "Ordering").
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stagedId } from '#contract/ordering/staged.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { makeLocation, makeOrderList, makeProduct, type ProductRecord } from '../../factories/business.ts'
import { makeEdit, newId, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeDevice } from '../../factories/pulls.ts'

const flow = openFlow({ clock: () => NOON })
let oil: ProductRecord
let rice: ProductRecord

const NOON = new Date('2031-05-05T16:00:00Z')

beforeAll(async () => {
  const { pool } = flow
  oil = await makeProduct(pool)
  rice = await makeProduct(pool)
  await makeOrderList(pool, [oil.upc, rice.upc], { company_location_id: flow.house.location.id })
})
beforeEach(async () => {
  await flow.pool.query('delete from shared_cart_items')
  await flow.pool.query('delete from staged_takings')
})

type Who = 'buyer' | 'customer' | 'office' | 'stranger' | 'picker'
const idOf = ({ upc }: ProductRecord) => stagedId(flow.house.location.id, upc)

/** Returns the edit that a device stores when a person stages so many units. */
const staging = (who: Who, product: ProductRecord, unit_quantity: number): Mutation => ({
  ...postOf(flow.house.people[who], 'sharedcartitems', idOf(product), {
    upc: product.upc,
    company_location: flow.house.location.id,
    unit_quantity,
    case_quantity: 0,
  }),
  call: {
    method: 'POST',
    path: 'sharedcartitems/?force_add=True',
    body: { upc: product.upc, company_location: flow.house.location.id, unit_quantity, case_quantity: 0 },
  },
})
const change = (
  who: Who,
  product: ProductRecord,
  adds: Mutation['adds'],
  body: Record<string, number> | null = {},
): Mutation =>
  makeEdit(flow.house.people[who], {
    entity: 'sharedcartitems',
    entity_id: idOf(product),
    call: { method: body ? 'PATCH' : 'DELETE', path: `sharedcartitems/${idOf(product)}`, body },
    base: { version: 1, values: {} },
    adds,
  })
const orderOf = (lines: [ProductRecord, number][], over: object = {}) => ({
  customer: flow.house.people.customer.id,
  submitted_date: '2031-05-05',
  created_date: '2031-05-05',
  total: '1.00',
  order_items: lines.map(([{ upc }, unit_quantity]) => ({ product: upc, unit_quantity, case_quantity: 0 })),
  staged: flow.house.location.id,
  ...over,
})
const placing = (who: Who, lines: [ProductRecord, number][], over: object = {}) =>
  postOf(flow.house.people[who], 'orders', newId(), orderOf(lines, over))
const send = async (who: Who, ...edits: Mutation[]) =>
  (await push(flow.server, flow.house.as[who], edits)).map(({ outcome, status, body }) => ({
    outcome,
    status,
    body,
  }))
const place = (who: Who, lines: [ProductRecord, number][], over: object = {}) =>
  flow.server.call(flow.house.as[who], 'POST', 'orders/', { body: orderOf(lines, over) })
const staged = async (): Promise<Record<string, number>> => {
  const path = `sharedcartitems?no_page=1&company_location_id=${flow.house.location.id}`
  const { body } = await flow.server.call(flow.house.as.buyer, 'GET', path)
  return Object.fromEntries(
    (body as { upc: string; unit_quantity: number }[]).map((row) => [row.upc, row.unit_quantity]),
  )
}
const ordered = async (): Promise<number> => {
  const { rows } = await flow.pool.query<{ units: string | null }>(
    `select sum(i.units_ordered) as units from order_items i join staged_takings t on t.order_id = i.order_id`,
  )
  return Number(rows[0]!.units ?? 0)
}

describe('a staged order that several people change', () => {
  it('counts what two people add to one product, without a network too', async () => {
    await send('buyer', staging('buyer', oil, 2))
    // Both people saw 2 when they pressed.
    await Promise.all([
      send('buyer', change('buyer', oil, { unit_quantity: 1 }, { unit_quantity: 3 })),
      send('customer', change('customer', oil, { unit_quantity: 3 }, { unit_quantity: 5 })),
      send('customer', staging('customer', rice, 1)),
      send('buyer', staging('buyer', rice, 4)),
    ])
    expect(await staged()).toEqual({ [oil.upc]: 6, [rice.upc]: 5 })
  })

  it('sets what is typed, the last one wins, and no person is asked about a clash', async () => {
    await send('buyer', staging('buyer', oil, 2))
    const first = await send(
      'buyer',
      change('buyer', oil, { case_quantity: 0 }, { unit_quantity: 8, case_quantity: 0 }),
    )
    const then = await send(
      'customer',
      change('customer', oil, { case_quantity: 0 }, { unit_quantity: 3, case_quantity: 0 }),
    )
    expect([...first, ...then].map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect(await staged()).toEqual({ [oil.upc]: 3 })
  })

  it('B144 keeps what another user adds while the last one is taken away, and loses all where it is removed', async () => {
    await send('buyer', staging('buyer', oil, 1))
    await send('customer', change('customer', oil, { unit_quantity: 2 }, { unit_quantity: 3 }))
    await send('buyer', change('buyer', oil, { unit_quantity: -1, case_quantity: 0 }, null))
    expect(await staged()).toEqual({ [oil.upc]: 2 })
    await send('buyer', change('buyer', oil, null, null))
    expect(await staged()).toEqual({})
  })

  it('does each edit once, however often it comes', async () => {
    const edit = staging('buyer', oil, 2)
    const [, again] = [await send('buyer', edit), await send('buyer', edit)]
    expect(again).toMatchObject([{ outcome: 'applied', status: 201, body: { unit_quantity: 2 } }])
    expect(await staged()).toEqual({ [oil.upc]: 2 })
  })

  it('is closed to another company and to people who pick, and takes no product that is not sold', async () => {
    const unlisted = await makeProduct(flow.pool)
    const gone = await makeProduct(flow.pool, { active: false })
    expect(await send('stranger', staging('stranger', oil, 1))).toMatchObject([{ status: 400 }])
    expect(await send('stranger', change('stranger', oil, { unit_quantity: 1 }))).toMatchObject([
      { status: 404 },
    ])
    expect(await send('picker', staging('picker', oil, 1))).toMatchObject([{ status: 403 }])
    expect(await send('customer', staging('customer', unlisted, 1))).toMatchObject([
      { status: 400, body: { upc: 'is not a product to order' } },
    ])
    expect(await send('office', staging('office', gone, 1))).toMatchObject([{ status: 400 }])
    const elsewhere = {
      ...staging('buyer', oil, 1),
      entity_id: stagedId(flow.house.elsewhere.location.id, oil.upc),
    }
    expect(await send('buyer', elsewhere)).toMatchObject([{ status: 400 }])
    expect(await staged()).toEqual({})
  })

  it('comes to the devices of its company and of the house, and to no other', async () => {
    const devices = (['buyer', 'customer', 'office', 'stranger'] as const).map((who) =>
      makeDevice(flow.server, flow.house.as[who]),
    )
    for (const device of devices) await device.catchUp()
    await send('buyer', staging('buyer', oil, 2))
    for (const device of devices) await device.catchUp()
    expect(devices.map(({ rows }) => rows.staged.get(idOf(oil))?.['unit_quantity'])).toEqual([
      2,
      2,
      2,
      undefined,
    ])
    // A device that makes a full pull has the same row.
    const fresh = makeDevice(flow.server, flow.house.as.customer)
    await fresh.catchUp()
    expect(fresh.rows.staged.get(idOf(oil))).toMatchObject({ unit_quantity: 2, case_quantity: 0 })
  })
})

describe('a staged order that is placed', () => {
  beforeEach(() => send('buyer', staging('buyer', oil, 2), staging('buyer', rice, 1)))

  it('B140 loses what is ordered in the same transaction', async () => {
    const { status, body } = await place('customer', [
      [oil, 2],
      [rice, 1],
    ])
    expect([status, body.items_count]).toEqual([201, 2])
    expect(await staged()).toEqual({})
  })

  it('is placed once though two people press at the same moment: the second learns who placed which order', async () => {
    const lines: [ProductRecord, number][] = [
      [oil, 2],
      [rice, 1],
    ]
    const answers = await Promise.all([place('customer', lines), place('buyer', lines)])
    const [won, lost] = answers[0].status === 201 ? answers : answers.toReversed()
    const winner = won === answers[0] ? flow.house.as.customer : flow.house.as.buyer
    expect([won!.status, lost!.status, lost!.body.code]).toEqual([201, 409, 'staged_taken'])
    expect(lost!.body.message).toContain(
      `${winner} has placed this staged order already: it is order ${won!.body.id}.`,
    )
    expect([await ordered(), await staged()]).toEqual([3, {}])
  })

  it('is placed once by one person whose two tabs send in one batch', async () => {
    const lines: [ProductRecord, number][] = [[oil, 2]]
    const [first, second] = await send('customer', placing('customer', lines), placing('customer', lines))
    expect([first!.outcome, second!.outcome, second!.status]).toEqual(['applied', 'refused', 409])
    expect(second!.body.message).toContain(`it is order ${first!.body.id}.`)
    expect(await ordered()).toBe(2)
  })

  it('keeps what another user adds while it is being placed', async () => {
    const [placed] = await Promise.all([
      place('customer', [
        [oil, 2],
        [rice, 1],
      ]),
      send('buyer', change('buyer', oil, { unit_quantity: 3 }, { unit_quantity: 5 })),
    ])
    expect([placed.status, await staged(), await ordered()]).toEqual([201, { [oil.upc]: 3 }, 3])
  })

  it('stays whole where another user took something out of it meanwhile', async () => {
    await send('buyer', change('buyer', oil, { unit_quantity: -1 }, { unit_quantity: 1 }))
    const { status, body } = await place('customer', [
      [oil, 2],
      [rice, 1],
    ])
    expect([status, body.code]).toEqual([409, 'staged_changed'])
    expect([await staged(), await ordered()]).toEqual([{ [oil.upc]: 1, [rice.upc]: 1 }, 0])
  })

  it('a product that was added offline before arrives after it, and is staged next', async () => {
    const offline = [
      change('buyer', oil, { unit_quantity: 1 }, { unit_quantity: 3 }),
      staging('buyer', rice, 2),
    ]
    await place('customer', [
      [oil, 2],
      [rice, 1],
    ])
    expect((await send('buyer', ...offline)).map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect([await staged(), await ordered()]).toEqual([{ [oil.upc]: 1, [rice.upc]: 2 }, 3])
  })

  it('is placed with what the same device staged before, in one push, and not before a refused edit of it', async () => {
    const done = await send('buyer', staging('buyer', oil, 1), placing('buyer', [[oil, 3]]))
    expect(done.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    const bad = {
      ...staging('buyer', rice, 1),
      call: { ...staging('buyer', rice, 1).call, body: { upc: rice.upc } },
    }
    const held = await send('buyer', bad, placing('buyer', [[rice, 1]]))
    expect(held.map(({ outcome }) => outcome)).toEqual(['refused', 'held'])
    expect(await staged()).toEqual({ [rice.upc]: 1 })
  })

  it('is answered again under its key, and takes nothing twice', async () => {
    const edit = placing('customer', [[oil, 2]])
    const [first] = await send('customer', edit)
    await send('buyer', staging('buyer', oil, 2))
    const [again] = await send('customer', edit)
    expect([again!.outcome, again!.body.id]).toEqual(['applied', first!.body.id])
    expect([await staged(), await ordered()]).toEqual([{ [oil.upc]: 2, [rice.upc]: 1 }, 2])
  })

  it('is of one of the customer’s locations only', async () => {
    const other = await makeLocation(flow.pool, {
      company_id: flow.house.elsewhere.location.company_id,
    })
    const { status, body } = await place('office', [[oil, 2]], { staged: other.id })
    expect([status, typeof body.staged]).toEqual([400, 'string'])
    expect(await staged()).toEqual({ [oil.upc]: 2, [rice.upc]: 1 })
  })

  it('remembers that a product came in place of another one, and how much was wanted of that', async () => {
    const instead = { original_product: oil.upc, units_originally_ordered: 3, cases_originally_ordered: 0 }
    const body = {
      upc: rice.upc,
      company_location: flow.house.location.id,
      unit_quantity: 0,
      case_quantity: 2,
      ...instead,
    }
    const stage = (over: object = {}) =>
      flow.server.call(flow.house.as.buyer, 'POST', 'sharedcartitems/?force_add=True', {
        body: { ...body, ...over },
      })
    // A product that is staged already does not become a substitute.
    expect((await stage()).body).toMatchObject({ unit_quantity: 1, case_quantity: 2, original_product: null })
    await send('buyer', change('buyer', rice, null, null))
    expect((await stage()).body).toMatchObject({ unit_quantity: 0, case_quantity: 2, ...instead })
    const device = makeDevice(flow.server, flow.house.as.customer)
    await device.catchUp()
    expect(device.rows.staged.get(idOf(rice))).toMatchObject(instead)

    const placed = await place('customer', [], {
      order_items: [{ product: rice.upc, unit_quantity: 0, case_quantity: 2, ...instead }],
    })
    expect(placed.status).toBe(201)
    const { rows } = await flow.pool.query(
      `select product, original_product, cases_ordered, units_originally_ordered from order_items where order_id = $1`,
      [placed.body.id],
    )
    expect(rows).toEqual([
      { product: rice.upc, original_product: oil.upc, cases_ordered: 2, units_originally_ordered: 3 },
    ])
    // A product that is staged after that is wanted for itself.
    await send('buyer', change('buyer', rice, { unit_quantity: 1 }))
    expect((await stage({ original_product: undefined })).body).toMatchObject({ original_product: null })
    // A product cannot be in place of a missing product, or of one that another company orders.
    const unlisted = await makeProduct(flow.pool)
    await send('buyer', change('buyer', rice, null, null))
    for (const original_product of ['999', unlisted.upc]) {
      const { status, body: said } = await stage({ original_product })
      expect([status, said.original_product]).toEqual([400, 'is not a product'])
    }
  })

  it('B227 clears a substitute by what was ordered of it', async () => {
    await send('buyer', change('buyer', rice, null, { unit_quantity: 4, case_quantity: 0 }))
    const { staged: _, ...plain } = orderOf([], {
      order_items: [
        {
          product: rice.upc,
          original_product: oil.upc,
          unit_quantity: 4,
          case_quantity: 0,
          units_originally_ordered: 1,
          cases_originally_ordered: 0,
        },
      ],
    })
    const { body } = await flow.server.call(flow.house.as.customer, 'POST', 'orders/', { body: plain })
    await flow.server.call(flow.house.as.customer, 'POST', 'sharedcartclear/', {
      body: { company_location_id: flow.house.location.id, order: body.id },
    })
    expect(await staged()).toEqual({ [oil.upc]: 2 })
  })

  it('B227 clearing after it removes only what that order took, once', async () => {
    const clear = (order: number, by: Who = 'customer') =>
      flow.server.call(flow.house.as[by], 'POST', 'sharedcartclear/', {
        body: { company_location_id: flow.house.location.id, order },
      })
    // The order itself takes its staged products: nothing is left to clear, and later staged products stay.
    const taken = await place('customer', [[oil, 2]])
    await send('buyer', staging('buyer', oil, 1))
    expect((await clear(taken.body.id)).status).toBe(204)
    expect(await staged()).toEqual({ [oil.upc]: 1, [rice.upc]: 1 })
    // Another client places the products as any order, and clears afterwards.
    const { staged: _, ...plain } = orderOf([[rice, 1]])
    const { body } = await flow.server.call(flow.house.as.customer, 'POST', 'orders/', { body: plain })
    expect(await staged()).toEqual({ [oil.upc]: 1, [rice.upc]: 1 })
    await clear(body.id)
    await send('buyer', staging('buyer', rice, 1))
    await clear(body.id)
    expect(await staged()).toEqual({ [oil.upc]: 1, [rice.upc]: 1 })
    expect((await clear(flow.house.elsewhere.order.id)).status).toBe(400)
  })
})
