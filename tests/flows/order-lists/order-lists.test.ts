/** Order lists and their prices: whose they are, what is shown of them, and which ones anybody may open. */
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Distributor } from '#contract/distributor/schema.ts'
import { OrderList, OrderListPrice, PublicOrderList, WholeOrderList } from '#contract/order-lists/schema.ts'
import type { SettingName } from '#contract/settings/settings.ts'
import { readEnv } from '#server/env.ts'
import { linkPreview } from '#server/order-lists/link-preview.ts'
import { writeSetting } from '#server/settings/store.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { type House } from '../../factories/house.ts'

const flow = openFlow()
let upcs: string[]
const ids = { own: 0, hidden: 0, other: 0, open: 0 }

beforeAll(async () => {
  const { pool } = flow
  upcs = []
  for (const more of [{}, {}, { active: false }])
    upcs.push((await makeProduct(pool, { unit_price: '4.25', display_unit_price: '4.25', ...more })).upc)
  const here = { company_location_id: flow.house.location.id }
  const there = { company_location_id: flow.house.elsewhere.location.id }
  ids.own = await makeOrderList(pool, upcs, here)
  ids.hidden = await makeOrderList(pool, upcs.slice(0, 1), { ...here, visible: false })
  ids.other = await makeOrderList(pool, upcs.slice(1, 2), there)
  ids.open = await makeOrderList(pool, upcs.slice(0, 2), {
    ...there,
    is_public: true,
    public_name: 'Fresh Fish Menu',
  })
  await pool.query(
    `update order_list_rows set category_name = 'Fish' where order_list_id = $1 and position = 1`,
    [ids.own],
  )
  await pool.query(`update order_lists set category_names = '{Pantry,Fish}' where id = $1`, [ids.own])
})

const get = (who: keyof House['as'] | null, path: string) =>
  flow.server.call(who && flow.house.as[who], 'GET', path)
const listed = async (who: keyof House['as'] | null, query: string) => {
  const { status, body } = await get(who, `orderlists?no_page=1&${query}`)
  expect(status).toBe(200)
  return z.union([OrderList.strict(), WholeOrderList.strict()]).array().parse(body)
}

describe('order lists', () => {
  it('A156 A300 have their location and their categories with the rows in order, without what is not sold any more', async () => {
    const [list] = (
      await listed('customer', `visible=True&company_id=${flow.house.location.company_id}`)
    ).filter(({ id }) => id === ids.own)
    expect(list).toMatchObject({
      company_location: flow.house.location.id,
      active: true,
      visible: true,
      categories: [
        { category_name: 'Pantry', rows: [{ product_id: upcs[0] }] },
        { category_name: 'Fish', rows: [{ product_id: upcs[1] }] },
      ],
    })
    expect(list!.company_location_name).not.toBe('')
  })

  it('A300 that are not visible do not show where visible ones are asked for, and never to customers', async () => {
    const ofCompany = `company_id=${flow.house.location.company_id}`
    const named = async (who: keyof House['as'], query: string) =>
      (await listed(who, query)).map(({ id }) => id)
    expect(await named('office', ofCompany)).toEqual(expect.arrayContaining([ids.own, ids.hidden]))
    expect(await named('office', `visible=True&${ofCompany}`)).not.toContain(ids.hidden)
    expect(await named('customer', ofCompany)).not.toContain(ids.hidden)
    expect(await named('customer', 'visible=True')).toEqual(expect.not.arrayContaining([ids.other]))
  })

  it('of other locations are hidden in every call from a customer with locations of their own', async () => {
    const { house, pool, server } = flow
    const { company_id } = house.location
    const kitchen = await makeLocation(pool, { company_id })
    const theirs = await makeOrderList(pool, upcs.slice(0, 1), { company_location_id: kitchen.id })
    const { username } = await makeUser(pool, 'customer', { company_id, location_ids: [kitchen.id] })
    const ask = (path: string) => server.call(username, 'GET', path)
    const idsOf = async (query: string) =>
      (await ask(`orderlists?no_page=1${query}`)).body.map(({ id }: { id: number }) => id)
    expect(await idsOf(`&visible=True&company_id=${company_id}`)).toEqual([theirs])
    expect(new Set(await idsOf(''))).toEqual(new Set([theirs, ids.open]))
    for (const [id, status] of [
      [theirs, 200],
      [ids.own, 404],
    ] as const)
      for (const path of [
        `orderlists/${id}`,
        `orderlistprices?order_list=${id}`,
        `products?order_list=${id}`,
      ])
        expect([path, (await ask(path)).status]).toEqual([path, status])
    const elsewhere = `orderlistprices?order_list=${theirs}&company_location=${house.location.id}`
    expect((await ask(elsewhere)).status).toBe(400)
    // A person who orders for the whole company reads all of its lists.
    expect((await listed('buyer', `company_id=${company_id}`)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([theirs, ids.own]),
    )
  })

  it('A301 that are public come without a token, and no others do', async () => {
    const { body } = await get(null, 'orderlists?no_page=1&public=true')
    const open = PublicOrderList.strict().array().parse(body)
    expect(open.map(({ public_name }) => public_name)).toEqual(['Fresh Fish Menu'])
    expect(open[0]!.categories).toHaveLength(1)
    for (const query of ['', '&visible=True', '&public=false'])
      expect((await get(null, `orderlists?no_page=1${query}`)).status).toBe(401)
  })
})

describe('what a guest reads', () => {
  it('a public list’s rows have what the page shows of a product, and nothing more', async () => {
    const { pool } = flow
    await pool.query(`update products set size = '10 lb', url = '/fish.png' where upc = $1`, [upcs[0]])
    const { body } = await get(null, 'orderlists?no_page=1&public=true')
    const { rows } = await pool.query<{ name: string }>('select name from products where upc = $1', [upcs[0]])
    expect(body[0].categories[0].rows[0]).toEqual({
      product_id: upcs[0],
      name: rows[0]!.name,
      size: '10 lb',
      url: '/fish.png',
    })
  })

  it('A085 its link is shown with its name, how much it offers and its first picture', async () => {
    const { pool } = flow.server.database
    const told = { pool, env: readEnv({ NODE_ENV: 'test', DISTRIBUTOR: 'Harbor & Vine|1 Pier Road' }) }
    expect(await linkPreview(told, 'fresh-FISH-menu')).toEqual({
      title: 'Fresh Fish Menu – Harbor & Vine',
      description: '2 products: Pantry',
      picture: '/fish.png',
    })
    expect(await linkPreview(told, 'no-such-name')).toBeNull()
  })

  it('a list that is not active or not visible is not public any more, nor is its link shown with anything of it', async () => {
    const { pool } = flow.server.database
    for (const column of ['active', 'visible']) {
      await pool.query(`update order_lists set ${column} = false where id = $1`, [ids.open])
      expect((await get(null, 'orderlists?no_page=1&public=true')).body).toEqual([])
      expect(await linkPreview({ pool, env: readEnv({ NODE_ENV: 'test' }) }, 'Fresh-Fish-Menu')).toBeNull()
      await pool.query(`update order_lists set ${column} = true where id = $1`, [ids.open])
    }
  })

  it('the distributor’s lines are public, with placeholders until they are set', async () => {
    const { status, body } = await get(null, 'distributor')
    expect(status).toBe(200)
    expect(Distributor.strict().parse(body).lines).toContain('orders@example.com')
  })

  it('A086 B003 the distributor sets the public lines, and other ones on top of its invoices where it wants that', async () => {
    const { pool } = flow
    const set = async (name: SettingName, value: string | null) =>
      expect(await writeSetting(pool, name, value)).toBeNull()
    const told = async () => [
      (await get(null, 'distributor')).body.lines,
      (await get('customer', 'distributor/letterhead')).body.lines,
    ]
    const contact = ['Harbor & Vine', '1 Pier Road', '(201) 555-0148']
    await set('contact_block', contact.join(' | '))
    expect(await told()).toEqual([contact, contact])
    await set('invoice_header', 'Harbor & Vine LLC|Tax id 12-345')
    expect(await told()).toEqual([contact, ['Harbor & Vine LLC', 'Tax id 12-345']])
    // Guests do not get the letterhead of invoices.
    expect((await get(null, 'distributor/letterhead')).status).toBe(401)
    expect(await writeSetting(pool, 'contact_block', 'Harbor & Vine||1 Pier')).toMatch(/none of them empty/)
    await set('invoice_header', null)
    await set('contact_block', null)
    expect((await told())[0]).toContain('orders@example.com')
  })
})

describe('the prices of an order list', () => {
  it('A157 A302 have the upc and its prices, of what is still sold', async () => {
    const { body } = await get('customer', `orderlistprices?no_page=1&order_list=${ids.own}`)
    const prices = OrderListPrice.strict().array().parse(body)
    expect(prices.map(({ upc }) => upc)).toEqual(upcs.slice(0, 2))
    expect(prices[0]).toMatchObject({ unit_price: '4.25', display_unit_price: '4.25' })
  })

  it('are read by all who see the list; another company’s answer 404 like unknown ones', async () => {
    for (const [who, list, status] of [
      ['customer', ids.other, 404],
      ['customer', ids.hidden, 404],
      ['customer', ids.open, 404],
      ['stranger', ids.own, 404],
      ['office', ids.hidden, 200],
      ['office', 999_999, 404],
    ] as const)
      expect([who, list, (await get(who, `orderlistprices?order_list=${list}`)).status]).toEqual([
        who,
        list,
        status,
      ])
    expect((await get(null, `orderlistprices?order_list=${ids.open}`)).status).toBe(401)
  })
})
