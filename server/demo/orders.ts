/** The orders with their lines, pieces and invoices, and what the pickers did today. */
import { addDays } from '#contract/day.ts'
import { creditsOf } from './credits.ts'
import { instantOf } from './days.ts'
import { invoiceOf, type DemoInvoice } from './invoices.ts'
import { binOf, lineMaker, summary, type Line, type Ordered, type Progress } from './items.ts'
import { productsOf } from './order-lists.ts'
import { paymentsOf } from './payments.ts'
import { STORY, type DemoProduct } from './products.ts'
import { random, uuids } from './random.ts'
import { SCHEDULE, type Scheduled } from './schedule.ts'
import { customerOf, userNamed } from './users.ts'

const FIRST_ORDER_ID = 20_401
/** The location where a lot-tracked line was picked without its lot, which keeps its order from being invoiced. */
const LOTLESS = 'Ironbound Steakhouse Newport'

interface Made {
  scheduled: Scheduled
  row: ReturnType<typeof orderRow> & { invoice_total: string | null }
  lines: Line[]
  invoice: DemoInvoice | null
}

/** Makes every order of the demo distributor as of a day, in rows by table. */
export function makeOrders(today: string) {
  const paid = paidStatuses()
  const draw = random('orders')
  const line = lineMaker()
  const made = SCHEDULE.map((scheduled, at): Made => {
    const order = orderedBy(scheduled, FIRST_ORDER_ID + at, today)
    const lines = linesOf(scheduled, order, line, draw)
    const row = orderRow(scheduled, order, lines, paid.get(at) ?? 'p')
    const invoice = row.invoiced ? invoiceOf({ scheduled, row, lines }, today) : null
    return { scheduled, lines, invoice, row: { ...row, invoice_total: invoice?.grand_total ?? null } }
  })
  const lines = made.flatMap((one) => one.lines)
  // Before anything uses what an invoice comes to.
  const { credits, history } = creditsOf(made)
  return {
    orders: made.map(({ row }) => row),
    items: lines.map(({ item }) => item),
    subitems: lines.flatMap(({ subitems }) => subitems),
    invoices: made.flatMap(({ invoice }) => invoice ?? []),
    credits,
    history,
    payments: paymentsOf(
      made.flatMap(({ scheduled, row, invoice }) =>
        invoice ? [{ row, invoice, pays: scheduled.location.company.pays }] : [],
      ),
    ),
    picks: picksOf(made, today),
  }
}

function orderedBy({ location, day }: Scheduled, id: number, today: string): Ordered {
  const { lot_tracked: lotTracked, taxable } = location.row
  return { id, day, today, lotTracked, taxable }
}

/** Chooses what a kitchen orders of its lists; where lots are tracked, mostly what the lots' stories are about. */
function choose({ location, lines }: Scheduled, draw: ReturnType<typeof random>): DemoProduct[] {
  const wanted = location.row.lot_tracked ? 30 : 1
  return draw.sample(productsOf(location.row.id), lines, ({ row }) =>
    Object.values(STORY).includes(row.name) ? wanted : 1,
  )
}

/** Makes the lines in the order of the walk: the picked lines are at its beginning. */
function linesOf(
  scheduled: Scheduled,
  order: Ordered,
  line: ReturnType<typeof lineMaker>,
  draw: ReturnType<typeof random>,
): Line[] {
  const { work } = scheduled
  const products = choose(scheduled, draw).sort((a, b) => (a.row.bin < b.row.bin ? -1 : 1))
  const reached =
    work === 'open' ? 0 : work === 'picking' ? (products.length * draw.int(40, 75)) / 100 : Infinity
  const progressAt = (at: number): Progress =>
    at < reached ? (at + 1 < reached ? 'picked' : 'begun') : 'open'
  const lines = products.map((product, at) => line(order, product, progressAt(at)))
  if (work === 'picking' && scheduled.location.row.name === LOTLESS) forgetALot(lines)
  return lines
}

function forgetALot(lines: readonly Line[]): void {
  const forgotten = lines.find(({ item, subitems }) => item.picked && subitems.length === 1)
  for (const piece of forgotten?.subitems ?? []) Object.assign(piece, { lot_code: null, raw_scan: null })
}

/**
 * Returns paid statuses by the order's place in the schedule. Some orders delivered two days to two weeks ago are not
 * paid yet.
 */
function paidStatuses(): Map<number, '' | 'r' | 'i' | 'e'> {
  const draw = random('paid')
  const recent = [...SCHEDULE.keys()].filter((at) => {
    const { day = 0 } = SCHEDULE[at] ?? {}
    return day <= -2 && day >= -14
  })
  const online = recent.filter((at) => SCHEDULE[at]?.location.company.pays)
  const pending = draw.pick(online)
  const [external = -1, ...open] = draw.sample(
    recent.filter((at) => at !== pending),
    17,
  )
  return new Map([
    [pending, 'i'],
    [external, 'e'],
    ...open.map((at, place): [number, '' | 'r'] => [at, place < 10 ? 'r' : '']),
  ])
}

function orderRow(scheduled: Scheduled, order: Ordered, lines: readonly Line[], paid: string) {
  const { location, day } = scheduled
  const invoiced = day < 0
  const sums = summary(lines)
  const begun = lines.some(({ item }) => item.picked || item.unit_quantity + item.case_quantity > 0)
  return {
    id: order.id,
    customer_id: customerOf(location.row),
    company_id: location.row.company_id,
    company_location_id: location.row.id,
    status: invoiced ? 'invoiced' : sums.picking_complete ? 'picked' : begun ? 'picking' : 'placed',
    created_date: instantOf(addDays(order.today, scheduled.placed), scheduled.minute, order.id % 60),
    placed_date: addDays(order.today, scheduled.placed),
    placed_at: instantOf(addDays(order.today, scheduled.placed), scheduled.minute, order.id % 60),
    delivery_date: addDays(order.today, day),
    note: scheduled.note,
    picker_id: scheduled.picker && userNamed(scheduled.picker).id,
    ...sums,
    paid_status: invoiced ? (day === -1 ? 'p' : paid) : '',
    invoiced,
  }
}

/**
 * Returns today's picks as the record of edits has them, a line every 40 s from half past midnight: who picked what.
 */
function picksOf(made: readonly Made[], today: string) {
  const id = uuids('pick ids')
  const picks = new Map<string, number>()
  return made.flatMap(({ scheduled: { picker, work }, row, lines }) =>
    lines
      .filter(({ item }) => picker && (work === 'picked' || item.unit_quantity + item.case_quantity > 0))
      .sort((a, b) => (binOf(a) < binOf(b) ? -1 : 1))
      .map(({ item }) => {
        const seconds = (picks.get(picker ?? '') ?? 0) + 40
        picks.set(picker ?? '', seconds)
        const at = instantOf(today, 30 + Math.floor(seconds / 60), seconds % 60)
        const { unit_quantity, case_quantity, picked, scanned, out_of_stock } = item
        return {
          id: id(),
          fingerprint: `demo ${item.id}`,
          user_id: userNamed(picker ?? '').id,
          device_id: `demo-${picker}`,
          entity: 'orderitems',
          entity_id: item.id,
          order_id: row.id,
          method: 'PATCH',
          body: out_of_stock ? { out_of_stock } : { unit_quantity, case_quantity, picked, scanned },
          outcome: 'applied',
          status: 200,
          made_at: at,
          at,
        }
      }),
  )
}
