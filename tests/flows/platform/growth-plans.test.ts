/** No list, search or page of the office reads all orders, lines, invoices, mails or edits there ever were (decision 0264). */
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { seedHistory } from '../../../bench/history-seed.ts'
import { makeLocation, makeProduct, makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

/** The tables that grow with the business. */
const GROWING = new Set([
  'orders',
  'order_search',
  'order_items',
  'order_subitems',
  'invoices',
  'mails',
  'mutations',
  'payments',
  'ledger',
])
const ORDERS = 20_000

const flow = openFlow()

beforeAll(async () => {
  for (const upc of ['0614141000012', '0614141000029'])
    await makeProduct(flow.pool, { upc, name: `Penne ${upc}` })
  for (let n = 0; n < 60; n++) {
    const { company_id } = await makeLocation(flow.pool)
    await makeUser(flow.pool, 'buyer', { company_id })
  }
  await seedHistory(flow.pool, { orders: ORDERS, days: 1_000, items: 1 })
  await flow.pool.query('vacuum analyze')
}, 120_000)

interface Plan {
  'Node Type': string
  'Total Cost': number
  'Relation Name'?: string
  Plans?: Plan[]
}

/** The growing tables that a plan reads from the first row to the last. */
function wholeReads({ Plans = [], ...node }: Plan): string[] {
  const table = node['Relation Name'] ?? ''
  const here = node['Node Type'] === 'Seq Scan' && GROWING.has(table) ? [table] : []
  return [...here, ...Plans.flatMap(wholeReads)]
}

interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

/** What a call asks the database. */
async function statementsOf(path: string): Promise<Statement[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const { status, body } = await flow.server.call(flow.house.as.office, 'GET', path)
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
    return asked.mock.calls
      .map((args) => args as unknown as [Statement | string, unknown[]?])
      .map(([query, values]) => (typeof query === 'string' ? { text: query, values: values ?? [] } : query))
      .filter(({ text }) => /^\s*(?:select|with)\b/i.test(text))
  } finally {
    asked.mockRestore()
  }
}

/** PostgreSQL adds about this to the cost of planning a statement for its values (`cached_plan_cost`). */
const PLANNING_COST = 25

/**
 * Planned for the values. PostgreSQL plans a prepared statement for any values as well, and takes that plan where it costs no more than
 * those for values.
 */
async function plansOf({ name, text, values = [] }: Statement): Promise<Plan[]> {
  const explain = async (options: string, given: unknown[]) => {
    const { rows } = await flow.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (${options}format json) ${text}`,
      given,
    )
    return rows[0]!['QUERY PLAN'][0]!.Plan
  }
  const planned = await explain('', values)
  if (!name) return [planned]
  const forAny = await explain('generic_plan, ', [])
  return forAny['Total Cost'] <= planned['Total Cost'] + PLANNING_COST ? [planned, forAny] : [planned]
}

it.each([
  'mails?delivery_date=DAY&no_page=1',
  'mails?limit=100',
  'mails?order=ORDER',
  'mails?state=refused',
  'mails?kind=password',
  'mails?search=ORDER&limit=100',
  'orders/?limit=100',
  'orders/?start_date=DAY&end_date=DAY&limit=100',
  'orders/?limit=100&search=ORDER',
  'orders/?limit=100&search=nobody%20has%20this',
  'orders/?limit=100&search=kitchen%20ORDER',
  'orders/?limit=100&ordering=customer',
  'search?q=ORDER',
  'heldpayments',
  'openbalances',
  'ledger?limit=100',
  'invoices/?limit=100',
  'invoices/?start_date=DAY&end_date=DAY&no_page=1',
])('%s', async (call) => {
  const { rows } = await flow.pool.query<{ day: string; order: number }>(
    `select delivery_date::text as day, max(id) as "order" from orders where invoiced group by 1 order by 1 desc limit 1`,
  )
  const statements = await statementsOf(
    call.replaceAll('DAY', rows[0]!.day).replace('ORDER', `${rows[0]!.order}`),
  )
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const plan of await plansOf(statement))
      expect(wholeReads(plan), `read as a whole by ${statement.text}`).toEqual([])
})
