import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrderList, makeProduct, type ProductRecord } from '../factories/business.ts'
import { newId } from '../factories/edits.ts'
import { stagedId } from '#contract/ordering/staged.ts'
import { openFlow } from '../factories/flow.ts'

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

  it('is not for who picks', async () => {
    expect((await stage(flow.house.as.picker, oil.upc, 1)).status).toBe(403)
  })
})
