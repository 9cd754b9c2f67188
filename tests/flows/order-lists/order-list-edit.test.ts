/** Writing order lists: what a save replaces, what is refused as a whole, and the change that devices receive. */
import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CATEGORIES } from '#contract/order-lists/edit.ts'
import { OrderList, ProductsByOrderList, WholeOrderList } from '#contract/order-lists/schema.ts'
import { makeOrderList, makeProduct, type ProductRecord } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, type Somebody } from '../../factories/house.ts'
import { makeDevice } from '../../factories/pulls.ts'

const flow = openFlow()
let oil: ProductRecord, flour: ProductRecord, peas: ProductRecord, retired: ProductRecord

beforeAll(async () => {
  const { pool } = flow
  oil = await makeProduct(pool, { name: 'Olive Oil' })
  flour = await makeProduct(pool, { name: 'Bread Flour' })
  peas = await makeProduct(pool, { name: 'Peas' })
  retired = await makeProduct(pool, { name: 'Tapenade', active: false })
})

const call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  who: Somebody = 'office',
  headers = {},
) => flow.server.call(flow.house.as[who], method, path, { body, headers })
const category = (category_name: string, ...products: { upc: string }[]) => ({
  category_name,
  rows: products.map(({ upc }) => ({ product_id: upc })),
})
const make = (products: { upc: string }[], over = {}) =>
  makeOrderList(
    flow.pool,
    products.map(({ upc }) => upc),
    { company_location_id: flow.house.location.id, ...over },
  )
/** Returns the list as the office reads it, with only the upcs of its rows. */
async function read(id: number, who: Somebody = 'office') {
  const { body } = await call('GET', `orderlists/${id}`, undefined, who)
  const { categories, ...list } = WholeOrderList.strict().parse(body)
  return {
    ...list,
    categories: categories.map(({ category_name, rows }) => [
      category_name,
      ...rows.map(({ product_id }) => product_id),
    ]),
  }
}
const versionOf = async (id: number) =>
  (await flow.pool.query('select version from order_lists where id = $1', [id])).rows[0].version

describe('one order list', () => {
  it('C161 C325 has its location, its categories, and rows that carry their products', async () => {
    const id = await make([oil, retired], { public_name: 'Deli' })
    const { body } = await call('GET', `orderlists/${id}`)
    expect(WholeOrderList.strict().parse(body)).toEqual({
      id,
      public_name: 'Deli',
      company_location: flow.house.location.id,
      company_location_name: flow.house.location.name,
      active: true,
      visible: true,
      is_public: false,
      categories: [
        {
          category_name: 'Pantry',
          rows: [oil, retired].map((product) => ({
            product_id: product.upc,
            products: [{ upc: product.upc, name: product.name, active: product === oil, is_primary: true }],
          })),
        },
      ],
    })
    expect((await read(id, 'customer')).categories).toEqual([['Pantry', oil.upc]])
  })

  it('C330 comes among its company’s lists in the same form for the office, which keeps it, and without what is not sold for people who order', async () => {
    const id = await make([oil, retired])
    const ofCompany = `orderlists?no_page=1&company_id=${flow.house.location.company_id}`
    const one = async (who: Somebody, query: string) => {
      const { body } = await call('GET', query, undefined, who)
      return body.find((list: { id: number }) => list.id === id).categories
    }
    const whole = await call('GET', `orderlists/${id}`)
    expect(await one('office', ofCompany)).toEqual(whole.body.categories)
    const plain = [category('Pantry', oil)]
    expect(await one('office', `${ofCompany}&visible=True`)).toEqual(plain)
    expect(await one('customer', ofCompany)).toEqual(plain)
  })

  it('is there for all who may see it; another company’s answers 404 like an unknown one', async () => {
    const [own, hidden] = [await make([oil]), await make([oil], { visible: false })]
    for (const [who, id, status] of [
      ['buyer', own, 200],
      ['buyer', hidden, 404],
      ['stranger', own, 404],
      ['picker', hidden, 200],
      ['office', 999_999, 404],
    ] as const)
      expect([who, (await call('GET', `orderlists/${id}`, undefined, who)).status]).toEqual([who, status])
    expect((await call('GET', 'orderlists/abc')).status).toBe(400)
  })
})

describe('a save', () => {
  it('C326 replaces categories, location and visibility, keeps an empty category and what is not sold any more', async () => {
    const id = await make([oil, retired])
    const { status, body } = await call('PATCH', `orderlists/${id}/`, {
      id,
      company_location: flow.house.elsewhere.location.id,
      categories: [category('Later'), category('Dry', flour, retired), category('Oils', oil)],
      visible: false,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ company_location: flow.house.elsewhere.location.id, visible: false })
    expect((await read(id)).categories).toEqual([
      ['Later'],
      ['Dry', flour.upc, retired.upc],
      ['Oils', oil.upc],
    ])
    await call('PATCH', `orderlists/${id}`, { company_location: flow.house.location.id, visible: true })
    const listed = await call('GET', 'orderlists?no_page=1', undefined, 'customer')
    expect(
      OrderList.strict()
        .array()
        .parse(listed.body)
        .find((list) => list.id === id)?.categories,
    ).toEqual([category('Later'), category('Dry', flour), category('Oils', oil)])
  })

  it('C327 C328 makes a list under the server’s own id, once under one key', async () => {
    const list = {
      id: 'new-1',
      company_location: flow.house.location.id,
      categories: [category('Oils', oil)],
    }
    const key = { 'idempotency-key': 'one-list' }
    const [first, again] = [
      await call('POST', 'orderlists/', list, 'office', key),
      await call('POST', 'orderlists/', list, 'office', key),
    ]
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject({
      id: expect.any(Number),
      visible: true,
      company_location_name: flow.house.location.name,
    })
    expect((await read(first.body.id)).categories).toEqual([['Oils', oil.upc]])
  })

  it('refuses impossible values, in words, and leaves all as it was', async () => {
    const id = await make([oil])
    const before = [await read(id), await versionOf(id)]
    for (const [patch, field, words] of [
      [
        { categories: [category('Oils', oil, { upc: '0000000000000' })] },
        'categories',
        'there is no product 0000000000000',
      ],
      [
        { categories: [category('Oils', oil), category('Dry', oil)] },
        'categories',
        `product ${oil.upc} is on the list twice`,
      ],
      [
        { categories: [category('Oils', oil), category(' Oils ')] },
        'categories',
        'there are two categories "Oils"',
      ],
      [{ categories: [] }, 'categories', NO_CATEGORIES],
      [{ categories: [category(' ', oil)] }, 'categories.0.category_name', 'is needed'],
      [
        { company_location: 999_999, categories: [category('Dry', flour)] },
        'company_location',
        'is not a location',
      ],
      [{ id: id + 1, visible: false }, 'id', 'is not the list of this address'],
    ] as const) {
      const { status, body } = await call('PATCH', `orderlists/${id}`, patch)
      expect([status, body[field]]).toEqual([400, words])
      expect(body.message).toContain(words)
    }
    const count = async () => (await flow.pool.query('select from order_lists')).rowCount
    const lists = await count()
    for (const over of [
      { company_location: 999_999 },
      { categories: [category('Oils', { upc: '0' })] },
      { visible: 'no' },
    ]) {
      const list = { company_location: flow.house.location.id, categories: [category('Oils', oil)], ...over }
      expect((await call('POST', 'orderlists', list)).status).toBe(400)
    }
    expect(await count()).toBe(lists)
    expect([await read(id), await versionOf(id)]).toEqual(before)
    expect((await call('PATCH', 'orderlists/999999', { visible: false })).status).toBe(404)
  })

  it('is a clash where another user changed the same list since; what is stored already is no change', async () => {
    const id = await make([oil])
    const base = { categories: [category('Pantry', oil)], visible: true }
    const mine = [category('Pantry', oil, peas)]
    await call('PATCH', `orderlists/${id}`, { categories: [category('Pantry', oil, flour)] })
    const clash = await call('PATCH', `orderlists/${id}`, { categories: mine, visible: true, base })
    expect([clash.status, clash.body.message]).toEqual([409, 'Somebody else changed categories meanwhile.'])
    expect(clash.body.fields.categories.theirs).toEqual([category('Pantry', oil, flour)])
    // The categories are sent as they were seen, so only the other field is changed.
    const { categories } = base
    expect((await call('PATCH', `orderlists/${id}`, { categories, visible: false, base })).status).toBe(200)
    expect((await read(id)).categories).toEqual([['Pantry', oil.upc, flour.upc]])
    const version = await versionOf(id)
    await call('PATCH', `orderlists/${id}`, { categories: [category('Pantry', oil, flour)], visible: false })
    expect(await versionOf(id)).toBe(version)
  })

  it('that three people send at once, who all saw the same, is one save and two clashes', async () => {
    const id = await make([oil])
    const base = { categories: [category('Pantry', oil)] }
    const saves = [oil, flour, peas].map((product, n) =>
      call('PATCH', `orderlists/${id}`, { categories: [category(`Save ${n}`, product)], base }),
    )
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const stored = statuses.indexOf(200)
    expect((await read(id)).categories).toEqual([[`Save ${stored}`, [oil, flour, peas][stored]!.upc]])
  })
})

describe('one product', () => {
  const put = (id: number, act: 'add' | 'remove', { upc }: { upc: string }, category_name: string) =>
    call('POST', `orderlists/${id}/${act}product/`, { upc, category_name })

  it('C331 goes to the end of a category and out of it again, and a repeated call changes nothing', async () => {
    const id = await make([oil])
    const before = await versionOf(id)
    expect((await put(id, 'add', flour, 'Pantry')).status).toBe(200)
    const version = await versionOf(id)
    expect(Number(version)).toBeGreaterThan(Number(before))
    expect((await put(id, 'add', flour, 'Pantry')).status).toBe(200)
    expect((await read(id)).categories).toEqual([['Pantry', oil.upc, flour.upc]])
    expect(await versionOf(id)).toBe(version)
    expect((await put(id, 'remove', oil, 'Pantry')).status).toBe(200)
    expect((await put(id, 'remove', oil, 'Pantry')).status).toBe(200)
    await put(id, 'remove', flour, 'Pantry')
    expect((await read(id)).categories).toEqual([['Pantry']])
  })

  it('C331 is refused in a category that is not there, and where it is in another one', async () => {
    const id = await make([oil], { category_names: ['Pantry', 'Dry'] })
    for (const [act, product, name, field] of [
      ['add', flour, 'Frozen', 'category_name'],
      ['add', oil, 'Dry', 'upc'],
      ['remove', oil, 'Dry', 'upc'],
      ['add', { upc: '0' }, 'Dry', 'upc'],
    ] as const) {
      const { status, body } = await put(id, act, product, name)
      expect([act, name, status, Object.keys(body)]).toEqual([act, name, 400, ['message', field]])
    }
    expect((await put(999_999, 'add', oil, 'Pantry')).status).toBe(404)
    expect((await read(id)).categories).toEqual([['Pantry', oil.upc], ['Dry']])
  })
})

it('C324 every product says which lists it is in, and every list where it belongs', async () => {
  const id = await make([oil, retired])
  const { status, body } = await call('GET', 'productsbyorderlist')
  expect(status).toBe(200)
  const { all_products, order_list_names } = ProductsByOrderList.strict().parse(body)
  expect(order_list_names).toContainEqual({
    order_list_id: id,
    company_location_name: flow.house.location.name,
    public_name: expect.any(String),
  })
  const found = (upc: string) => all_products.find((product) => product.upc === upc)
  expect(found(oil.upc)?.order_lists).toContainEqual({ order_list_id: id, category_name: 'Pantry' })
  expect(found(retired.upc)).toMatchObject({ active: false, item_code: { item_code: retired.item_code } })
  expect(found(peas.upc)?.order_lists).not.toContainEqual(expect.objectContaining({ order_list_id: id }))
})

it('C219 an added product comes to the place that is named, and last where there is no such place', async () => {
  const [first, second, third, fourth] = [
    await makeProduct(flow.pool),
    await makeProduct(flow.pool),
    await makeProduct(flow.pool),
    await makeProduct(flow.pool),
  ]
  const id = await make([first, second])
  const add = (upc: string, place?: number) =>
    call('POST', `orderlists/${id}/addproduct/`, { upc, category_name: 'Pantry', place })
  expect((await add(third.upc, 1)).status).toBe(200)
  expect((await add(fourth.upc, 9)).status).toBe(200)
  expect((await read(id)).categories).toEqual([['Pantry', first.upc, third.upc, second.upc, fourth.upc]])
  expect((await add(oil.upc, -1)).status).toBe(400)
})

it('only the office writes lists and sees all of them', async () => {
  const id = await make([oil], { visible: true, active: true })
  const calls = [
    ['PATCH', `orderlists/${id}`, { visible: true }],
    ['POST', 'orderlists', { company_location: flow.house.location.id, categories: [category('Oils', oil)] }],
    ['POST', `orderlists/${id}/addproduct/`, { upc: flour.upc, category_name: 'Pantry' }],
    ['POST', `orderlists/${id}/removeproduct/`, { upc: oil.upc, category_name: 'Pantry' }],
    ['GET', 'productsbyorderlist', undefined],
  ] as const
  for (const [method, path, body] of calls)
    for (const who of ['picker', 'floorPicker', 'buyer', 'customer', 'stranger'] as const) {
      // Another company's list is as unknown as a missing one.
      const status = who === 'stranger' && path.includes(`/${id}`) ? 404 : 403
      expect([who, path, (await call(method, path, body, who)).status]).toEqual([who, path, status])
    }
  expect((await read(id)).categories).toEqual([['Pantry', oil.upc]])
  for (const who of BACK_OFFICE)
    expect((await call('PATCH', `orderlists/${id}`, { visible: true }, who)).status).toBe(200)
})

it('a customer’s device gets what a save, an added product and another location add, and loses what they remove', async () => {
  const { pool } = flow
  const [first, second] = [await makeProduct(pool), await makeProduct(pool)]
  const id = await make([first])
  const device = makeDevice(flow.server, flow.house.as.customer)
  const there = makeDevice(flow.server, flow.house.as.stranger)
  const has = async (one = device) => {
    await one.pull()
    return [first, second].map(({ upc }) => one.rows.products.has(upc))
  }
  expect(await has()).toEqual([true, false])
  await call('POST', `orderlists/${id}/addproduct/`, { upc: second.upc, category_name: 'Pantry' })
  expect(await has()).toEqual([true, true])
  await call('POST', `orderlists/${id}/removeproduct/`, { upc: first.upc, category_name: 'Pantry' })
  expect(await has()).toEqual([false, true])
  await call('PATCH', `orderlists/${id}`, { categories: [category('Pantry', first, second)] })
  expect(await has()).toEqual([true, true])
  expect(await has(there)).toEqual([false, false])
  await call('PATCH', `orderlists/${id}`, { company_location: flow.house.elsewhere.location.id })
  expect([await has(), await has(there)]).toEqual([
    [false, false],
    [true, true],
  ])
})
