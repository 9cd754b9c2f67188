/** Who changed a price, when, from what and to what (docs/decisions/0235). */
import { beforeAll, expect, it } from 'vitest'
import { PriceHistoryEntry } from '#contract/products/price-history.ts'
import { makeItem, makeOrder, makeProduct, makeWarehouse } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
beforeAll(() => makeWarehouse(flow.pool, 3, 'Dry & Chill'))

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  flow.server.call(flow.house.as.office, method, path, body && { body })
/** The newest first: who, what it was of, from what and to what. */
const history = async (query: string) => {
  const { body } = await call('GET', `pricehistory?no_page=1&${query}`)
  return PriceHistoryEntry.array()
    .parse(body)
    .map(({ username, kind, what, from, to }) => {
      expect(username).toBe(flow.house.as.office)
      return [kind, what, from, to]
    })
}

it('a product’s prices are kept as they change, and no price is none', async () => {
  const { upc } = await makeProduct(flow.pool, { unit_price: '2.50', case_price: '0.00', unit_type: 'Unit' })
  const edit = (body: object) => call('PATCH', `productedit/${upc}`, body)
  expect((await edit({ unit_price: '2.75', case_price: '30.00', bin: 'B-1' })).status).toBe(200)
  expect((await edit({ unit_price: '2.75', bin: 'B-2' })).status).toBe(200)
  expect((await edit({ unit_price: null })).status).toBe(200)
  expect(await history(`product=${upc}`)).toEqual([
    ['product', 'Unit price', '2.75', ''],
    ['product', 'Case price', '', '30.00'],
    ['product', 'Unit price', '2.50', '2.75'],
  ])
  const added = { upc: '0999', name: 'Dill', item_code_id: 'D1', warehouse_id: 3, unit_price: '4.00' }
  expect((await call('POST', 'productedit/', added)).status).toBe(201)
  expect(await history('product=0999')).toEqual([['product', 'Unit price', '', '4.00']])
})

it('a fee is kept from its beginning to its end, and one that is for something else ends for what it was for', async () => {
  const { upc } = await makeProduct(flow.pool, { name: 'Olive Oil' })
  const { id: location, name } = flow.house.location
  const added = await call('POST', 'margintemplates', {
    type: '%',
    amount: '5',
    product: upc,
    company_location: location,
  })
  const edit = (body: object) => call('PATCH', `margintemplates/${added.body.id}`, body)
  expect((await edit({ type: 'f', amount: '0.50' })).status).toBe(200)
  expect((await edit({ description: 'Spring' })).status).toBe(200)
  expect((await edit({ product: null })).status).toBe(200)
  expect((await call('DELETE', `margintemplates/${added.body.id}`)).status).toBe(204)
  const ofProduct = [
    ['margin', '', '0.50', ''],
    ['margin', '', '5 %', '0.50'],
    ['margin', '', '', '5 %'],
  ]
  expect(await history(`product=${upc}`)).toEqual(ofProduct)
  expect(await history(`company_location=${location}`)).toEqual([
    ['margin', '', '0.50', ''],
    ['margin', '', '', '0.50'],
    ...ofProduct,
  ])
  const { body } = await call('GET', `pricehistory?limit=1&product=${upc}`)
  expect(body).toMatchObject({
    count: 3,
    results: [{ product_name: 'Olive Oil', location_name: name, company_location: location, order: null }],
  })
})

it('a price refresh is kept by line, without the lines that it does not change', async () => {
  const { pool } = flow
  const { upc } = await makeProduct(pool, { unit_price: '3.00', display_unit_price: '3.00' })
  const { id } = await makeOrder(pool, orderAt(flow.house.location))
  await makeItem(pool, { order_id: id, product: upc, units_ordered: 1, price_per_unit: '2.00' })
  const refresh = () => call('POST', 'orderpricerefresh/', { order_ids: [id] })
  expect((await refresh()).body).toMatchObject({ items: 1 })
  expect((await refresh()).body).toMatchObject({ items: 0 })
  const { body } = await call('GET', `pricehistory?no_page=1&kind=refresh&product=${upc}`)
  expect(body).toMatchObject([{ what: 'Unit price', from: '2.00', to: '3.00', order: id }])
  // What was done at once or was refused leaves nothing.
  expect((await call('PATCH', `productedit/${upc}`, { unit_price: '-1' })).status).toBe(400)
  expect(await history(`product=${upc}&kind=product`)).toEqual([])
})

it('the history only grows', async () => {
  for (const act of ['update price_changes set after = before', 'delete from price_changes'])
    await expect(flow.pool.query(act)).rejects.toThrow('price_changes only grows')
})
