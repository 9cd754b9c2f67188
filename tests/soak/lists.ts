/**
 * Ten people request all orders at the same time, again and again until each has them, while a person picks. The picker
 * must not notice, and the server must not hold the lists in memory.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '../process/product.ts'
import { at, scan, signIn, type Worker } from './load.ts'

const READERS = 10
const SCAN_EVERY_MS = 50

export interface ListsOptions {
  orders: number
  tell(words: string): void
}
export interface ListsReport {
  orders: number
  /** Lists that were answered 503 with Retry-After before they came. */
  postponed: number
  /** The seconds until all people had their list. */
  took: number
  edits: number
  /** The ms from a push to its answer. */
  p50: number
  p99: number
  slowest: number
  /** The most MB that the server's process has held; 0 where the system does not report it. */
  peakMb: number
  /** How many of these MB came while the lists were read. */
  grownMb: number
  wrong: string[]
}

/** Copies of one order of the demo, delivered long ago: no device stores them. */
const ORDERS_SQL = `
  insert into orders (company_id, company_location_id, customer_id, delivery_date, note, status, total)
  select company_id, company_location_id, customer_id, date '2020-01-01' + n % 1000, 'Order ' || n, status, total
    from (select * from orders order by id limit 1) one, generate_series(1, $1) n`

/** Counts the rows of a list as they arrive, without holding the list in memory. */
async function countRows(answer: Response): Promise<number> {
  const mark = '"delivery_date":'
  let rows = 0
  let rest = ''
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split(mark)
    rows += parts.length - 1
    rest = parts.at(-1)!.slice(1 - mark.length)
  }
  return rows
}

export async function readLongLists(server: Server, { orders, tell }: ListsOptions): Promise<ListsReport> {
  const [item] = await server.query<{ id: string }>(
    `select id from order_items
      where order_id in (select id from orders where not invoiced order by id desc limit 1) and not out_of_stock and units_ordered > 0
      order by id limit 1`,
  )
  await server.query(ORDERS_SQL, [orders])
  await server.query('analyze orders')
  const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
    'select count(*)::int as count from orders',
  )
  tell(`${count} orders are there`)
  const readers: Worker[] = []
  for (let n = 0; n < READERS; n++) readers.push(await signIn(server, n))
  const picker = await signIn(server, READERS)

  const beforeMb = server.peakMb()

  const wrong: string[] = []
  let postponed = 0
  async function read({ headers }: Worker): Promise<void> {
    for (;;) {
      const answer = await fetch(`${server.url}/api/orders?no_page=1`, { headers })
      if (answer.status === 503) {
        await answer.text()
        postponed++
        await delay(Number(answer.headers.get('retry-after')) * 1_000)
        continue
      }
      const rows = answer.ok ? await countRows(answer) : 0
      if (rows !== count) wrong.push(`a list was answered ${answer.status} with ${rows} rows`)
      return
    }
  }

  const took: number[] = []
  const over = new AbortController()
  async function pick(): Promise<void> {
    while (!over.signal.aborted) {
      const { ms, problem } = await scan(server, picker, item!.id)
      took.push(ms)
      if (problem) wrong.push(problem)
      await delay(Math.max(0, SCAN_EVERY_MS - ms))
    }
  }
  const began = performance.now()
  const picking = pick()
  await Promise.all(readers.map(read))
  const seconds = Math.round((performance.now() - began) / 1_000)
  over.abort()
  await picking

  const sorted = took.toSorted((a, b) => a - b)
  return {
    orders: count,
    postponed,
    took: seconds,
    edits: took.length,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    slowest: Math.round(sorted.at(-1) ?? 0),
    peakMb: server.peakMb(),
    grownMb: server.peakMb() - beforeMb,
    wrong,
  }
}
