/**
 * PDFs of invoices and of delivery tickets, made in the product's worker, beside pdfmake alone in the page. Times are
 * those of a desktop.
 */
import { readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { printedInvoice } from '#contract/invoices/document.ts'
import type { Ticket } from '#src/documents/delivery-ticket.ts'
import type { PdfJob } from '#src/documents/pdf-job.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { addBundle } from './app.ts'
import { openDevice, profileIn, type Device } from './browser.ts'
import type { Made } from './floors/pdf.ts'
import { peakGrowth } from './memory-of.ts'
import { median } from './numbers.ts'
import type { Sizes } from './sizes.ts'
import type { Stack } from './stack.ts'
import { longestTask } from './tasks.ts'
import { atMost, note, round, type Figure } from './table.ts'

/** The aim of the office's screens (B §9's files are made while a person goes on working). */
const LONGEST_TASK_MS = 50

const LETTERHEAD = {
  lines: ['Harbor & Vine Provisions', '48 Pier Street, Jersey City, NJ 07302', '(201) 555-0148'],
  weigh_ticket: true,
  time_zone: 'America/New_York',
}

function invoiceOf(lines: number): PdfJob {
  const items = Array.from({ length: lines }, (_, n) => ({
    id: String(n),
    item_code: `IC${1000 + n}`,
    name: `Tomato Whole Peeled San Marzano DOP, Casa Bianchi no. ${n}`,
    unit_quantity: 2,
    unit_price: '9.25',
    total: '18.50',
    taxable: n % 4 === 0,
    ...(n % 5 === 0 && {
      weighable: true,
      catch_weight_lbs: '24.310',
      subitem_weights: { u: ['12.150', '12.160'], c: [] },
      subitem_lot_codes: { u: [`L-${n}`], c: [] },
    }),
    ...(n % 10 === 0 && {
      surcharges: [{ id: n + 1, name: 'Cutting', quantity: 2, unit_price: '0.75', total: '1.50' }],
    }),
  }))
  const invoice = readInvoice({
    order_id: 21_645,
    order_delivery_date: '2026-11-22',
    company_location_name: 'Pier 40',
    bill_to_address: '1 Bill Street, Hoboken, NJ 07030',
    ship_to_address: '2 Ship Street, Newark, NJ 07105',
    customer: { username: 'ann', email: 'ann@example.com' },
    items,
    grand_total: '1000.55',
  })
  return { kind: 'invoice', invoice: printedInvoice(invoice, LETTERHEAD) }
}

const ticketOf = (id: number, lines: number): Ticket => ({
  order: {
    id,
    delivery_date: '2026-11-22',
    note: id % 4 === 0 ? 'Deliver to the back door before 9.' : '',
    company_location: {
      id,
      name: `Pier ${id}`,
      physical_address: { complete_address: '2 Ship Street, Newark, NJ 07105' },
    },
  },
  items: Array.from({ length: lines }, (_, n) => ({
    bin_override: null,
    out_of_stock: n % 15 === 7,
    unit_quantity: 2,
    units_ordered: n % 9 === 0 ? 3 : 2,
    case_quantity: n % 3,
    cases_ordered: n % 3,
    product_data: {
      name: `Tomato Whole Peeled San Marzano DOP, Casa Bianchi no. ${n}`,
      bin: `B-${String(n % 40).padStart(2, '0')}-${n % 5}`,
      weight_type: n % 5 === 0 ? 'r/w' : '',
      item_code: { item_code: `IC${1000 + n}` },
    },
  })),
})

/** Puts `window.larderPdfs` into the page. */
export const addPdfs = (page: Page): Promise<void> => addBundle(page, 'bench/floors/pdf.ts')

interface Files {
  worker: string
  normal: string
  bold: string
}
export async function filesOf(product: string): Promise<Files> {
  const names = await readdir(`${product}/dist/assets`)
  const find = (pattern: RegExp) => {
    const name = names.find((one) => pattern.test(one))
    if (!name) throw new Error(`the build has no file ${pattern}`)
    return `/assets/${name}`
  }
  return {
    worker: find(/^pdf\.worker-.*\.js$/),
    normal: find(/^Roboto-Regular-.*\.ttf$/),
    bold: find(/^Roboto-Medium-.*\.ttf$/),
  }
}

const middle = (all: readonly Made[]) => median(all.map(({ ms }) => ms))

export async function pdf(stack: Stack): Promise<Figure[]> {
  const size = stack.sizes.pdf
  const server = await stack.server(await stack.database('pdf', { products: 100, orders: 1, oldOrders: 0 }))
  const files = await filesOf(stack.product)
  const profile = profileIn(stack.folder, 'pdf')
  const device = await openDevice(profile)
  const { page, close } = device
  try {
    await page.goto(server.address)
    await page.locator('button[type=submit]').waitFor()
    await addPdfs(page)
    const keep = (job: PdfJob) => page.evaluate((job) => window.larderPdfs.keep(job), job)
    const byWorker = () => page.evaluate((worker) => window.larderPdfs.byWorker(worker), files.worker)
    const alone = () => page.evaluate(({ normal, bold }) => window.larderPdfs.alone(normal, bold), files)
    const figures: Figure[] = []
    const [shortest = 0] = size.invoiceLines
    await keep(invoiceOf(shortest))
    const first = await byWorker()
    figures.push(
      note(`first PDF of a visit, of ${shortest} lines, with what makes it loaded`, `${round(first.ms)} ms`),
    )
    for (const lines of size.invoiceLines) {
      await keep(invoiceOf(lines))
      // The makers take turns, so that other load on the machine hits both. The first round warms both.
      const times = { worker: [] as Made[], alone: [] as Made[] }
      for (let n = 0; n <= size.rounds; n++) {
        times.worker.push(await byWorker())
        times.alone.push(await alone())
      }
      for (const list of Object.values(times)) list.shift()
      const [mine, floor] = [middle(times.worker), middle(times.alone)]
      figures.push({
        ...note(
          `PDF of an invoice of ${lines} lines, in the worker`,
          `${round(mine)} ms`,
          `pdfmake alone ${round(floor)} ms`,
        ),
        ratio: mine / floor,
      })
    }
    const tickets = Array.from({ length: size.tickets }, (_, n) => ticketOf(n + 1, size.ticketLines))
    await keep({ kind: 'tickets', tickets, header: LETTERHEAD.lines })
    return [...figures, ...(await manyTickets(device, profile, size, byWorker, alone))]
  } finally {
    await close()
    await server.stop()
  }
}

async function manyTickets(
  { cdp }: Device,
  profile: string,
  { tickets, ticketLines }: Sizes['pdf'],
  byWorker: () => Promise<Made>,
  alone: () => Promise<Made>,
): Promise<Figure[]> {
  let mine: Made | undefined
  let floor: Made | undefined
  let longestMs = 0
  let floorMs = 0
  const grown = await peakGrowth(profile, async () => {
    longestMs = await longestTask(cdp, async () => (mine = await byWorker()))
  })
  const floorGrown = await peakGrowth(profile, async () => {
    floorMs = await longestTask(cdp, async () => (floor = await alone()))
  })
  const mb = (megabytes: number | null) => (megabytes === null ? 'not known here' : `${round(megabytes)} MB`)
  return [
    {
      ...note(
        `${tickets} delivery tickets of ${ticketLines} lines in one PDF, in the worker`,
        `${round(mine!.ms / 1_000)} s`,
        `pdfmake alone ${round(floor!.ms / 1_000)} s`,
      ),
      ratio: mine!.ms / floor!.ms,
    },
    note('  peak memory of the page and its worker', mb(grown), `pdfmake alone ${mb(floorGrown)}`),
    atMost('  longest task of the page, its own CPU time', {
      value: longestMs,
      floor: null,
      most: LONGEST_TASK_MS,
      unit: 'ms',
      beside: `pdfmake alone ${round(floorMs)} ms`,
    }),
    note('  size of the file', `${round(mine!.bytes / 1024)} kB`),
  ]
}
