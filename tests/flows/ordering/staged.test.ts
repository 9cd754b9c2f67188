import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeLocation,
  makeOrderList,
  makeProduct,
  makeUser,
  type ProductRecord,
} from '../../factories/business.ts'
import { newId, postOf, push } from '../../factories/edits.ts'
import { stagedId } from '#contract/ordering/staged.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
let oil: ProductRecord
let rice: ProductRecord

beforeAll(async () => {
  const { pool } = flow
  oil = await makeProduct(pool)
  rice = await makeProduct(pool)
  await makeOrderList(pool, [oil.upc, rice.upc], { company_location_id: flow.house.location.id })
})
beforeEach(() => flow.pool.query('delete from shared_cart_items'))

const stage = (by: string, upc: string, unit_quantity: number, case_quantity = 0, headers = {}) =>
  flow.server.call(by, 'POST', 'sharedcartitems/?force_add=True', {
    body: { upc, company_location: flow.house.location.id, unit_quantity, case_quantity },
    headers,
  })
const staged = async (by: string) =>
  (
    await flow.server.call(
      by,
      'GET',
      `sharedcartitems?no_page=1&company_location_id=${flow.house.location.id}`,
    )
  ).body

describe('a staged order', () => {
  it('A163 A303 B006 B098 B228 B229 is one shared cart of its location, seen by all who order for it', async () => {
    const { status, body } = await stage(flow.house.as.buyer, oil.upc, 2, 1)
    const item = {
      id: stagedId(flow.house.location.id, oil.upc),
      upc: oil.upc,
      company_location: flow.house.location.id,
      unit_quantity: 2,
      case_quantity: 1,
      original_product: null,
      units_originally_ordered: null,
      cases_originally_ordered: null,
      version: 1,
    }
    expect([status, body]).toEqual([201, item])
    for (const by of ['buyer', 'customer', 'office'] as const)
      expect(await staged(flow.house.as[by])).toEqual([item])
    expect(await staged(flow.house.as.stranger)).toEqual([])
  })

  it('B229 adds to what is staged of a product with force_add, and refuses a second row without it', async () => {
    await stage(flow.house.as.buyer, oil.upc, 2, 1)
    await stage(flow.house.as.customer, oil.upc, 3)
    expect(await staged(flow.house.as.buyer)).toMatchObject([{ unit_quantity: 5, case_quantity: 1 }])
    const body = {
      upc: oil.upc,
      company_location: flow.house.location.id,
      unit_quantity: 1,
      case_quantity: 0,
    }
    const refused = await flow.server.call(flow.house.as.buyer, 'POST', 'sharedcartitems/', { body })
    expect([refused.status, refused.body.upc]).toEqual([400, 'is in the staged order already'])
  })

  it('adds once under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    await stage(flow.house.as.buyer, oil.upc, 2, 0, headers)
    await stage(flow.house.as.buyer, oil.upc, 2, 0, headers)
    expect(await staged(flow.house.as.buyer)).toMatchObject([{ unit_quantity: 2 }])
  })

  it('B230 B231 changes and loses products, for its own company only', async () => {
    const { id } = (await stage(flow.house.as.buyer, oil.upc, 2)).body
    const path = `sharedcartitems/${id}`
    const patch = (by: string) => flow.server.call(by, 'PATCH', path, { body: { unit_quantity: 7 } })
    expect((await patch(flow.house.as.stranger)).status).toBe(404)
    expect((await patch(flow.house.as.customer)).body).toMatchObject({
      id,
      unit_quantity: 7,
      case_quantity: 0,
    })
    expect((await flow.server.call(flow.house.as.stranger, 'DELETE', path)).status).toBe(404)
    expect((await flow.server.call(flow.house.as.customer, 'DELETE', path)).status).toBe(204)
    expect(await staged(flow.house.as.buyer)).toEqual([])
    expect((await flow.server.call(flow.house.as.customer, 'DELETE', path)).status).toBe(404)
  })

  it('B227 is emptied at once', async () => {
    await stage(flow.house.as.buyer, oil.upc, 2)
    await stage(flow.house.as.buyer, rice.upc, 1)
    const clear = (by: string) =>
      flow.server.call(by, 'POST', 'sharedcartclear/', {
        body: { company_location_id: flow.house.location.id },
      })
    expect((await clear(flow.house.as.stranger)).status).toBe(400)
    expect(await staged(flow.house.as.buyer)).toHaveLength(2)
    expect((await clear(flow.house.as.customer)).status).toBe(204)
    expect(await staged(flow.house.as.buyer)).toEqual([])
  })

  it.each([
    [
      'a location of somebody else',
      () => ({ company_location: flow.house.elsewhere.location.id }),
      'company_location',
    ],
    ['a product that there is not', () => ({ upc: '000' }), 'upc'],
    ['less than nothing', () => ({ unit_quantity: -1 }), 'unit_quantity'],
    ['another field', () => ({ price: '1.00' }), 'message'],
  ])('refuses %s', async (_, over, field) => {
    const body = {
      upc: oil.upc,
      company_location: flow.house.location.id,
      unit_quantity: 1,
      case_quantity: 0,
      ...over(),
    }
    const refused = await flow.server.call(
      flow.house.as.customer,
      'POST',
      'sharedcartitems/?force_add=True',
      { body },
    )
    expect([refused.status, typeof refused.body[field]]).toEqual([400, 'string'])
    expect(await staged(flow.house.as.buyer)).toEqual([])
  })

  it('is not for people who pick', async () => {
    expect((await stage(flow.house.as.picker, oil.upc, 1)).status).toBe(403)
  })
})

describe('a customer with locations of their own', () => {
  it('stages, clears, places and reads the staged order of those alone, by call and by push', async () => {
    const { house, pool, server } = flow
    const { company_id } = house.location
    const own = await makeLocation(pool, { company_id })
    const person = await makeUser(pool, 'customer', { company_id, location_ids: [own.id] })
    await stage(house.as.buyer, oil.upc, 2)
    const there = stagedId(house.location.id, oil.upc)
    const bodyAt = (company_location: number) => ({
      upc: oil.upc,
      company_location,
      unit_quantity: 1,
      case_quantity: 0,
    })
    const at = (location: number) =>
      server.call(person.username, 'POST', 'sharedcartitems/', { body: bodyAt(location) })
    const refused = await at(house.location.id)
    expect([refused.status, refused.body.company_location]).toEqual([400, 'is not a location'])
    expect((await at(own.id)).status).toBe(201)
    const [pushed] = await push(server, person.username, [
      postOf(person, 'sharedcartitems', there, bodyAt(house.location.id)),
    ])
    expect(pushed).toMatchObject({ outcome: 'refused', status: 400 })
    const path = `sharedcartitems/${there}`
    const change = { body: { unit_quantity: 9 } }
    expect((await server.call(person.username, 'PATCH', path, change)).status).toBe(404)
    expect((await server.call(person.username, 'DELETE', path)).status).toBe(404)
    const clear = { body: { company_location_id: house.location.id } }
    expect((await server.call(person.username, 'POST', 'sharedcartclear/', clear)).status).toBe(400)
    const order = {
      customer: person.id,
      submitted_date: '2031-05-05',
      created_date: '2031-05-05',
      total: '1.00',
      order_items: [{ product: oil.upc, unit_quantity: 1, case_quantity: 0 }],
      staged: house.location.id,
    }
    const placed = await server.call(person.username, 'POST', 'orders/', { body: order })
    expect([placed.status, placed.body.staged]).toEqual([400, 'is not a location of this customer'])
    const all = await server.call(person.username, 'GET', 'sharedcartitems?no_page=1')
    expect(all.body).toMatchObject([{ company_location: own.id }])
    expect(await staged(person.username)).toEqual([])
    expect(await staged(house.as.buyer)).toMatchObject([{ unit_quantity: 2 }])
  })
})
