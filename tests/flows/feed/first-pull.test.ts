/**
 * The first rows that a device receives: the orders that are picked next, before the tables of the full pull
 * (docs/decisions/0265).
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/day.ts'
import { TABLES } from '#contract/sync/entities.ts'
import { type Changes } from '#contract/sync/protocol.ts'
import { makeBarcode, makeItem, makeOrder, makePiece, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { makeDevice, size } from '../../factories/pulls.ts'

const TODAY = '2031-03-10'
const flow = openFlow({ clock: () => new Date('2031-03-10T14:00:00Z') })

/** Makes an order for delivery in `days` days, with one line, its piece and a linked barcode. */
async function makeLine(days: number, over: { invoiced?: boolean } = {}) {
  const order = await makeOrder(flow.pool, {
    ...orderAt(flow.house.location),
    delivery_date: addDays(TODAY, days),
    ...over,
  })
  const product = await makeProduct(flow.pool)
  const item = await makeItem(flow.pool, { order_id: order.id, product: product.upc })
  const { id: piece } = await makePiece(flow.pool, item)
  const barcode = `BOX-${product.upc}`
  await makeBarcode(flow.pool, barcode, product.upc)
  return { order: order.id, item: item.id, piece, product: product.upc, barcode }
}
type Line = Awaited<ReturnType<typeof makeLine>>
let today: Line
let tomorrow: Line

beforeAll(async () => {
  await makeLine(-1)
  tomorrow = await makeLine(1)
  today = await makeLine(0)
  await makeLine(0, { invoiced: true })
  await makeLine(2)
})

const isFirst = ({ range }: Changes) => range === null

describe('a first pull', () => {
  it('begins with the open orders of today, then of tomorrow, with all that picking them needs', async () => {
    const device = makeDevice(flow.server, flow.house.as.picker)
    const pages = (await device.pull({ limit: 1 })).filter(isFirst)
    expect(pages.map(({ rows }) => rows.orders?.map(({ id }) => id))).toEqual([
      [today.order],
      [tomorrow.order],
    ])
    for (const [n, line] of [today, tomorrow].entries()) {
      const { rows } = pages[n]!
      expect(rows.items?.map(({ id }) => id)).toEqual([line.item])
      expect(rows.subitems?.map(({ id }) => id)).toEqual([line.piece])
      expect(rows.products?.map(({ upc }) => upc)).toEqual([line.product])
      expect(rows.barcodes?.map(({ barcode }) => barcode)).toEqual([line.barcode])
    }
    expect(pages.every(({ more }) => more)).toBe(true)
  })

  it('goes on with the tables, and says on its first page about how many rows will come', async () => {
    const device = makeDevice(flow.server, flow.house.as.picker)
    const pages = await device.pull({ limit: 200 })
    const tables = pages.filter((page) => !isFirst(page))
    expect(pages.indexOf(tables[0]!)).toBe(1)
    expect(tables[0]!.range).toMatchObject({ table: TABLES[0], after: null })
    expect(pages.map(({ expected }) => expected)).toEqual([
      // An order counts as 40 rows.
      tables.reduce((sum, { rows }) => sum + size(rows), 2 * 40),
      ...tables.map(() => undefined),
    ])
  })

  it('sends the first orders once: a pull that begins again goes to the tables', async () => {
    const device = makeDevice(flow.server, flow.house.as.picker)
    device.cursor = 'anew'
    expect((await device.pull()).filter(isFirst)).toEqual([])
    await device.pull()
    device.cursor = 'anew'
    const [page] = await device.pull({ most: 1 })
    expect([page!.range?.table, page!.expected]).toEqual([TABLES[0], undefined])
  })

  it('sends a customer their own orders, with the products at their prices', async () => {
    const buyer = makeDevice(flow.server, flow.house.as.buyer)
    const [page] = await buyer.pull()
    expect(page!.rows.orders?.map(({ id }) => id)).toEqual([today.order, tomorrow.order])
    const price = page!.rows.products?.find(({ upc }) => upc === today.product)?.display_unit_price
    expect(price).toBe(buyer.rows.products.get(today.product)?.['display_unit_price'])
    expect(page!.rows.barcodes).toEqual([])
    const other = makeDevice(flow.server, flow.house.as.stranger)
    expect((await other.pull()).filter(isFirst)).toEqual([])
  })
})
