/** Helpers for tests of the scan screen: lines that no other test picks, and the parts of the screen by name. */
import { gunzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { refuse } from '#contract/sync/outcome.ts'
import { outcomeBody } from '#server/platform/problem.ts'
import { expect, type Server } from './larder.ts'
import { copyLines, takeOrder } from './office.ts'
import { openScan } from './picking.ts'

export interface FloorLine {
  id: string
  order: number
  product: string
  name: string
  units: number
  cases: number
  pieces: number
  /** The average weight of its first piece, in lb. The screen asks about a weight far from it. */
  average: string | null
}

/** Returns a usual weight of a line's pieces as it is typed. Each `n` gives another. */
export const usual = ({ average }: FloorLine, n = 0): string => (Number(average) + n / 100).toFixed(2)

const LOTS = `exists (select 1 from order_items i where i.order_id = o.id and i.lot_tracked)`
const orders = new Map<Server, { plain: number; lots: number; used: Set<string> }>()

async function ordersOf(server: Server) {
  const known = orders.get(server)
  if (known) return known
  const largest = { largest: true }
  const lots = await takeOrder(server, LOTS, largest)
  const plain = await takeOrder(server, `not ${LOTS}`, largest)
  const made = { plain, lots, used: new Set<string>() }
  orders.set(server, made)
  return made
}

/** Returns the order without lots whose lines these tests share. Each test has lines of its own. */
export const floorOrder = (server: Server) => ordersOf(server).then(({ plain }) => plain)

/** The condition on a line in SQL: `p` is its product, `i` the item. */
const PLAIN = `p.weight_type <> 'r/w' and not i.lot_tracked`
/** Lines of units or cases alone. This many can be scanned before the screen asks about one more than ordered. */
export const orderedAtLeast = (pieces: number) =>
  `${PLAIN} and greatest(i.units_ordered, i.cases_ordered) >= ${pieces} and least(i.units_ordered, i.cases_ordered) = 0`
/** Lines of units alone: a scan of a line with both counts a case first. */
export const unitsAlone = (units: number) =>
  `${PLAIN} and i.units_ordered >= ${units} and i.cases_ordered = 0`
/** The only lines that the screen asks about before a quantity changes. No other test is given one. */
export const LOW_STOCK = `p.stock_level_indicator = 'low stock'`
export const WEIGHED = `p.weight_type = 'r/w'`

const thatFits = (where: string) =>
  `not i.out_of_stock and (${where}) and (p.stock_level_indicator <> 'low stock' or ${where === LOW_STOCK})`
const LINES = `order_items i join products p on p.upc = i.product`

/** Takes a line that fits and that no other test is given. Makes one more where all of the order's own are taken. */
export async function takeLine(
  server: Server,
  where = PLAIN,
  which: 'plain' | 'lots' = 'plain',
): Promise<FloorLine> {
  const found = await ordersOf(server)
  const order = found[which]
  const fits = thatFits(where)
  const left = () =>
    server.query<FloorLine>(
      `select i.id, i.order_id as order, i.product, p.name, i.units_ordered as units, i.cases_ordered as cases,
              i.units_ordered + i.cases_ordered as pieces,
              case when i.units_ordered > 0 then p.average_unit_weight else p.average_case_weight end::text as average
         from ${LINES}
        where i.order_id = $1 and i.id <> all($2) and ${fits}
        order by i.id limit 1`,
      [order, [...found.used]],
    )
  let [line] = await left()
  if (!line) {
    await copyLines(
      server,
      order,
      `select i.* from ${LINES}
        where i.units_ordered + i.cases_ordered > 0 and ${fits}
          and not exists (select 1 from order_items x where x.order_id = $1 and x.product = i.product)
        order by i.id limit 1`,
      [],
    )
    ;[line] = await left()
  }
  if (!line) throw new Error(`No line of the demo fits: ${where}`)
  found.used.add(line.id)
  return line
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const current = (page: Page) => page.getByRole('region', { name: 'Current item' })
export const inCurrent = (page: Page, name: string) =>
  current(page).getByRole('button', { name, exact: true })
export const cards = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem')
export const card = (page: Page, line: FloorLine) => cards(page).filter({ hasText: line.name })
export const action = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Scan actions' }).getByRole('button', { name, exact: true })
export const weightLot = (page: Page) => page.getByRole('dialog', { name: 'Weight / Lot' })

/** Sends edits by Save, where waiting for the next automatic send proves nothing more. Closes the dialog of Save. */
export async function saveNow(page: Page): Promise<void> {
  await action(page, 'Save').click()
  await page.getByRole('dialog', { name: 'Save the scan?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(
    page.getByText('Changes to the Scan has been successfully saved', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Makes a line the current one by its card, as a thumb does. */
export async function choose(page: Page, line: FloorLine): Promise<void> {
  await card(page, line).getByRole('button').click()
  await expect(current(page).getByRole('heading')).toHaveText(line.name)
}

/** Opens the scan of the lines' order, and waits until the device has them all. */
export async function openLines(page: Page, ...lines: [FloorLine, ...FloorLine[]]): Promise<void> {
  await openScan(page, lines[0].order)
  for (const line of lines) await expect(card(page, line)).toBeVisible()
}

export async function openLine(page: Page, line: FloorLine): Promise<void> {
  await openLines(page, line)
  await choose(page, line)
}

/** Reads the line from the database, as the device has sent it. */
export const storedLine = async (server: Server, line: Pick<FloorLine, 'id'>) =>
  (
    await server.query<Record<string, unknown>>(
      `select scanned, picked, unit_quantity, case_quantity, units_ordered, cases_ordered
         from order_items where id = $1`,
      [line.id],
    )
  )[0]

/** Returns how many pieces of the line are picked in the database. */
export const storedPieces = (server: Server, line: FloorLine): Promise<number> =>
  storedLine(server, line).then((row) => Number(row!['unit_quantity']) + Number(row!['case_quantity']))

interface Sent {
  mutation_id: string
  entity: string
  entity_id: string
  call: { method: string; path: string; body: Record<string, unknown> | null }
}
/** Returns the edits of a push, which is gzipped unless it is short. */
const sentIn = (request: Request): Sent[] => {
  const body = request.postDataBuffer()!
  const text = request.headers()['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  return (JSON.parse(text.toString()) as { mutations: Sent[] }).mutations
}

/** Answers every push with this refusal of each of its edits. */
export const refusePushes = (page: Page, message: string) =>
  page.route('**/api/sync/push', (route) => {
    const server_time = new Date().toISOString()
    const results = sentIn(route.request()).map(({ mutation_id }) => ({
      mutation_id,
      outcome: 'refused',
      status: 400,
      body: outcomeBody(refuse(400, 'invalid', message)),
      server_time,
    }))
    return route.fulfill({ json: { results, server_time } })
  })
