/** Adding, changing and deleting a product, as the office's form does it. */
import { describe, expect, it } from 'vitest'
import { OfficeProduct } from '#contract/products/office.ts'
import { makeItem, makeOrderList, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE } from '../../factories/house.ts'

const flow = openFlow()

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers = {}) =>
  flow.server.call(flow.house.as.office, method, path, { ...(body && { body }), headers })
const make = async (over = {}) => (await makeProduct(flow.pool, over)).upc
const read = async (upc: string) =>
  OfficeProduct.parse((await call('GET', `productedit/${upc}?substitution_detail=true`)).body)

let last = 700_000_000_000
const newProduct = (over = {}) => ({
  upc: String(++last),
  name: 'Capers in salt',
  item_code_id: `NEW${last}`,
  warehouse_id: 3,
  ...over,
})

describe('adding a product', () => {
  it('C298 answers it with its upc, priced for those who order, and makes its item code where that is new', async () => {
    const product = newProduct({
      unit_type: 'Unit / Case',
      unit_price: '4.5',
      case_price: '50.00',
      bin: ' a-1 ',
    })
    const { status, body } = await call('POST', 'productedit/', product)
    expect(status).toBe(201)
    expect(OfficeProduct.parse(body)).toMatchObject({
      upc: product.upc,
      name: 'Capers in salt',
      unit_price: '4.50',
      display_unit_price: '4.50',
      display_case_price: '50.00',
      warehouse: { id: 3, name: 'Dry & Chill' },
      item_code: { item_code: product.item_code_id, name: 'Capers in salt', master_upc: product.upc },
      bin_normalized: 'A-1',
      is_primary: true,
      active: true,
    })
    // A second one of the same item code is not the one that customers see.
    const second = await call('POST', 'productedit', newProduct({ item_code_id: product.item_code_id }))
    expect(second.body).toMatchObject({ is_primary: false, primary_upc: product.upc })
  })
  it('C224 needs a upc, a name, an item code and a warehouse, in the specified words', async () => {
    const { status, body } = await call('POST', 'productedit', {})
    expect(status).toBe(400)
    for (const field of ['upc', 'name', 'item_code_id', 'warehouse_id'])
      expect(body[field]).toBe('This field is required.')
  })
  it('refuses a upc that is taken, and does a repeated call once', async () => {
    const product = newProduct()
    const headers = { 'idempotency-key': 'capers' }
    expect((await call('POST', 'productedit', product, headers)).status).toBe(201)
    const again = await call('POST', 'productedit', product, headers)
    expect([again.status, again.body.upc]).toEqual([201, product.upc])
    const taken = await call('POST', 'productedit', product)
    expect([taken.status, taken.body.upc]).toEqual([400, `there is a product ${product.upc} already`])
  })
  it.each([
    [{ unit_price: '-1' }, 'unit_price'],
    [{ unit_price: 2 }, 'unit_price'],
    [{ units_per_case: -1 }, 'units_per_case'],
    [{ weight_type: 'kg' }, 'weight_type'],
    [{ surcharge_upc1: '999' }, 'surcharge_upc1'],
    [{ price_as_of: '2026-01-02' }, 'price_as_of'],
    [{ warehouse_id: 999 }, 'warehouse_id'],
    [{ name: 'a\0b' }, 'message'],
    [{ sales_ranking: 1 }, 'sales_ranking'],
  ])('refuses %j by the name of the field', async (over, field) => {
    const { status, body } = await call('POST', 'productedit', newProduct(over))
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([field])])
  })
  it('is for the office alone, and so is deleting one', async () => {
    const upc = await make()
    for (const name of ['picker', 'buyer', 'customer'] as const) {
      const add = await flow.server.call(flow.house.as[name], 'POST', 'productedit', { body: newProduct() })
      const remove = await flow.server.call(flow.house.as[name], 'DELETE', `products/${upc}`)
      expect([add.status, remove.status]).toEqual([403, 403])
    }
    for (const name of BACK_OFFICE)
      expect(
        (await flow.server.call(flow.house.as[name], 'POST', 'productedit', { body: newProduct() })).status,
      ).toBe(201)
  })
})

describe('changing a product', () => {
  it('C142 C143 C144 C147 keeps every field of the form', async () => {
    const [upc, deposit] = [await make(), await make()]
    const fields = {
      bin: 'B-02-3',
      size: '12/1 lb',
      tax_default: true,
      lot_tracked: true,
      display_units_per_case_on_invoice: true,
      unit_price: '3.25',
      case_price: '36.00',
      units_per_case: 12,
      items_per_case: 24,
      average_unit_weight: '1.500',
      average_case_weight: '18.000',
      volume_level: 40,
      volume_price: '33.10',
      qb_mapping: 'Goods:Dry',
      qb_site_mapping: 'NJ',
      surcharge_upc1: deposit,
      surcharge_upc2: '',
      department: 'Dry',
      department_id: 7,
      group: 'Sauces',
      group_id: 71,
      stock_level: 90,
      on_order: 12,
      weight: '18.250',
      volume: '0.750',
      price_as_of: '11/22/2026',
    }
    const { status } = await call('PATCH', `productedit/${upc}`, fields)
    expect([status, await read(upc)]).toEqual([200, expect.objectContaining(fields)])
    expect(await read(upc)).toMatchObject({ bin_normalized: 'B-02-3', combined_stock_level: 90 })
  })
  it('C299 takes warehouse_id, item_code_id and upcs of substitutes; never the upc', async () => {
    const [upc, other] = [await make(), await make({ name: 'Stand-in' })]
    const { item_code } = (await read(other)).item_code
    const body = { warehouse_id: 3, item_code_id: item_code, acceptable_substitutions: [other] }
    expect((await call('PATCH', `productedit/${upc}`, body)).status).toBe(200)
    expect(await read(upc)).toMatchObject({
      warehouse_id: 3,
      item_code: { item_code, master_upc: other },
      is_primary: false,
      acceptable_substitutions_detail: [{ upc: other, name: 'Stand-in', active: true }],
    })
    expect((await call('PATCH', `productedit/${upc}`, { ...body, upc: '1' })).status).toBe(400)
  })
  it('C181 makes a piece cost its weight, and devices receive the new prices', async () => {
    const upc = await make({ unit_type: 'Unit', unit_price: '8.00' })
    await call('PATCH', `productedit/${upc}`, { weight_type: 'r/w', average_unit_weight: '2.5' })
    const listed = (await flow.server.call(flow.house.as.picker, 'GET', `products/${upc}`)).body
    expect(listed).toMatchObject({
      weight_type: 'r/w',
      api_catch_weight: true,
      display_unit_price: '20.00',
      display_unit_price_per_lb: '8.00',
      version: 2,
    })
    await call('PATCH', `productedit/${upc}`, { weight_type: '' })
    expect(await read(upc)).toMatchObject({ display_unit_price: '8.00', display_unit_price_per_lb: null })
  })
  it('C148 marks values that differ from the supplier’s, until they are the same again', async () => {
    const upc = await make({ name: 'OLIVES', api_managed: true, api_manager: 'Cash & Carry' })
    await call('PATCH', `productedit/${upc}`, { name: 'Olives', bin: 'Z-9' })
    expect(await read(upc)).toMatchObject({
      use_override: true,
      overridden_fields: ['name'],
      overridden_fields_original_values: { name: 'OLIVES' },
    })
    await call('PATCH', `productedit/${upc}`, { name: 'OLIVES' })
    expect(await read(upc)).toMatchObject({ use_override: false, overridden_fields: [] })
  })
})

describe('deleting a product', () => {
  it('C295 removes it for all people, and from the substitutes of others', async () => {
    const upc = await make()
    const other = await make({ acceptable_substitutions: [upc], surcharge_upc1: upc })
    expect((await call('DELETE', `products/${upc}`)).status).toBe(204)
    expect((await call('GET', `productedit/${upc}`)).status).toBe(404)
    expect((await call('DELETE', `products/${upc}`)).status).toBe(404)
    expect(await read(other)).toMatchObject({ acceptable_substitutions: [], surcharge_upc1: '' })
    const { rows } = await flow.pool.query(
      `select entity from gone_rows where entity = 'products' and entity_id = $1`,
      [upc],
    )
    expect(rows).toHaveLength(1)
  })
  it('is refused while orders or order lists name it, and says by how many', async () => {
    const [ordered, listed] = [await make(), await make()]
    await makeItem(flow.pool, { order_id: flow.house.order.id, product: ordered })
    await makeOrderList(flow.pool, [listed])
    const onOrder = await call('DELETE', `products/${ordered}`)
    expect([onOrder.status, onOrder.body.message]).toEqual([
      409,
      `Product ${ordered} is on 1 order and cannot be deleted. Make it inactive instead: nobody is offered it then.`,
    ])
    const onList = await call('DELETE', `products/${listed}`)
    expect([onList.status, onList.body.message]).toEqual([
      409,
      expect.stringContaining('is on 1 order list.'),
    ])
    expect((await call('GET', `productedit/${ordered}`)).status).toBe(200)
  })
  it('makes another product of its item code the one that customers see', async () => {
    const first = await make()
    const { item_code } = (await read(first)).item_code
    const second = (await call('POST', 'productedit', newProduct({ item_code_id: item_code }))).body.upc
    await call('DELETE', `products/${first}`)
    expect(await read(second)).toMatchObject({ is_primary: true, primary_upc: second })
  })
})

describe('a primary product that is made inactive', () => {
  it('passes that on to the active one of its code with the lowest upc', async () => {
    const first = await make()
    const { item_code } = (await read(first)).item_code
    const others: string[] = []
    for (let n = 0; n < 3; n++)
      others.push((await call('POST', 'productedit', newProduct({ item_code_id: item_code }))).body.upc)
    const [closed, ...active] = others.toSorted()
    await call('PATCH', `productedit/${closed}`, { active: false })
    expect((await call('PATCH', `productedit/${first}`, { active: false })).status).toBe(200)
    expect(await read(active[0]!)).toMatchObject({ is_primary: true, primary_upc: active[0] })
    expect(await read(first)).toMatchObject({ is_primary: false, primary_upc: active[0] })
  })

  it('stays primary where its code has no active one', async () => {
    const only = await make()
    await call('PATCH', `productedit/${only}`, { active: false })
    expect(await read(only)).toMatchObject({ is_primary: true, active: false })
  })

  it('passes that on to an active product that is added to its code, moved there or made active later', async () => {
    const closed = async () => {
      const first = await make({ active: false })
      return { first, item_code_id: (await read(first)).item_code.item_code }
    }
    const primaries = async (item_code_id: string) => {
      const { rows } = await flow.pool.query<{ upc: string }>(
        'select upc from products where item_code = $1 and is_primary',
        [item_code_id],
      )
      return rows.map(({ upc }) => upc)
    }
    const one = await closed()
    const added = (await call('POST', 'productedit', newProduct({ item_code_id: one.item_code_id }))).body.upc
    expect(await primaries(one.item_code_id)).toEqual([added])
    await call('PATCH', `productedit/${one.first}`, { active: true })
    expect(await primaries(one.item_code_id)).toEqual([added])

    const two = await closed()
    const moved = await make()
    await call('PATCH', `productedit/${moved}`, { item_code_id: two.item_code_id })
    expect(await primaries(two.item_code_id)).toEqual([moved])

    const three = await closed()
    const opened = (
      await call('POST', 'productedit', newProduct({ item_code_id: three.item_code_id, active: false }))
    ).body.upc
    expect(await primaries(three.item_code_id)).toEqual([three.first])
    await call('PATCH', `productedit/${opened}`, { active: true })
    expect(await primaries(three.item_code_id)).toEqual([opened])
  })

  it('leaves the primary product of the code alone to which it is moved in the same save', async () => {
    const lowest = newProduct()
    const { upc: second } = (await call('POST', 'productedit', newProduct())).body
    const { item_code_id } = newProduct()
    await call('PATCH', `productedit/${second}`, { item_code_id })
    await call('POST', 'productedit', { ...lowest, item_code_id })
    const moved = await make()
    await call('PATCH', `productedit/${moved}`, { item_code_id, active: false })
    const { rows } = await flow.pool.query('select upc from products where item_code = $1 and is_primary', [
      item_code_id,
    ])
    expect(rows).toEqual([{ upc: second }])
  })
})

describe('the stock of an item code', () => {
  const stockOf = async (upc: string) => {
    const { stock_level, combined_stock_level, stock_level_indicator, out_of_stock } = await read(upc)
    return [stock_level, combined_stock_level, stock_level_indicator, out_of_stock]
  }
  /** Two products of one code, with these stocks. */
  async function pair(one: number | null, two: number | null): Promise<[string, string]> {
    const first = await make({ stock_level: one })
    const { item_code } = (await read(first)).item_code
    const second = await call(
      'POST',
      'productedit',
      newProduct({ item_code_id: item_code, stock_level: two }),
    )
    return [first, second.body.upc]
  }
  const edit = (upc: string, body: object) => call('PATCH', `productedit/${upc}`, body)

  it('is the sum over its products, carried by each, and follows every change of one', async () => {
    const [first, second] = await pair(8, 4)
    expect(await stockOf(first)).toEqual([8, 12, 'in stock', false])
    expect(await stockOf(second)).toEqual([4, 12, 'in stock', false])
    await edit(second, { stock_level: 2 })
    expect(await stockOf(first)).toEqual([8, 10, 'low stock', false])
    await edit(second, { stock_level: null })
    expect(await stockOf(second)).toEqual([null, 8, 'low stock', false])
    await edit(second, { item_code_id: 'OTHER-CODE', stock_level: 30 })
    expect(await stockOf(first)).toEqual([8, 8, 'low stock', false])
    expect(await stockOf(second)).toEqual([30, 30, 'in stock', false])
    await edit(second, { item_code_id: (await read(first)).item_code.item_code })
    expect(await stockOf(first)).toEqual([8, 38, 'in stock', false])
    await call('DELETE', `products/${first}`)
    expect(await stockOf(second)).toEqual([30, 30, 'in stock', false])
  })

  it('is out of stock at 0 and comes back; a mark that a person set stays while there is something', async () => {
    const [first, second] = await pair(1, 0)
    await edit(second, { out_of_stock: true })
    await edit(first, { stock_level: 2 })
    expect([await stockOf(first), await stockOf(second)]).toEqual([
      [2, 2, 'low stock', false],
      [0, 2, 'low stock', true],
    ])
    await edit(first, { stock_level: 0 })
    expect(await stockOf(first)).toEqual([0, 0, 'out of stock', true])
    await edit(second, { stock_level: 20 })
    expect([await stockOf(first), await stockOf(second)]).toEqual([
      [0, 20, 'in stock', false],
      [20, 20, 'in stock', false],
    ])
  })

  it('adds up when both are changed at the same moment', async () => {
    const [first, second] = await pair(1, 1)
    for (let n = 2; n < 12; n++) {
      const answers = await Promise.all([first, second].map((upc) => edit(upc, { stock_level: n })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await stockOf(first))[1]).toBe(2 * n)
    }
  })
})

it('C150 a listed product has its display prices, stock and item code, and for the house the lists that hold it', async () => {
  const upc = await make({ api_description: 'Keep cool.' })
  const list = await makeOrderList(flow.pool, [upc], {
    public_name: 'Spring list',
    is_public: true,
  })
  const query = `products?no_page=1&upc=${upc}`
  const [listed] = (await call('GET', query)).body
  expect(listed).toMatchObject({
    display_unit_price: '2.50',
    display_case_price: '24.00',
    out_of_stock: false,
    is_primary: true,
    combined_stock_level: 100,
    api_description: 'Keep cool.',
    order_lists: [{ id: list, name: 'Spring list' }],
  })
  const [theirs] = (await flow.server.call(flow.house.as.buyer, 'GET', query)).body
  expect(theirs.order_lists).toEqual([])
})
