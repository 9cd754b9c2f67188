/** Bulk work of the office: a hundred delivery tickets in one PDF, three hundred invoices generated and exported. */
import type { Page } from '@playwright/test'
import pg from 'pg'
import { summariseOrders } from '#server/edits/store.ts'
import type { PdfJob } from '#src/documents/pdf-job.ts'
import { isWhole } from './app.ts'
import { openDevice, profileIn, until, type Device } from './browser.ts'
import { peakGrowth } from './memory-of.ts'
import { addPdfs, filesOf } from './pdf.ts'
import type { Server } from './programs.ts'
import { SIGN_IN } from './seed.ts'
import type { Sizes } from './sizes.ts'
import { signIn, type Stack } from './stack.ts'
import { longestTask } from './tasks.ts'
import { atMost, note, round, type Figure } from './table.ts'

const CALLS_AT_ONCE = 4
/** The aim of the office's screens: a person goes on working meanwhile. */
const LONGEST_TASK_MS = 50
const MADE = { timeout: 150_000 }

interface Day {
  day: string
  orders: number[]
}

/** Makes orders whose lines are all picked and weighed, or out of stock: their invoices need no confirmation. */
async function makeDays(
  database: string,
  { tickets, invoices }: Sizes['bulk'],
): Promise<{ tickets: Day; invoices: Day }> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    await client.query(
      `update order_items i
          set out_of_stock = i.price_snapshot ->> 'weight_type' = 'r/w' and s.pieces = 0,
              picked = i.price_snapshot ->> 'weight_type' <> 'r/w' or s.pieces > 0,
              unit_quantity = case when s.pieces > 0 then s.pieces
                                   when i.price_snapshot ->> 'weight_type' = 'r/w' then 0 else i.units_ordered end
         from (select id, (select count(*) from order_subitems p where p.order_item_id = l.id)::int as pieces
                 from order_items l) s
        where s.id = i.id`,
    )
    const { rows } = await client.query<{ id: number }>('select id from orders order by id')
    const ids = rows.map(({ id }) => id)
    await summariseOrders(client, ids)
    const move = async (orders: number[], days: number): Promise<Day> => {
      const { rows } = await client.query<{ day: string }>(
        `update orders set delivery_date = (now() at time zone 'America/New_York')::date + $2::int
          where id = any($1) returning delivery_date::text as day`,
        [orders, days],
      )
      return { day: rows[0]!.day, orders }
    }
    return {
      tickets: await move(ids.slice(0, tickets), 1),
      invoices: await move(ids.slice(tickets, tickets + invoices), 0),
    }
  } finally {
    await client.end()
  }
}

interface Run {
  seconds: number
  megabytes: number | null
  longestMs: number
}

/** Measures what a run costs the page, from its confirmation until `done` ends. */
async function measure(
  { page, cdp }: Device,
  profile: string,
  screen: { path: string; button: string; day?: string; settleMs: number },
  done: () => Promise<unknown>,
): Promise<Run> {
  await page.goto(new URL(screen.path, page.url()).href)
  const label = page.getByRole('textbox', { name: 'Delivery date' })
  if (screen.day) {
    const [year, month, day] = screen.day.split('-')
    await label.fill(`${month}/${day}/${year}`)
    await label.press('Tab')
  }
  await page.locator('tr[data-row]').first().waitFor()
  const all = page.getByRole('button', { name: 'Choose all' })
  if ((await all.getAttribute('aria-disabled')) === null) await all.click()
  await page.getByRole('button', { name: screen.button, exact: true }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' })
  await confirm.waitFor()
  // By then the work that a screen does at its start has ended. It is not part of the measurement.
  await page.waitForTimeout(screen.settleMs)
  let seconds = 0
  let longestMs = 0
  const megabytes = await peakGrowth(profile, async () => {
    longestMs = await longestTask(cdp, async () => {
      const from = performance.now()
      const ended = done()
      await confirm.click()
      await ended
      seconds = (performance.now() - from) / 1_000
    })
  })
  return { seconds, megabytes, longestMs }
}

const mb = (megabytes: number | null) => (megabytes === null ? 'not known here' : `${round(megabytes)} MB`)

/** Sends the same calls from a program, as many at once, and returns the seconds. */
async function byCalls(
  orders: readonly number[],
  atOnce: number,
  call: (order: number) => Promise<Response>,
) {
  const waiting = [...orders]
  const from = performance.now()
  const work = async () => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      const answer = await call(order)
      if (!answer.ok) throw new Error(`order ${order}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return (performance.now() - from) / 1_000
}

/** Returns the worker's job for these orders. */
async function jobOf(server: Server, { orders, day }: Day): Promise<PdfJob> {
  const headers = await signIn(server)
  const get = async <T>(path: string) =>
    (await (await fetch(`${server.address}/api/${path}`, { headers })).json()) as T
  type Tickets = Extract<PdfJob, { kind: 'tickets' }>['tickets']
  const rows = await get<Tickets[number]['order'][]>(
    `orders?no_page=1&start_date=${day}&end_date=${day}&include_company_location_addresses=True`,
  )
  const tickets = []
  for (const order of rows.filter(({ id }) => orders.includes(id)))
    tickets.push({
      order,
      items: await get<Tickets[number]['items']>(
        `orderitems/?order=${order.id}&product_detail=True&no_page=1`,
      ),
    })
  const { lines } = await get<{ lines: string[] }>('distributor/letterhead')
  return { kind: 'tickets', tickets, header: lines }
}

export async function bulk(stack: Stack): Promise<Figure[]> {
  const size = stack.sizes.bulk
  const business = { products: size.products, orders: size.tickets + size.invoices, oldOrders: 0 }
  const database = await stack.database('bulk', business)
  const days = await makeDays(database, size)
  const server = await stack.server(database)
  const profile = profileIn(stack.folder, 'bulk')
  const device = await openDevice(profile)
  const { page, close } = device
  try {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.address)
    await page.getByLabel('Username').fill(SIGN_IN.username)
    await page.getByLabel('Password', { exact: true }).fill(SIGN_IN.password)
    await page.getByRole('button', { name: 'SIGN IN' }).click()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    // The pull of a new device is measured elsewhere.
    await until(page, isWhole)
    return [
      ...(await printed(device, profile, stack, server, days.tickets)),
      ...(await invoiced(device, profile, server, days.invoices, size)),
    ]
  } finally {
    await close()
    await server.stop()
  }
}

async function printed(
  device: Device,
  profile: string,
  stack: Stack,
  server: Server,
  day: Day,
): Promise<Figure[]> {
  const run = await measure(
    device,
    profile,
    { path: '/printPicklists', button: 'Print Picklists', day: day.day, settleMs: stack.sizes.bulk.settleMs },
    () => device.page.waitForEvent('download', MADE),
  )
  await addPdfs(device.page)
  const files = await filesOf(stack.product)
  const job = await jobOf(server, day)
  await device.page.evaluate((job) => window.larderPdfs.keep(job), job)
  let ms = 0
  let aloneMs = 0
  const grown = await peakGrowth(profile, async () => {
    aloneMs = await longestTask(device.cdp, async () => {
      const made = await device.page.evaluate(
        ({ normal, bold }) => window.larderPdfs.alone(normal, bold),
        files,
      )
      ms = made.ms
    })
  })
  return [
    {
      ...note(
        `print ${day.orders.length} orders, from Confirm to the file`,
        `${round(run.seconds)} s`,
        `pdfmake alone, the same pages ${round(ms / 1_000)} s`,
      ),
      ratio: run.seconds / (ms / 1_000),
    },
    note('  peak memory of the page', mb(run.megabytes), `pdfmake alone ${mb(grown)}`),
    longest(run, `pdfmake alone ${round(aloneMs)} ms`),
  ]
}

const longest = ({ longestMs }: Run, beside = ''): Figure =>
  atMost('  longest task of the page, its own CPU time', {
    value: longestMs,
    floor: null,
    most: LONGEST_TASK_MS,
    unit: 'ms',
    beside,
  })

/** Waits for so many answers to calls of this path. Searching for a text again and again would be work of the page. */
const answered = (page: Page, path: RegExp, count: number) => {
  let left = count
  return page.waitForEvent('response', {
    predicate: (answer) => path.test(answer.url()) && --left === 0,
    ...MADE,
  })
}

async function invoiced(
  device: Device,
  profile: string,
  server: Server,
  { orders }: Day,
  { settleMs }: Sizes['bulk'],
): Promise<Figure[]> {
  const headers = await signIn(server)
  const call = (method: string, path: string) => fetch(`${server.address}/api/${path}`, { method, headers })
  const generate = (order: number) => call('POST', `orders/${order}/generateinvoice`)
  const floor = await byCalls(orders, CALLS_AT_ONCE, generate)
  await byCalls(orders, CALLS_AT_ONCE, (order) => call('POST', `orders/${order}/unlock`))
  const made = await measure(
    device,
    profile,
    { path: '/generateInvoices', button: 'Generate Invoices', settleMs },
    () => answered(device.page, /generateinvoice$/, orders.length),
  )
  const fetched = await byCalls(orders, 1, (order) => call('GET', `orders/${order}/invoice/downloadexport`))
  const zipped = await measure(
    device,
    profile,
    { path: '/exportInvoices', button: 'Export Invoices', settleMs },
    () => device.page.waitForEvent('download', MADE),
  )
  const lines = (name: string, run: Run, floor: number) => [
    {
      ...note(name, `${round(run.seconds)} s`, `the calls alone ${round(floor)} s`),
      ratio: run.seconds / floor,
    },
    note('  peak memory of the page', mb(run.megabytes)),
    longest(run),
  ]
  return [
    ...lines(`generate ${orders.length} invoices, ${CALLS_AT_ONCE} at once`, made, floor),
    ...lines(`export ${orders.length} invoices into one zip, one after another`, zipped, fetched),
  ]
}
