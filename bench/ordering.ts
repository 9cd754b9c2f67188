/**
 * Ordering. Measures the time from typing to the filtered list on a slow phone, beside the bare filter and a frame.
 * Also measures how many orders of 40 lines the server places a second, beside a bare transaction that inserts the same
 * rows.
 */
import path from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { openDevice, profileIn } from './browser.ts'
import type { LoadAnswer, LoadJob } from './load.ts'
import { median, percentile } from './numbers.ts'
import { startServer, startWorker } from './programs.ts'
import { SIGN_IN } from './seed.ts'
import type { Sizes } from './sizes.ts'
import { signIn, type Stack } from './stack.ts'
import { atLeast, note, round, type Figure } from './table.ts'

const LINES = 40
const CONNECTIONS = 16
const CHEF = 'buyer1'

/** Gives the first location's people a list of so many products in twenty categories. */
async function makeList(database: string, listed: number): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(`
    update users set password_hash = (select password_hash from users where username = '${SIGN_IN.username}')
     where username = '${CHEF}';
    insert into order_lists (public_name, company_location_id, category_names)
      select 'Usual', 1, array_agg('Category ' || n) from generate_series(0, 19) n;
    insert into order_list_rows (order_list_id, product, category_name, position)
      select (select max(id) from order_lists), upc, 'Category ' || at / ${listed / 20}, at
        from (select upc, row_number() over (order by upc) - 1 as at from products order by upc limit ${listed}) p;
    analyze`)
  await client.end()
}

interface Typed {
  /** The ms from the key to the painted list, without the wait for more keys. */
  shown: number[]
  /** The ms of a frame. */
  frames: number[]
  /** The ms of the filter alone. */
  filter: number[]
  /** How many products the filter found. Reading it keeps the engine from skipping the filter. */
  matched: number
}

/** Types one search after the other into Create Order. A search is over when all drawn rows match it. */
const type = (page: Page, { searches, listed }: Sizes['ordering']): Promise<Typed> =>
  page.evaluate(
    async ([searches, waited, count]) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const field = document.querySelector<HTMLInputElement>('input[aria-label=Search]')!
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
      // The list draws only the rows in sight and some around them.
      const drawn = () =>
        Array.from(
          document.querySelectorAll('main li'),
          (row) => row.querySelector('button')?.textContent ?? '',
        )
      const put = (text: string) => {
        write.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      const until = async (holds: () => boolean) => {
        const from = performance.now()
        while (!holds()) {
          if (performance.now() - from > 60_000)
            throw new Error(`the list did not change: ${field.value}, ${drawn().join(', ')}`)
          await frame()
        }
        await frame()
      }
      const texts = Array.from(
        { length: count },
        (_, n) => `${drawn()[0]} no. ${n} 5 lb 0061410000${n} IC${n}`,
      )
      const times: Typed = { shown: [], frames: [], filter: [], matched: 0 }
      for (const search of searches) {
        const from = performance.now()
        put(search)
        await until(() => drawn().length > 0 && drawn().every((name) => name.toLowerCase().includes(search)))
        times.shown.push(performance.now() - from - waited)
        const before = await frame()
        times.frames.push((await frame()) - before)
        const bare = performance.now()
        times.matched += texts.filter((text) => text.toLowerCase().includes(search)).length
        times.filter.push(performance.now() - bare)
        put('')
        // How many rows of the whole list are drawn depends on what has loaded by then.
        await until(() => drawn().some((name) => !name.toLowerCase().includes(search)))
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      return times
    },
    [searches, SEARCH_DEBOUNCE_MS, listed] as const,
  )

const databaseOf = (stack: Stack) => stack.database('ordering', stack.sizes.ordering.business)

export async function typing(stack: Stack): Promise<Figure[]> {
  const size = stack.sizes.ordering
  const database = await databaseOf(stack)
  await makeList(database, size.listed)
  const server = await stack.server(database)
  const opened = await openDevice(profileIn(stack.folder, 'ordering'), { cpu: 1 })
  try {
    const { page, cdp } = opened
    await page.goto(`${server.address.replace('127.0.0.1', 'localhost')}/orders/add`)
    await page.getByLabel('Username').fill(CHEF)
    await page.getByLabel('Password', { exact: true }).fill(SIGN_IN.password)
    await page.getByRole('button', { name: 'SIGN IN' }).click()
    await page.getByRole('listitem').first().waitFor()
    // By then the work that a screen does at its start has ended. It is not part of the measurement.
    await page.waitForTimeout(size.settleMs)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: size.cpu })
    const { shown, frames, filter } = await type(page, size)
    const floor = median(frames) + median(filter)
    return [
      {
        ...note(
          `typing to a filtered list of ${size.listed.toLocaleString('en-US')}, CPU ${size.cpu}×, p50`,
          `${round(median(shown))} ms`,
          `a frame and the bare filter ${round(floor)} ms`,
        ),
        ratio: median(shown) / floor,
      },
      note('  p95, after the 300 ms that are waited for more keys', `${round(percentile(shown, 0.95))} ms`),
    ]
  } finally {
    await opened.close()
    await server.stop()
  }
}

export async function placing(stack: Stack): Promise<Figure[]> {
  const { rounds, warmMs, measureMs } = stack.sizes.ordering.placing
  const database = await databaseOf(stack)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows: products } = await client.query<{ upc: string }>(
    'select upc from products order by upc limit $1',
    [LINES],
  )
  const { rows: users } = await client.query<{ id: number; day: string }>(
    `select id, (current_date + 2)::text as day from users where username = '${CHEF}'`,
  )
  await client.end()
  const { id: customer, day } = users[0]!
  const body = JSON.stringify({
    customer,
    submitted_date: day,
    created_date: day,
    total: '1.00',
    order_items: products.map(({ upc }, n) => ({
      product: upc,
      original_product: upc,
      unit_quantity: 1 + n,
      case_quantity: n % 2,
    })),
    delivery_date: day,
    note: 'Order #',
  })
  const real = await stack.server(database)
  const bare = await startServer(
    'bench/floors/bare-order.ts',
    { DATABASE_URL: database },
    { log: path.join(stack.folder, 'bare-order.log') },
  )
  const loader = startWorker<LoadJob, LoadAnswer>('bench/load.ts')
  try {
    const headers = await signIn(real)
    const job = { headers, method: 'POST' as const, paths: ['/api/orders/'], body, connections: CONNECTIONS }
    const rates: { placed: number; inserted: number }[] = []
    // The first round warms everything up.
    for (let n = 0; n <= rounds; n++) {
      const ask = ({ address }: { address: string }) =>
        loader.ask({ ...job, address, warm: warmMs, measure: measureMs })
      const [placed, inserted] = [await ask(real), await ask(bare)]
      rates.push({ placed: placed.perSecond, inserted: inserted.perSecond })
    }
    const warm = rates.slice(1)
    return [
      atLeast(
        `POST orders of ${LINES} items, ${CONNECTIONS} connections`,
        `${round(median(warm.map(({ placed }) => placed)))}/s`,
        `a bare transaction ${round(median(warm.map(({ inserted }) => inserted)))}/s`,
        median(warm.map(({ placed, inserted }) => placed / inserted)),
        0.5,
      ),
    ]
  } finally {
    await loader.stop()
    await Promise.all([real.stop(), bare.stop()])
  }
}
