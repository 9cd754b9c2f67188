import { beforeAll, describe, expect, it } from 'vitest'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE } from '../../factories/house.ts'

const flow = openFlow()
beforeAll(async () => {
  // The factories number one of their own.
  await flow.pool.query(`select setval(pg_get_serial_sequence('warehouses', 'id'), 100)`)
})

const office = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, headers = {}) =>
  flow.server.call(flow.house.as.office, method, path, { headers, ...(body !== undefined && { body }) })

let made = 0
async function newWarehouse(): Promise<{ pk: number; name: string }> {
  const { status, body } = await office('POST', 'warehouses', [{ name: `Annexe ${++made}` }])
  expect(status).toBe(201)
  return body[0]
}
const listed = async (id: number) =>
  (await office('GET', 'warehouses?no_page=1')).body.find((one: { id: number }) => one.id === id)

describe('warehouses', () => {
  it('C305 are listed with how their receipts are read, the two built-in ones first', async () => {
    const { body } = await office('GET', 'warehouses?no_page=1')
    expect(body.slice(0, 2)).toEqual([
      { id: 1, name: 'Head office', csv_header_mapping: {}, unit_type_mapping: {} },
      { id: 2, name: 'Cash & Carry', csv_header_mapping: {}, unit_type_mapping: {} },
    ])
  })

  it('C307 are made of an array of names, once for one key, and answered by their pks', async () => {
    const names = [{ name: 'Pier 9' }, { name: 'Pier 10' }]
    const key = { 'idempotency-key': 'two-piers' }
    const first = await office('POST', 'warehouses', names, key)
    expect([first.status, first.body.map(({ name }: { name: string }) => name)]).toEqual([
      201,
      ['Pier 9', 'Pier 10'],
    ])
    expect((await office('POST', 'warehouses', names, key)).body).toEqual(first.body)
    expect(await listed(first.body[1].pk)).toMatchObject({ name: 'Pier 10' })
    for (const body of [names, [{ name: 'A' }, { name: 'a' }], [{ name: ' ' }], [], { name: 'B' }])
      expect((await office('POST', 'warehouses', body)).status).toBe(400)
  })

  it('show only the office how receipts are read', async () => {
    const { pk: warehouse, name } = await newWarehouse()
    await office('POST', 'warehousesmaps', [
      { warehouse, category: 'UPC', field: 'product' },
      { warehouse, category: 'CTN', field: 'C' },
    ])
    expect(await listed(warehouse)).toMatchObject({ csv_header_mapping: { UPC: 'product' } })
    for (const who of ['customer', 'buyer', 'picker'] as const) {
      const { body } = await flow.call(who, 'GET', 'warehouses?no_page=1')
      expect(body.find(({ id }: { id: number }) => id === warehouse)).toEqual({
        id: warehouse,
        name,
        csv_header_mapping: {},
        unit_type_mapping: {},
      })
    }
  })

  it('C309 are renamed, and no two have one name', async () => {
    const { pk, name } = await newWarehouse()
    const renamed = await office('PUT', `warehouses/${pk}`, { name: `${name} North` })
    expect([renamed.status, renamed.body.name]).toEqual([200, `${name} North`])
    expect((await office('PUT', `warehouses/${pk}`, { name: 'head office' })).body).toHaveProperty('name')
    expect((await office('PUT', `warehouses/${pk}`, { name: `${name} North` })).status).toBe(200)
    expect((await office('PUT', 'warehouses/2147483647', { name: 'Nowhere' })).status).toBe(404)
  })

  it('get one name once, and one text once, when several people save at the same moment', async () => {
    const named = await Promise.all(
      Array.from({ length: 6 }, () => office('POST', 'warehouses', [{ name: 'Pier of one' }])),
    )
    expect(named.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 400, 400, 400, 400, 400,
    ])
    const { pk: warehouse } = await newWarehouse()
    const texts = ['A', 'B', 'C', 'D', 'E', 'F']
    const { body: maps } = await office(
      'POST',
      'warehousesmaps/',
      texts.map((category) => ({ warehouse, category, field: 'total' })),
    )
    const pks: number[] = maps.map(({ pk }: { pk: number }) => pk)
    const changed = await Promise.all(
      pks.map((pk) =>
        office('PUT', `warehousesmaps/${pk}`, { warehouse, category: 'Amount', field: 'total' }),
      ),
    )
    expect(changed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400, 400, 400, 400, 400,
    ])
  })

  it('C166 C311 are mapped: columns to fields and words to unit types, each mapping once', async () => {
    const { pk: warehouse } = await newWarehouse()
    const maps = [
      { warehouse, category: 'UPC', field: 'product' },
      { warehouse, category: 'Pieces', field: 'quantity' },
      { warehouse, category: 'CTN', field: 'C' },
    ]
    const { status, body } = await office('POST', 'warehousesmaps/', maps)
    expect([status, body]).toEqual([201, maps.map((map) => ({ pk: expect.any(Number), ...map }))])
    expect((await office('POST', 'warehousesmaps/', maps)).body).toEqual(body)
    expect(await listed(warehouse)).toMatchObject({
      csv_header_mapping: { UPC: 'product', Pieces: 'quantity' },
      unit_type_mapping: { CTN: 'C' },
    })
    const put = (at: number, change: object) =>
      office('PUT', `warehousesmaps/${body[at].pk}`, { ...maps[at], ...change })
    expect((await put(1, { category: 'Qty' })).body).toEqual({ ...body[1], category: 'Qty' })
    expect((await put(0, { field: '' })).body).toEqual({ ...body[0], field: '' })
    expect((await put(0, { field: 'product' })).status).toBe(404)
    expect(await listed(warehouse)).toMatchObject({ csv_header_mapping: { Qty: 'quantity' } })
    const all = await office('GET', `warehousesmaps?no_page=1&warehouse=${warehouse}`)
    expect(
      all.body.map(({ category, field }: { category: string; field: string }) => [category, field]),
    ).toEqual([
      ['Qty', 'quantity'],
      ['CTN', 'C'],
    ])
    const [second] = (
      await office('POST', 'warehousesmaps/', [{ warehouse, category: 'Amount', field: 'total' }])
    ).body
    const change = (part: object) =>
      office('PUT', `warehousesmaps/${second.pk}`, { warehouse, category: 'Amount', field: 'total', ...part })
    expect((await change({ field: 'U' })).body).toHaveProperty('field')
    expect((await change({ category: 'Qty' })).body).toHaveProperty('category')
    expect((await change({ field: 'bin' })).status).toBe(400)
    expect((await change({ warehouse: 1 })).status).toBe(404)
    const nowhere = [{ warehouse: 2_147_483_647, category: 'A', field: 'total' }]
    expect((await office('POST', 'warehousesmaps/', nowhere)).body).toHaveProperty('warehouse')
  })

  it('C310 know receipts to begin with: formats, their columns and their words for a unit and a case', async () => {
    const [formats, headers, words] = await Promise.all(
      ['receiptformats', 'receiptlineheaders', 'receiptlineunittypemappings'].map(
        async (path) => (await office('GET', `${path}?no_page=1`)).body as Record<string, unknown>[],
      ),
    )
    expect(formats![0]).toEqual({ id: 1, name: 'Cash & carry' })
    // C389: the built-in mapping.
    const own = headers!.filter(({ receipt_format }) => receipt_format === 1)
    expect(Object.fromEntries(own.map(({ name, field }) => [name, field]))).toEqual({
      UPC: 'product',
      Qty: 'quantity',
      'C/U': 'unit_type',
      'Ext. Value': 'total',
    })
    expect(words).toContainEqual({ id: 1, receipt_format: 2, name: 'EA', unit_type: 'U' })
    expect((await office('GET', 'receiptformats?limit=1')).body).toEqual({
      count: formats!.length,
      results: formats!.slice(0, 1),
    })
  })

  it('are set up by the office alone', async () => {
    const { pk: warehouse } = await newWarehouse()
    const map = [{ warehouse, category: 'UPC', field: 'product' }]
    for (const name of ['picker', 'floorPicker', 'buyer', 'customer'] as const) {
      const as = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
        flow.server.call(flow.house.as[name], method, path, body === undefined ? {} : { body })
      expect((await as('POST', 'warehouses', [{ name: 'Mine' }])).status).toBe(403)
      expect((await as('PUT', `warehouses/${warehouse}`, { name: 'Mine' })).status).toBe(403)
      expect((await as('POST', 'warehousesmaps/', map)).status).toBe(403)
      expect((await as('GET', 'receiptformats?no_page=1')).status).toBe(403)
    }
    for (const name of BACK_OFFICE)
      expect(
        (await flow.server.call(flow.house.as[name], 'POST', 'warehousesmaps/', { body: map })).status,
      ).toBe(201)
  })
})
