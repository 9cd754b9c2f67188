import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
let code: string
let upcs: string[]

beforeAll(async () => {
  const { pool } = flow
  const first = await makeProduct(pool, { is_primary: false })
  code = first.item_code
  const second = await makeProduct(pool)
  await flow.pool.query('update products set item_code = $1 where upc = $2', [code, second.upc])
  await flow.pool.query(`update item_codes set name = 'Olive oil' where item_code = $1`, [code])
  upcs = [first.upc, second.upc]
})

const path = () => `itemcodes/${code}`
const get = (of: string, by = flow.house.as.office) => flow.server.call(by, 'GET', of)

describe('an item code', () => {
  it('C151 C302 has its name, picture and products, and the one of them that customers see', async () => {
    const { status, body } = await get(path())
    expect([status, body]).toEqual([
      200,
      {
        item_code: code,
        name: 'Olive oil',
        url: '',
        master_upc: upcs[1],
        products: upcs,
        override_products: [],
      },
    ])
    expect((await get('itemcodes/none')).status).toBe(404)
  })

  it('C059 is found by name, code or a product’s UPC in any letter case, a page at a time', async () => {
    const found = async (query: string) => (await get(`itemcodes?${query}`)).body
    expect(
      await found('limit=100&offset=0&search=OLIVE&include_inactive=false&include_nonprimary=false'),
    ).toMatchObject({
      count: 1,
      results: [{ item_code: code }],
    })
    expect((await found(`limit=100&search=${code.toLowerCase()}`)).count).toBeGreaterThan(0)
    expect(await found(`search=${upcs[0]!.slice(2)}`)).toMatchObject({
      count: 1,
      results: [{ item_code: code }],
    })
    const { count, results } = await found('limit=1&offset=1')
    expect([count > 1, results.length]).toEqual([true, 1])
  })

  it('C058 is listed with the prices of the product that customers see, and the stock of all', async () => {
    await flow.pool.query(
      `update products set unit_type = 'Unit', display_unit_price = 4.5, combined_stock_level = 17, url = '/oil.png'
          where upc = $1`,
      [upcs[1]],
    )
    const listed = async () => (await get(`itemcodes?no_page=1&search=${code}`)).body[0]
    expect(await listed()).toMatchObject({
      item_code: code,
      url: '',
      picture: '/oil.png',
      unit_type: 'Unit',
      display_unit_price: '4.50',
      combined_stock_level: 17,
    })
    await flow.pool.query(
      `insert into item_codes (item_code, name, url) values ('IC-BARE', 'Nothing yet', '')`,
    )
    const [bare] = (await get('itemcodes?no_page=1&search=IC-BARE')).body
    expect([bare.products, bare.picture, bare.unit_type, bare.display_unit_price]).toEqual([
      [],
      '',
      null,
      null,
    ])
  })

  it('C302 C343 takes a name and a picture from the office alone', async () => {
    const patch = (by: string, body: unknown) => flow.server.call(by, 'PATCH', path(), { body })
    const change = { name: 'Olive oil, extra virgin', url: '/pictures/oil.png' }
    for (const by of ['picker', 'customer'] as const)
      expect((await patch(flow.house.as[by], change)).status).toBe(403)
    expect((await patch(flow.house.as.office, change)).body).toMatchObject(change)
    expect((await get(path())).body).toMatchObject(change)
    const bad = await patch(flow.house.as.office, { name: 'a\0b' })
    expect([bad.status, bad.body.name]).toEqual([400, 'holds a character that cannot be stored'])
    expect((await patch(flow.house.as.office, { item_code: 'X' })).status).toBe(400)
    expect((await get('itemcodes', flow.house.as.customer)).status).toBe(403)
  })
})
