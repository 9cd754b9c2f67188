/** Compares the office's calls after three years of business with the same calls after a month of it. */
import pg from 'pg'
import type { History } from './history-seed.ts'
import { addDays } from '#contract/day.ts'
import { peakOf } from './memory-of.ts'
import { median } from './numbers.ts'
import { signIn, type Stack } from './stack.ts'
import { atMost, note, round, type Figure } from './table.ts'

/** The highest ratio of a call after three years to the same call after a month (issue "Flat over three years"). */
const MOST_RATIO = 3

/**
 * Returns each call by its name. `day` is a day whose orders are invoiced, `order` an order of that day, `orders` the
 * count of all orders.
 */
const callsOf = (day: string, order: number, orders: number): Record<string, string> => ({
  'mails of a day': `mails?delivery_date=${day}&no_page=1`,
  'mails, first page': 'mails?limit=100',
  'mails of an order': `mails?order=${order}`,
  'mails that are refused': 'mails?state=refused',
  'mails, a number': `mails?limit=100&search=${order}`,
  'mails by address': 'mails?limit=100&ordering=to',
  'orders, first page': 'orders/?limit=100',
  'orders of a day': `orders/?start_date=${day}&end_date=${day}&no_page=1`,
  'orders, a number': `orders/?limit=100&search=${order}`,
  'orders, a customer': 'orders/?limit=100&search=Grill%20117',
  'orders, a miss': 'orders/?limit=100&search=nobody%20has%20this',
  'orders by customer': 'orders/?limit=100&ordering=customer',
  'orders by total': 'orders/?limit=100&ordering=-total',
  'orders, last page': `orders/?limit=100&offset=${Math.max(0, orders - 100)}`,
  palette: 'search?q=grill%20117',
  'open balances': 'openbalances',
  'held payments': 'heldpayments',
  'products, a word': 'products/?limit=100&search=pecorino',
  ledger: 'ledger?limit=100',
  'invoices, first page': 'invoices/?limit=100',
  'invoices of a day': `invoices/?start_date=${day}&end_date=${day}&no_page=1`,
  users: 'users?limit=100',
})

/** Whole lists. The server must not hold all of one in its memory at once. */
const wholeLists = (day: string): string[] => [
  'orders/?no_page=1',
  `invoices/?start_date=${addDays(day, -30)}&end_date=${day}&no_page=1`,
  `mails?delivery_date=${day}&no_page=1`,
]
/** The most MB that the server may take over all calls. */
const MOST_MB = 400

interface Measured {
  /** The median ms from the request to the whole answer, by the call's name. */
  took: Map<string, number>
  /** The server's peak in MB, whole lists included; null where the machine does not report it. */
  peak: number | null
}

async function measure(stack: Stack, name: string, history: History): Promise<Measured> {
  const { business, rounds } = stack.sizes.growth
  const database = await stack.database(name, { ...business, history })
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ day: string; order: number }>(
    `select delivery_date::text as day, max(id) as "order" from orders where invoiced group by 1 order by 1 desc limit 1`,
  )
  await client.end()
  const { day, order } = rows[0]!
  const server = await stack.server(database)
  const headers = await signIn(server)
  const took = new Map<string, number>()
  for (const [call, path] of Object.entries(callsOf(day, order, history.orders))) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const answer = await fetch(`${server.address}/api/${path}`, { headers })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${body}`)
      times.push(performance.now() - start)
    }
    took.set(call, median(times))
  }
  for (const path of wholeLists(day)) {
    const answer = await fetch(`${server.address}/api/${path}`, { headers })
    for await (const _ of answer.body!);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  }
  const peak = await peakOf(server.pid)
  await server.stop()
  return { took, peak }
}

function memoryLine(before: number | null, after: number | null, orders: number): Figure {
  const name = 'memory of the server through all of it, and three whole lists'
  if (before === null || after === null) return note(name, 'not known', 'only Linux says')
  return atMost(name, {
    value: after,
    floor: before,
    most: MOST_MB,
    unit: 'MB',
    beside: `${orders.toLocaleString('en-US')} orders ${round(before)} MB`,
  })
}

export async function growth(stack: Stack): Promise<Figure[]> {
  const { month, years } = stack.sizes.growth
  const before = await measure(stack, 'month', month)
  const after = await measure(stack, 'years', years)
  const calls = [...before.took].map(([call, ms]): Figure => {
    const value = after.took.get(call)!
    return {
      name: `${call}, ${years.orders.toLocaleString('en-US')} orders`,
      figure: `${round(value)} ms`,
      beside: `${month.orders.toLocaleString('en-US')} orders ${round(ms)} ms`,
      ratio: value / ms,
      goal: `≤ ${MOST_RATIO}`,
      met: value / ms <= MOST_RATIO,
    }
  })
  return [...calls, memoryLine(before.peak, after.peak, month.orders)]
}

/** How many lines of the table the part fills. */
export const GROWTH_LINES = Object.keys(callsOf('', 0, 0)).length + 1
