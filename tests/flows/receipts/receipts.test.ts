import { openFlow } from '../../factories/flow.ts'
import { ZONE } from '../../factories/zone.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { DifferenceResult, Receipt, ReceiptLine } from '#contract/receipts/schema.ts'
import {
  makeBarcode,
  makeFee,
  makeItem,
  makeOrder,
  makeProduct,
  makeWarehouse,
} from '../../factories/business.ts'
import { BACK_OFFICE, type Somebody } from '../../factories/house.ts'

const flow = openFlow()

beforeAll(async () => {
  const { pool } = flow
  await makeWarehouse(pool, 2, 'Cash & Carry')
})

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  by = flow.house.as.office,
) => flow.server.call(by, method, path, { body })
const receipt = (over: object = {}) => ({
  description: 'May',
  total: '0.00',
  warehouse: 2,
  pricing_type: 's',
  ...over,
})
const NOTHING = {
  order_ids: [],
  receipt_ids: [],
  use_current_pricing: false,
  price_margin: 0.2,
  show_pricing_differences: true,
}
const INVOICE = { purchaseDate: '2026-01-01', branch: '', receiptNumber: '1', description: '' }
const add = async (over: object = {}) => Receipt.parse((await call('POST', 'receipts/', receipt(over))).body)
const line = (id: number, over: object = {}) => ({
  receipt: id,
  product: '0614141000012',
  quantity: '2',
  unit_type: 'U',
  total: '5.00',
  ...over,
})
const linesOf = async (id: number, more = '') =>
  ReceiptLine.array().parse((await call('GET', `receiptlines?no_page=1&receipt=${id}${more}`)).body)

describe('receipts', () => {
  it('C167 C319 are added by their name, total, warehouse and pricing type, and have the day of their upload', async () => {
    const made = await call('POST', 'receipts/', receipt({ total: '12.5', description: ' June ' }))
    expect(made.status).toBe(201)
    expect(Receipt.parse(made.body)).toMatchObject({
      description: 'June',
      total: '12.50',
      warehouse: 2,
      pricing_type: 's',
      user_uploaded: true,
      date: new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date()),
    })
  })

  it('C168 C312 are listed by the words shelf and contract, the newest first', async () => {
    const [shelf, contract] = [await add(), await add({ pricing_type: 'c' })]
    const list = async (word: string) =>
      Receipt.array().parse((await call('GET', `receipts?no_page=1&pricing_type=${word}`)).body)
    expect((await list('shelf'))[0]).toEqual(shelf)
    expect(await list('contract')).toEqual([contract])
    expect((await call('GET', 'receipts?pricing_type=s')).status).toBe(400)
  })

  it('C321 are deleted one at a time, with their lines', async () => {
    const [one, other] = [await add(), await add()]
    await call('POST', 'receiptlines/', [line(one.id), line(other.id)])
    expect((await call('DELETE', `receipts/${one.id}`)).status).toBe(204)
    expect((await call('DELETE', `receipts/${one.id}`)).status).toBe(404)
    expect([await linesOf(one.id), await linesOf(other.id)]).toMatchObject([[], [{ receipt: other.id }]])
  })

  it('say in which field they are wrong, and never make half of one', async () => {
    const refused = async (over: object) => {
      const { status, body } = await call('POST', 'receipts', receipt(over))
      return [status, Object.keys(body).filter((field) => field !== 'message')]
    }
    expect(await refused({ warehouse: 99 })).toEqual([400, ['warehouse']])
    expect(await refused({ description: ' ' })).toEqual([400, ['description']])
    expect(await refused({ description: 'a\0b' })).toEqual([400, ['description']])
    expect(await refused({ total: '1,5' })).toEqual([400, ['total']])
    expect(await refused({ pricing_type: 'x' })).toEqual([400, ['pricing_type']])
  })

  it('that are added twice under one key are one', async () => {
    const again = () =>
      flow.server.call(flow.house.as.office, 'POST', 'receipts', {
        body: receipt(),
        headers: { 'idempotency-key': 'one-receipt' },
      })
    expect((await again()).body).toEqual((await again()).body)
  })

  it.each(BACK_OFFICE)('are open to the %s', async (role: Somebody) => {
    expect((await call('GET', 'receipts?no_page=1', undefined, flow.house.as[role])).status).toBe(200)
  })
  it.each(['picker', 'floorPicker', 'buyer', 'customer'] as const)('are closed to the %s', async (role) => {
    const { id } = await add()
    const calls = [
      call('GET', 'receipts', undefined, flow.house.as[role]),
      call('POST', 'receipts', receipt(), flow.house.as[role]),
      call('DELETE', `receipts/${id}`, undefined, flow.house.as[role]),
      call('GET', 'receiptlines', undefined, flow.house.as[role]),
      call('POST', 'receiptlines', [line(id)], flow.house.as[role]),
      call('POST', 'receiptdifferenceresult', NOTHING, flow.house.as[role]),
      call('GET', 'rdinvoicesummaries', undefined, flow.house.as[role]),
      call('POST', 'convertrdinvoice', [INVOICE], flow.house.as[role]),
      call('GET', 'getlatestrdsyncdate', undefined, flow.house.as[role]),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 403))
  })
})

describe('the lines of a receipt', () => {
  it('C169 C319 C388 are added as one array, with the price of a piece, and the receipt’s total is theirs', async () => {
    const { id } = await add({ total: '99' })
    const first = line(id, { total: '1.10', quantity: '2.500', item_code: 'D1', product_name: 'Rice' })
    const answer = await call('POST', 'receiptlines/', [first, line(id, { total: '2.25', unit_type: 'C' })])
    expect([answer.status, answer.body]).toEqual([201, { saved: 2 }])
    expect(await linesOf(id)).toEqual([
      { ...first, id: expect.any(Number), quantity: '2.5', price: '0.44', line: 1 },
      {
        ...line(id, { total: '2.25', unit_type: 'C', item_code: '', product_name: '' }),
        id: expect.any(Number),
        price: '1.13',
        line: 2,
      },
    ])
    const all = Receipt.array().parse((await call('GET', 'receipts?no_page=1')).body)
    expect(all.find((one) => one.id === id)).toMatchObject({ total: '3.35' })
  })

  it('C320 that cannot be stored are named with why, and the others are stored', async () => {
    const { id } = await add()
    const bad = line(id, { total: 'abc', unit_type: 'X' })
    const answer = await call('POST', 'receiptlines', [line(id), bad, line(999_999), 'nonsense'])
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        saved: 1,
        message: '3 of 4 lines were not stored.',
        message_detail: [
          { ...bad, message: expect.stringMatching(/unit_type: must be U or C\ntotal: must be an amount/) },
          { row: 'nonsense', message: expect.any(String) },
          { ...line(999_999), message: 'receipt: there is no receipt 999999' },
        ],
      },
    ])
    expect(await linesOf(id)).toHaveLength(1)
    const none = await call('POST', 'receiptlines', [line(id, { unit_type: '' })])
    expect([none.status, none.body.message_detail]).toEqual([
      400,
      [{ ...line(id, { unit_type: '' }), message: 'unit_type: must be U or C' }],
    ])
  })

  it('that are sent and not stored leave the receipt short, until they are sent again and stored', async () => {
    const { id } = await add()
    const missing = async () =>
      Receipt.array()
        .parse((await call('GET', 'receipts?no_page=1')).body)
        .find((one) => one.id === id)?.missing_lines
    expect(await missing()).toBe(0)
    const bad = line(id, { line: 2, total: 'abc' })
    expect((await call('POST', 'receiptlines', [bad, line(id, { line: 3, unit_type: '' })])).status).toBe(400)
    expect(await missing()).toBe(2)
    await call('POST', 'receiptlines', [line(id, { line: 1 }), bad, bad, line(id, { line: 3 })])
    expect(await missing()).toBe(1)
    await call('POST', 'receiptlines', [line(id, { line: 2 })])
    expect(await missing()).toBe(0)
  })

  it('take their own place when they are sent again, so that nothing is counted twice', async () => {
    const { id } = await add()
    await call('POST', 'receiptlines', [line(id, { line: 7 }), line(id)])
    await call('POST', 'receiptlines', [line(id, { line: 7, total: '6.00' }), line(id)])
    expect((await linesOf(id)).map((one) => [one.line, one.total])).toEqual([
      [7, '6.00'],
      [8, '5.00'],
      [9, '5.00'],
    ])
  })

  it('without a number are added once for their key, however often the call comes', async () => {
    const { id } = await add()
    const addOne = () =>
      flow.server.call(flow.house.as.office, 'POST', 'receiptlines', {
        body: [line(id)],
        headers: { 'idempotency-key': `line of ${id}`.replaceAll(' ', '-') },
      })
    expect([(await addOne()).body, (await addOne()).body]).toEqual([{ saved: 1 }, { saved: 1 }])
    expect((await linesOf(id)).map((one) => [one.line, one.total])).toEqual([[1, '5.00']])
    await call('POST', 'receiptlines', [line(id)])
    expect(await linesOf(id)).toHaveLength(2)
  })

  it('C251 may be voids without a unit type; what is taken back is negative, whatever sign the file has', async () => {
    const { id } = await add()
    const voids = (over: object) => line(id, { product: 'Void: 614141000012', unit_type: '', ...over })
    const sent = [
      line(id, { quantity: '9', total: '50.00' }),
      voids({ total: '-5.00', quantity: '-2' }),
      voids({ total: '5.00', quantity: '2' }),
      line(id, { product: 'Surcharge Void: deposit', total: '2.40', quantity: '1' }),
      line(id, { product: 'Surcharge: deposit', total: '2.40', quantity: '1' }),
    ]
    expect((await call('POST', 'receiptlines', sent)).status).toBe(201)
    expect((await linesOf(id)).map(({ quantity, total, price }) => [quantity, total, price])).toEqual([
      ['9', '50.00', '5.56'],
      ['-2', '-5.00', '2.50'],
      ['-2', '-5.00', '2.50'],
      ['-1', '-2.40', '2.40'],
      ['1', '2.40', '2.40'],
    ])
    const all = Receipt.array().parse((await call('GET', 'receipts?no_page=1')).body)
    expect(all.find((one) => one.id === id)).toMatchObject({ total: '40.00' })
  })

  it('C316 have what the catalogue knows of their products, by upc, without its zeros, or by another barcode', async () => {
    const { pool } = flow
    const product = await makeProduct(pool, { name: 'Olive Oil' })
    await makeBarcode(pool, '0099887766', product.upc)
    const { id } = await add()
    const codes = [product.upc, product.upc.replace(/^0+/, ''), '99887766', '424242']
    await call(
      'POST',
      'receiptlines',
      codes.map((one) => line(id, { product: one })),
    )
    expect((await linesOf(id, '&product_info=1')).map((one) => [one.product_name, one.item_code])).toEqual([
      ['Olive Oil', product.item_code],
      ['Olive Oil', product.item_code],
      ['Olive Oil', product.item_code],
      ['', ''],
    ])
  })

  it('that come to more than can be stored are refused as they are, not with an error of the server', async () => {
    const { id } = await add()
    const huge = line(id, { total: '9999999999.99', quantity: '0.001' })
    const answer = await call('POST', 'receiptlines', [huge])
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('below 10000000'),
    ])
    expect((await call('POST', 'receiptlines', [])).status).toBe(400)
    expect((await call('POST', 'receiptlines', { a: 1 })).status).toBe(400)
  })
})

describe('orders compared with receipts', () => {
  const ask = (over: object) => call('POST', 'receiptdifferenceresult', { ...NOTHING, ...over })
  const compared = async (over: object) =>
    DifferenceResult.parse((await ask(over)).body).difference_groups.map(
      ({ difference_categories: names, differences: [first] }) => [
        first!.product.name,
        names.map((name) => name.replace('DifferenceCategory.', '')),
      ],
    )

  it('C171 C317 are answered as groups of differences, by the prices of the order or of today', async () => {
    const { pool } = flow
    const product = await makeProduct(pool, { name: 'Rice', display_unit_price: '9.00', unit_price: '9.00' })
    const item = await makeItem(pool, {
      product: product.upc,
      order_id: flow.house.order.id,
      unit_quantity: 2,
      coupon_amount: '1.00',
      final_price: '4.00',
    })
    const { id } = await add()
    await call('POST', 'receiptlines', [line(id, { product: product.upc })])
    const chosen = { order_ids: [flow.house.order.id], receipt_ids: [id] }
    const answer = DifferenceResult.parse((await ask(chosen)).body)
    const rice = answer.difference_groups.find(({ differences: [one] }) => one?.product.name === 'Rice')
    expect(rice).toEqual({
      difference_categories: [],
      differences: [
        {
          product: {
            upc: product.upc,
            item_code: product.item_code,
            name: 'Rice',
            combined_stock_level: 100,
            bin: 'A-01-1',
          },
          receipt_upc: null,
          order_item: expect.objectContaining({
            unit_quantity: 2,
            total: '4.00',
            referenced_orders: [flow.house.order.id],
            referenced_order_items: [item.id],
            invoiced_orders: [],
            unit_quantity_to_ordered_difference: 0,
          }),
          receipt_item: { unit_quantity: 2, case_quantity: 0, total: '5.00' },
        },
      ],
    })
    const today = await compared({ ...chosen, use_current_pricing: true })
    expect(today).toContainEqual(['Rice', ['PRICE']])
    // With the margin of the order's location it costs what the receipt says.
    await makeFee(pool, {
      kind: 'margin',
      type: 'f',
      amount: -6.5,
      product: product.upc,
      company_location_id: flow.house.order.company_location_id,
    })
    expect(await compared({ ...chosen, use_current_pricing: true })).toContainEqual(['Rice', []])
    const unpriced = await compared({
      ...chosen,
      use_current_pricing: true,
      show_pricing_differences: false,
    })
    expect(unpriced).toContainEqual(['Rice', []])
  })

  it('C172 link what was bought by another barcode of what was ordered, and name the code', async () => {
    const { pool } = flow
    const product = await makeProduct(pool, { name: 'Capers' })
    await makeBarcode(pool, '0055443322', product.upc)
    const order = await makeOrder(pool)
    await makeItem(pool, { product: product.upc, order_id: order.id, unit_quantity: 2 })
    const { id } = await add()
    await call('POST', 'receiptlines', [line(id, { product: '055443322' })])
    const { body } = await ask({ order_ids: [order.id], receipt_ids: [id] })
    expect(DifferenceResult.parse(body).difference_groups).toMatchObject([
      {
        difference_categories: ['DifferenceCategory.LINKED_UPC_1TO1'],
        differences: [{ product: { upc: product.upc }, receipt_upc: '055443322' }],
      },
    ])
  })

  it('C336 know what was marked as ignored, by an edit of the item', async () => {
    const item = await makeItem(flow.pool, { order_id: flow.house.order.id })
    const patched = await call('PATCH', `orderitems/${item.id}`, { ignore_missing_items: true })
    expect(patched.status).toBe(200)
    const { body } = await ask({ order_ids: [flow.house.order.id] })
    const ignored = DifferenceResult.parse(body).difference_groups.find(({ differences: [one] }) =>
      one?.order_item?.referenced_order_items.includes(item.id),
    )
    expect(ignored?.differences[0]?.order_item?.ignore_missing_items).toBe(true)
  })

  it('refuse what is not there and what cannot be', async () => {
    expect((await ask({ order_ids: [999_999] })).status).toBe(404)
    expect((await ask({ receipt_ids: [999_999] })).status).toBe(404)
    expect((await ask({ price_margin: 2.01 })).status).toBe(400)
    expect((await ask({ order_ids: ['1'] })).status).toBe(400)
    expect(await compared({})).toEqual([])
  })
})

describe('the supplier’s invoices', () => {
  const invoice = async (number: string, day: string) => {
    const { pool } = flow
    const { rows } = await pool.query<{ id: number }>(
      `insert into supplier_invoices (receipt_number, purchase_date, branch, sales, synced_at)
         values ($1, $2, 'Jersey City', '7.50', '2026-03-01T10:00:00Z') returning id`,
      [number, day],
    )
    await pool.query(
      `insert into supplier_invoice_lines (supplier_invoice_id, line, product, product_name, quantity, unit_type, total)
         values ($1, 1, '0614141000012', 'Rice', 3, 'U', '7.50')`,
      [rows[0]!.id],
    )
    return { purchaseDate: day, branch: 'Jersey City', receiptNumber: number }
  }
  const list = async (days: string) => (await call('GET', `rdinvoicesummaries?no_page=1${days}`)).body

  it('C170 C315 are listed by their days, with what they came to and whether they are converted', async () => {
    await invoice('A-1', '2026-02-01')
    const other = await invoice('A-2', '2026-02-03')
    expect(await list('&start_date=2026-02-02&end_date=2026-02-03')).toEqual([
      { ...other, sales: '7.50', converted: false, description: '' },
    ])
    expect((await call('GET', 'rdinvoicesummaries?start_date=2026-02-31')).status).toBe(400)
  })

  it('C322 C323 become receipts with contract prices, named as asked or by their number, and no second time', async () => {
    const [one, two] = [await invoice('B-1', '2026-03-01'), await invoice('B-2', '2026-03-02')]
    const body = [
      { ...one, description: 'X' },
      { ...two, description: '' },
    ]
    const converted = await call('POST', 'convertrdinvoice/', body)
    expect(converted.status).toBe(201)
    expect(converted.body).toMatchObject([
      {
        description: 'X',
        total: '7.50',
        warehouse: 2,
        pricing_type: 'c',
        user_uploaded: false,
        date: '2026-03-01',
      },
      { description: 'B-2', date: '2026-03-02' },
    ])
    expect(await linesOf(converted.body[0].id)).toMatchObject([{ product_name: 'Rice', price: '2.50' }])
    expect(await list('&start_date=2026-03-01&end_date=2026-03-02')).toMatchObject([
      { receiptNumber: 'B-2', converted: true, description: 'B-2' },
      { receiptNumber: 'B-1', converted: true, description: 'X' },
    ])
    const third = await invoice('B-3', '2026-03-03')
    const again = await call('POST', 'convertrdinvoice', [
      { ...third, description: '' },
      { ...one, description: '' },
    ])
    expect([again.status, again.body.message]).toEqual([
      400,
      'Receipt B-1: is converted already. Nothing was converted.',
    ])
    expect(await list('&start_date=2026-03-03&end_date=2026-03-03')).toMatchObject([{ converted: false }])
  })

  it('C333 say when the supplier’s system last sent any, and of how many products', async () => {
    const { pool } = flow
    const latest = async () => (await call('GET', 'getlatestrdsyncdate')).body
    await pool.query('delete from supplier_invoices')
    expect(await latest()).toEqual({ latest_sync_date: null, num_products_synced: 0 })
    await invoice('C-1', '2026-04-01')
    await pool.query(`update supplier_invoices set synced_at = '2026-02-01T10:00Z'`)
    await invoice('C-2', '2026-04-02')
    expect(await latest()).toEqual({
      latest_sync_date: '2026-03-01T10:00:00.000Z',
      num_products_synced: 1,
    })
  })
})
