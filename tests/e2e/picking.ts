/** What a picker does on the scan screen, and what the database says of it afterwards. */
import { TODAY } from '../factories/zone.ts'
import type { Page } from '@playwright/test'
import { expect, readDevice, readLedger, wedge, type Server } from './larder.ts'
import { copyLines, takeOrder } from './office.ts'

export interface Wanted {
  id: string
  product: string
  units: number
  cases: number
  /** Whether a piece of it is asked for its weight or lot. */
  asks: boolean
  /** The average weight of a unit and of a case, in lb: anything much beside it is asked about. */
  unit_weight: string | null
  case_weight: string | null
}

export const wantedOf = (server: Server, order: number) =>
  server.query<Wanted>(
    `select i.id, i.product, i.units_ordered as units, i.cases_ordered as cases,
            p.weight_type = 'r/w' or i.lot_tracked as asks,
            p.average_unit_weight::text as unit_weight, p.average_case_weight::text as case_weight
       from order_items i join products p on p.upc = i.product
      where i.order_id = $1 and not i.out_of_stock order by i.id`,
    [order],
  )

/** Of the orders of today and tomorrow with twelve lines or more, some of which ask for a weight or lot, the one with the fewest pieces. */
export async function smallOrder(server: Server): Promise<number> {
  const [order] = await server.query<{ id: number }>(
    `select o.id from orders o join order_items i on i.order_id = o.id join products p on p.upc = i.product
      where o.status = 'placed' and o.delivery_date - ${TODAY} between 0 and 1
      group by o.id having count(*) >= 12 and bool_or(p.weight_type = 'r/w' or i.lot_tracked)
      order by sum(i.units_ordered + i.cases_ordered), o.id limit 1`,
  )
  return order!.id
}

/** How a line is sold, and what its pieces are asked for. */
const KIND = `p.weight_type = 'r/w', i.lot_tracked, i.units_ordered > 0, i.cases_ordered > 0`

/**
 * Makes an order of tomorrow that holds one line of every kind that the demo has, of two units and a case at most. Before any
 * device keeps it.
 */
export async function orderOfAllKinds(server: Server): Promise<number> {
  const order = await takeOrder(server)
  await server.query('delete from order_items where order_id = $1', [order])
  const made = await copyLines(
    server,
    order,
    `select distinct on (${KIND}) i.*
       from (select distinct on (product) * from order_items where units_ordered + cases_ordered > 0 order by product, id) i
       join products p on p.upc = i.product
      order by ${KIND}, i.id`,
    [],
  )
  await server.query(
    'update order_items set units_ordered = least(units_ordered, 2), cases_ordered = least(cases_ordered, 1) where id = any($1)',
    [made],
  )
  return order
}

/** Opens the scan screen of an order from the order itself, as a picker does. */
export async function openScan(page: Page, order: number): Promise<void> {
  await page.goto(`/order/${order}`)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await expect(progress(page)).toHaveAttribute('aria-valuemax', /^[1-9]/)
}

/** Fills the weight and the lot of the piece that was scanned, whose row has the focus, and saves. */
async function weigh(page: Page, { unit_weight, case_weight }: Wanted): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Weight / Lot' })
  const row = dialog.getByRole('group').filter({ has: page.locator('input:focus') })
  const isUnit = (await row.getAttribute('aria-label'))!.startsWith('Unit ')
  for (const input of await row.locator('input').all()) {
    const isLot = (await input.getAttribute('data-field')) === 'lot'
    await input.fill(isLot ? 'LOT-7' : (isUnit ? unit_weight : case_weight)!)
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Picked' })

/** Waits until so many lines are picked on the screen. */
export const expectPicked = (page: Page, lines: number) =>
  expect(progress(page)).toHaveAttribute('aria-valuenow', String(lines))

/** The edge of the screen takes the other of its two turns with every answer to a scan. Runs in the page. */
const edgeTurn = () => document.querySelector('[data-turn]')?.getAttribute('data-turn')

/** Scans every piece with a wedge, round by round, one piece of each line; answers the dialog where one asks. */
export async function pickLines(page: Page, lines: readonly Wanted[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Weight / Lot' })
  const rounds = Math.max(...lines.map((line) => line.units + line.cases))
  for (let piece = 1; piece <= rounds; piece++)
    for (const line of lines.filter(({ units, cases }) => piece <= units + cases)) {
      const before = await page.evaluate(edgeTurn)
      await wedge(page, line.product)
      await expect.poll(() => page.evaluate(edgeTurn), { intervals: [20] }).not.toBe(before)
      if (!line.asks) continue
      await expect(dialog).toBeVisible()
      await weigh(page, line)
    }
  await expectPicked(page, lines.length)
}

/** The lines of an order as the database has them, with their pieces. */
const pickedInDatabase = (server: Server, order: number) =>
  server.query<{
    product: string
    picked: boolean
    scanned: boolean | null
    unit_quantity: number
    case_quantity: number
    units_ordered: number
    cases_ordered: number
    weight_type: string
    lot_tracked: boolean
    pieces: number
    weighed: number
    lots: number
  }>(
    `select i.product, i.picked, i.scanned, i.unit_quantity, i.case_quantity, i.units_ordered, i.cases_ordered,
            p.weight_type, i.lot_tracked, count(s.id)::int as pieces, count(s.weight_lbs)::int as weighed,
            count(s.lot_code)::int as lots
       from order_items i join products p on p.upc = i.product left join order_subitems s on s.order_item_id = i.id
      where i.order_id = $1 and not i.out_of_stock group by i.id, p.upc order by i.id`,
    [order],
  )

/** Every line picked exactly as ordered, every weight and lot there once. */
export async function expectWholeOrder(server: Server, order: number): Promise<void> {
  for (const line of await pickedInDatabase(server, order)) {
    const pieces = line.units_ordered + line.cases_ordered
    expect.soft(line, line.product).toMatchObject({
      picked: true,
      scanned: true,
      unit_quantity: line.units_ordered,
      case_quantity: line.cases_ordered,
      pieces: line.weight_type === 'r/w' || line.lot_tracked ? pieces : 0,
      weighed: line.weight_type === 'r/w' ? pieces : 0,
      lots: line.lot_tracked ? pieces : 0,
    })
  }
}

/** Ids of the edits that the device holds, and of those that it had acknowledged. */
export async function editsOnDevice(page: Page): Promise<{ unsent: string[]; acknowledged: string[] }> {
  const ids = (rows: Record<string, unknown>[]) => rows.map((row) => String(row['mutation_id']))
  return {
    unsent: ids(await readDevice(page, 'outbox')),
    acknowledged: ids(await readLedger(page)),
  }
}

/** Waits until the device holds nothing unsent, and shows that the database has each of its edits once. */
export async function expectAllArrived(server: Server, page: Page, made: readonly string[]): Promise<void> {
  await expect(page.getByRole('button', { name: /^Sync: Online\..* 0 not sent/ })).toBeVisible({
    timeout: 120_000,
  })
  const { unsent, acknowledged } = await editsOnDevice(page)
  expect(unsent).toEqual([])
  expect(new Set(acknowledged)).toEqual(new Set([...made, ...acknowledged]))
  const stored = await server.query<{ id: string; outcome: string }>(
    `select id, outcome from mutations where id = any($1)`,
    [made],
  )
  expect(stored).toHaveLength(new Set(made).size)
  expect(new Set(stored.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
}
