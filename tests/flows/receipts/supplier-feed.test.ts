/** The feed of the supplier's system, from its file to receipts (readings, "Receipts compared with orders"). */
import { beforeAll, expect, it } from 'vitest'
import { BadFeed, readFeed, storeFeed } from '#server/receipts/feed.ts'
import { makeWarehouse } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

beforeAll(async () => {
  await makeWarehouse(flow.pool, 2, 'Cash & Carry')
})

const HEAD = 'receiptNumber,purchaseDate,branch,sales,upc,quantity,unit_type,price,total'
const csv = (...rows: string[]) => [HEAD, ...rows].join('\r\n')
const store = (text: string, at = '2026-03-02T05:00:00Z') => storeFeed(flow.pool, text, new Date(at))
const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  flow.server.call(flow.house.as.office, method, path, { body })
const listed = async () =>
  (await call('GET', 'rdinvoicesummaries?no_page=1&start_date=2026-03-01&end_date=2026-03-01')).body

it('C170 C315 C322 C323 C333 an invoice of the feed is listed, updated, converted once, and then left as it is', async () => {
  const first = csv('S-1,2026-03-01,Secaucus,9.00,0614141000012,2,U,4.50,9.00')
  expect(await store(first, '2026-03-01T05:00:00Z')).toEqual({
    invoices: 1,
    lines: 1,
    converted: 0,
    ambiguous: [],
  })
  const whole = csv(
    'S-1,2026-03-01,Secaucus,7.50,0614141000012,3,U,2.50,7.50',
    'S-1,2026-03-01,Secaucus,7.50,Surcharge: deposit,1,U,,2.40',
    'S-1,2026-03-01,Secaucus,7.50,Surcharge Void: deposit,1,U,,2.40',
    'S-2,2026-03-01,Secaucus,1.00,0614141000029,1,C,1.00,1.00',
  )
  expect(await store(whole)).toEqual({ invoices: 2, lines: 4, converted: 0, ambiguous: [] })
  const summary = { purchaseDate: '2026-03-01', branch: 'Secaucus', converted: false, description: '' }
  expect(await listed()).toEqual([
    { ...summary, receiptNumber: 'S-1', sales: '7.50' },
    { ...summary, receiptNumber: 'S-2', sales: '1.00' },
  ])
  expect((await call('GET', 'getlatestrdsyncdate')).body).toEqual({
    latest_sync_date: '2026-03-02T05:00:00.000Z',
    num_products_synced: 2,
  })

  const { sales: _sales, converted: _converted, ...named } = (await listed())[0]
  const [receipt] = (await call('POST', 'convertrdinvoice/', [{ ...named, description: 'X' }])).body
  const lines = (await call('GET', `receiptlines?no_page=1&receipt=${receipt.id}`)).body
  expect(lines.map((line: { quantity: string; total: string }) => [line.quantity, line.total])).toEqual([
    ['3', '7.50'],
    ['1', '2.40'],
    ['-1', '-2.40'],
  ])
  expect(await store(first, '2026-03-03T05:00:00Z')).toEqual({
    invoices: 1,
    lines: 1,
    converted: 1,
    ambiguous: [],
  })
  expect((await listed())[0]).toMatchObject({ sales: '7.50', converted: true, description: 'X' })
})

it('a file that is wrong says where, and nothing of it is stored', async () => {
  const good = 'T-1,2026-03-09,Secaucus,9.00,0614141000012,2,U,4.50,9.00'
  const said = (text: string) => {
    try {
      readFeed(text)
      return null
    } catch (error) {
      expect(error).toBeInstanceOf(BadFeed)
      return (error as Error).message
    }
  }
  expect(said('a,b\n1,2')).toMatch(/^The file has no column receiptNumber, purchaseDate,/)
  expect(said(HEAD)).toBe('The file has no row below its columns.')
  expect(said(csv(good, 'T-1,2026-02-30,Secaucus,9.00,061,two,X,,9'))).toMatch(
    /^Row 2: purchaseDate .*\nRow 2: quantity must be a quantity.*\nRow 2: unit_type must be U or C/,
  )
  expect(said(csv(good, 'T-1,2026-03-09,Secaucus,8.00,061,1,U,,9'))).toBe(
    'Row 2: sales is not that of the invoice’s first row',
  )
  expect(said(csv(...Array.from({ length: 30 }, () => 'T-1,2026-03-09,,9,061,x,U,,9')))).toMatch(
    /… and 10 more$/,
  )
  expect(said(csv('T-1,2026-03-09,,9,Void: 061,1,,,9'))).toBeNull()
  await expect(store(csv(good, good.replace(',U,', ',,')))).rejects.toThrow('Row 2: unit_type must be U or C')
  const { rows } = await flow.pool.query(`select from supplier_invoices where purchase_date = '2026-03-09'`)
  expect(rows).toEqual([])
})

it('numbers are read as those of other files, and the ambiguous ones are named', () => {
  const row = 'U-1,2026-03-09,Secaucus,"1.234,50",0614141000012,"1,500",U,.50,"1.234,50"'
  const read = (comma?: 'thousands') => {
    const { invoices, ambiguous } = readFeed(csv(row), comma)
    return [invoices[0]?.sales, invoices[0]?.lines[0]?.quantity, ambiguous]
  }
  expect(read()).toEqual(['1234.50', '1.500', ['1,500']])
  expect(read('thousands')).toEqual(['1234.50', '1500', ['1,500']])
})

it('the sales of an invoice are the same amount with or without the zeros behind the point', () => {
  const row = (sales: string) => `V-1,2026-03-09,Secaucus,${sales},0614141000012,1,U,,9.00`
  expect(readFeed(csv(row('18.50'), row('18.5'))).invoices).toMatchObject([{ lines: [{}, {}] }])
})
