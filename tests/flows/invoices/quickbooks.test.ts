/** Exporting invoices for QuickBooks Online: what the lines say, once, and how they are configured. */
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { QB_COLUMNS } from '#contract/invoices/quickbooks.ts'
import { writeSetting } from '#server/settings/store.ts'
import { behindLock } from '../../factories/behind-lock.ts'
import { makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

/** An invoiced order of a location that the books know by a name of their own. */
async function invoiced(over: Record<string, unknown> = {}): Promise<number> {
  const { pool } = flow
  const location = await makeLocation(pool, {
    name: '=Quay',
    qb_mapping: 'Quay LLC',
    on_time_payment_days_threshold: 14,
    sales_tax_rate: '8.875',
  })
  const { id } = await makeOrder(pool, { ...orderAt(location), delivery_date: '2026-11-22' })
  const mapped = await makeProduct(pool, { qb_mapping: 'Oils', name: 'Olive Oil' })
  const plain = await makeProduct(pool, { name: '-Salt' })
  for (const { upc } of [mapped, plain])
    await makeItem(pool, {
      order_id: id,
      product: upc,
      unit_quantity: 2,
      case_quantity: 1,
      picked: true,
      taxable: true,
      final_price: '29.00',
      ...over,
    })
  expect((await flow.server.call(flow.house.as.office, 'POST', `orders/${id}/generateinvoice`)).status).toBe(
    200,
  )
  return id
}
const ask = (order: number, body?: object, headers = {}) =>
  flow.server.call(flow.house.as.office, 'POST', `orders/${order}/invoice/quickbooks`, {
    ...(body && { body }),
    headers,
  })
const rowsOf = ({ header, lines }: { header: string; lines: string }) =>
  Papa.parse<Record<string, string>>(header + lines, { header: true, skipEmptyLines: true }).data

it('the lines have the columns of the import, the names of the books, and add up to the invoice', async () => {
  const order = await invoiced({ coupon_amount: '1.00', final_price: '28.00' })
  const { status, body } = await ask(order)
  expect(status).toBe(200)
  expect(body.header).toBe(`${QB_COLUMNS.join(',')}\r\n`)
  const rows = rowsOf(body)
  expect(rows.map((row) => row['Item(Product/Service)'])).toEqual([
    'Oils',
    'Oils',
    expect.stringMatching(/^IC/),
    expect.stringMatching(/^IC/),
    'Sales tax',
  ])
  // A coupon is a line of its own below what it is taken off, as on the invoice.
  expect(rows[1]).toMatchObject({ ItemDescription: 'Coupon', '*ItemAmount': '-1.00' })
  expect(new Set(rows.map((row) => row['*Customer']))).toEqual(new Set(['Quay LLC']))
  expect(new Set(rows.map((row) => row['Terms']))).toEqual(new Set(['Net 14']))
  // The day of delivery and the location's days, as in the balances.
  expect(rows[0]!['*DueDate']).toBe('12/06/2026')
  // What a spreadsheet would run as a formula is text; numbers stay numbers.
  expect(rows[0]).toMatchObject({ Location: `'=Quay`, '*InvoiceNo': String(order) })
  expect(rows[2]).toMatchObject({ ItemDescription: `'-Salt` })
  const { body: invoice } = await flow.server.call(flow.house.as.office, 'GET', `orders/${order}/invoice`)
  expect(rows.reduce((sum, row) => sum + cents(row['*ItemAmount']!), 0n)).toBe(cents(invoice.grand_total))
})

it('a second export asks first, says when and by whom the first was, and goes on when confirmed', async () => {
  const order = await invoiced()
  const first = await ask(order)
  const second = await ask(order)
  expect([second.status, second.body.code]).toEqual([409, 'exported_before'])
  expect(second.body.message).toContain(`by ${flow.house.as.office}. Imported again, it is there twice.`)
  expect((await ask(order, { again: true })).body).toEqual(first.body)
})

it('a change since an export is exported as a difference, once, and the books then come to the invoice', async () => {
  const order = await invoiced()
  const first = rowsOf((await ask(order)).body)
  const office = (method: 'PATCH' | 'GET', body?: object) =>
    flow.server.call(flow.house.as.office, method, `orders/${order}/invoice`, { ...(body && { body }) })
  expect((await office('PATCH', { late_fee: '25.00' })).status).toBe(200)
  const asked = await ask(order)
  expect([asked.status, asked.body.code]).toEqual([409, 'exported_changed'])
  const { grand_total } = (await office('GET')).body
  expect(asked.body.message).toMatch(new RegExp(`It changed since: \\d+\\.\\d\\d → ${grand_total}\\.$`))
  const key = { 'idempotency-key': `difference-${order}` }
  const { body } = await ask(order, { difference: true }, key)
  const rows = rowsOf(body)
  expect(rows.map((row) => [row['*InvoiceNo'], row['ItemDescription']])).toEqual([[`${order}-2`, 'Late fee']])
  const sum = (all: Record<string, string>[]) =>
    all.reduce((all, row) => all + cents(row['*ItemAmount']!), 0n)
  expect(sum([...first, ...rows])).toBe(cents(grand_total))
  // The same call is answered again, also when the invoice has changed further.
  expect((await office('PATCH', { late_fee: '30.00' })).status).toBe(200)
  expect((await ask(order, { difference: true }, key)).body).toEqual(body)
  const third = await ask(order, { difference: true })
  expect(rowsOf(third.body)).toMatchObject([{ '*InvoiceNo': `${order}-3`, '*ItemAmount': '5.00' }])
  // Nothing differs any more.
  expect((await ask(order, { difference: true })).body.code).toBe('exported_before')
})

it('the same call again is answered again and asks nothing; two at once are one and a question', async () => {
  const order = await invoiced()
  const key = { 'idempotency-key': `qb-${order}` }
  const first = await ask(order, undefined, key)
  expect(await ask(order, undefined, key)).toMatchObject({ status: 200, body: first.body })
  const other = await invoiced()
  const both = await Promise.all([ask(other), ask(other)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

it('the same call after a change of the invoice returns the exported lines, and the difference has the change once', async () => {
  const order = await invoiced()
  const key = { 'idempotency-key': `lost-${order}` }
  const booked = (rows: Record<string, string>[]) =>
    rows.map((row) => [row['*InvoiceNo'], row['ItemDescription'], row['*ItemAmount']])
  const first = booked(rowsOf((await ask(order, undefined, key)).body))
  const changed = await flow.server.call(flow.house.as.office, 'PATCH', `orders/${order}/invoice`, {
    body: { late_fee: '25.00' },
  })
  expect(changed.status).toBe(200)
  const repeated = await ask(order, undefined, key)
  expect([repeated.status, booked(rowsOf(repeated.body))]).toEqual([200, first])
  const difference = rowsOf((await ask(order, { difference: true })).body)
  expect(booked(difference)).toEqual([[`${order}-2`, 'Late fee', '25.00']])
})

it('an order without an invoice has no lines', async () => {
  const { id } = await makeOrder(flow.pool, orderAt(flow.house.location))
  expect((await ask(id)).status).toBe(404)
})

it('the columns are a setting: those that QuickBooks demands stay, in any order, each once', async () => {
  const { pool } = flow
  const order = await invoiced()
  const wanted = '*InvoiceNo|*ItemAmount|*Customer|*InvoiceDate|*DueDate|ItemDescription'
  expect(await writeSetting(pool, 'qb_columns', wanted)).toBeNull()
  const { body } = await ask(order)
  expect(body.header).toBe(`${wanted.replaceAll('|', ',')}\r\n`)
  expect(rowsOf(body)[0]).toMatchObject({ '*Customer': 'Quay LLC', ItemDescription: 'Olive Oil' })
  expect(await writeSetting(pool, 'qb_columns', '*InvoiceNo|Price')).toContain('must be some of')
  expect(await writeSetting(pool, 'qb_columns', `${wanted}|Memo|Memo`)).toBe('must name no column twice')
  expect(await writeSetting(pool, 'qb_columns', '*InvoiceNo|Memo')).toContain('every column with a star')
  await writeSetting(pool, 'qb_columns', null)
})

it('an export stays known when its order is merged into another', async () => {
  const [gone, base] = [await invoiced(), await invoiced()]
  await flow.pool.query(
    'update orders set company_location_id = (select company_location_id from orders where id = $2) where id = $1',
    [gone, base],
  )
  await ask(gone)
  const office = (path: string, body?: object) =>
    flow.server.call(flow.house.as.office, 'POST', path, { ...(body && { body }) })
  for (const id of [gone, base])
    expect((await office(`orders/${id}/unlock`, { confirm_exported: true })).status).toBe(200)
  expect((await office('mergeorders/', { base_order: base, orders_to_merge: [gone] })).status).toBe(200)
  expect((await office(`orders/${base}/generateinvoice`)).status).toBe(200)
  const refused = await ask(base)
  expect([refused.status, refused.body.code]).toEqual([409, 'exported_changed'])
  expect(refused.body.message).toContain(
    `The invoice of order ${gone}, which was merged into order ${base}, was exported for QuickBooks on `,
  )
  const difference = rowsOf((await ask(base, { difference: true })).body)
  expect(new Set(difference.map((row) => row['*InvoiceNo']))).toEqual(new Set([`${base}-2`]))
  const after = (await ask(base)).body
  expect([after.code, after.message]).toEqual([
    'exported_before',
    expect.stringContaining(`The invoice of order ${base} was exported`),
  ])
})

it('unlocking and deleting an exported order is asked about, and the export stays known', async () => {
  const order = await invoiced()
  await ask(order)
  const office = (method: 'POST' | 'DELETE', path: string, body?: object) =>
    flow.server.call(flow.house.as.office, method, path, { ...(body && { body }) })
  const asked = await office('POST', `orders/${order}/unlock`)
  expect([asked.status, asked.body.code]).toEqual([409, 'exported'])
  expect(asked.body.message).toMatch(
    new RegExp(
      `^The invoice of order ${order} was exported for QuickBooks over \\d+\\.\\d\\d\\. The books keep it`,
    ),
  )
  expect((await office('POST', `orders/${order}/unlock`, { confirm_exported: true })).status).toBe(200)
  const deleting = await office('DELETE', `orders/${order}`)
  expect([deleting.status, deleting.body.code]).toEqual([409, 'exported'])
  expect((await office('DELETE', `orders/${order}?confirm_exported=true`)).status).toBe(204)
  const { rowCount } = await flow.pool.query('select from invoice_exports where order_id = $1', [order])
  expect(rowCount).toBe(1)
})

it('the exported total is on the invoice for people who invoice, and in the list of changed exports', async () => {
  const order = await invoiced()
  const read = async () =>
    (await flow.server.call(flow.house.as.office, 'GET', `orders/${order}/invoice`)).body
  expect((await read()).exported_total).toBeNull()
  await ask(order)
  const { exported_total, grand_total } = await read()
  expect(exported_total).toBe(grand_total)
  const changed = async () =>
    (
      await flow.server.call(
        flow.house.as.office,
        'GET',
        'changedexports?start_date=2026-11-22&end_date=2026-11-22',
      )
    ).body.filter((one: { order: number }) => one.order === order)
  expect(await changed()).toEqual([])
  await flow.server.call(flow.house.as.office, 'PATCH', `orders/${order}/invoice`, {
    body: { late_fee: '9.00' },
  })
  const now = await read()
  expect(await changed()).toEqual([{ order, exported_total, grand_total: now.grand_total }])
  const picker = await flow.server.call(flow.house.as.picker, 'GET', `orders/${order}/invoice`)
  expect(picker.body.exported_total ?? null).toBeNull()
})

it('an invoice that is unlocked while its export waits for the order is not exported', async () => {
  const order = await invoiced()
  const { status } = await behindLock(
    flow.pool,
    order,
    () => ask(order),
    async (holder) => {
      await holder.query('delete from invoices where order_id = $1', [order])
      await holder.query(`update orders set invoiced = false, status = 'placed' where id = $1`, [order])
    },
  )
  expect(status).toBe(404)
  const { rowCount } = await flow.pool.query('select from invoice_exports where order_id = $1', [order])
  expect(rowCount).toBe(0)
})
