/**
 * A picker scans, and the browser dies by SIGKILL at a random moment, again and again, on a link that loses, repeats
 * and cuts. Then the link heals. The test looks for everything that the screen has shown as counted: on the device
 * after every death, and in the database at the end. Nothing may be lost or be there twice.
 */
import { TODAY } from '../factories/zone.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { readDevice, readLedger, signIn, wedge, type Server } from '../e2e/larder.ts'
import { openScan } from '../e2e/picking.ts'
import { chanceOf } from '../sim/chance.ts'
import { killableBrowser } from './browser.ts'
import { startProxy, type Fault } from './proxy.ts'

export interface KillOptions {
  kills: number
  /** The browser dies again until so many scans were answered: on a slow machine few are between two deaths. */
  leastBeeps?: number
  seed: number
  /** Receives progress in words, for the person who watches. */
  tell?: (words: string) => void
}

export interface KillReport {
  kills: number
  /** Deaths before the screen was there. */
  whileOpening: number
  scans: number
  /** Scans that the device answered with the beep of a counted piece. */
  beeps: number
  /** Scans that the device loudly rejected, such as one that began before the list was there. */
  unread: number
  /** Edits that the device holds or has acknowledged, each once. */
  edits: number
  faults: Record<Fault, number>
  /** The violations: empty when the promise held. */
  wrong: string[]
}

/** A line that is scanned: enough is ordered that every scan counts. */
export interface Line {
  item: string
  product: string
  name: string
  weighed: boolean
  /** The usual weight of a piece, in hundredths of a lb: the device questions any other. */
  hundredths: number
}

interface Held {
  item: string
  /** The pieces that this edit counts. */
  adds: number
  /** The raw scan of the piece that it makes, or null. */
  piece: string | null
}

const ENOUGH = 90_000
const OPENS_WITHIN_MS = 30_000
const DRAINS_WITHIN_MS = 120_000
/** The longest time that the picker scans before the device dies. */
const MOST_SCANNING_MS = 2_600
/** The share of the openings in which the browser dies before the screen is there. */
const DIES_OPENING = 0.2

/** Takes an order without lots and makes it large, so that no scan is questioned. */
export async function bigOrder(server: Server): Promise<{ order: number; lines: Line[] }> {
  const [found] = await server.query<{ id: number }>(
    `select o.id from orders o join order_items i on i.order_id = o.id join products p on p.upc = i.product
      where o.status = 'placed' and o.delivery_date >= ${TODAY}
      group by o.id having not bool_or(i.lot_tracked) and count(*) filter (where p.weight_type = 'r/w') >= 2
        and count(*) filter (where p.weight_type <> 'r/w' and not i.out_of_stock) >= 6
      order by count(*), o.id limit 1`,
  )
  const order = found!.id
  await server.query(
    `update order_items set units_ordered = $2, cases_ordered = 0, out_of_stock = false where order_id = $1`,
    [order, ENOUGH],
  )
  const lines = await server.query<Line>(
    `select i.id as item, i.product, p.name, p.weight_type = 'r/w' as weighed,
            coalesce(round((p.weight_min_lbs + p.weight_max_lbs) * 50), 0)::int as hundredths
       from order_items i join products p on p.upc = i.product where i.order_id = $1 order by i.id`,
    [order],
  )
  const some = (weighed: boolean, most: number) =>
    lines.filter((line) => line.weighed === weighed).slice(0, most)
  return { order, lines: [...some(false, 6), ...some(true, 2)] }
}

/**
 * Returns the code of the nth scan of a line: the product's code, or a label with a weight and a serial that no other
 * piece has.
 */
function codeOf({ product, weighed, hundredths }: Line, n: number): string {
  const digits = (value: number | string, length: number) => String(value).padStart(length, '0')
  return weighed ? `01${digits(product, 14)}3202${digits(hundredths, 6)}21${digits(n, 6)}` : product
}

/**
 * Runs in the page: reports every answer to a scan and every count as they appear. The reports survive the page's
 * death.
 */
function watch(): void {
  const shown = new Map<string, string>()
  new MutationObserver((changes) => {
    const answers = changes.flatMap(({ type, target }) =>
      type === 'attributes' ? ((target as HTMLElement).dataset['answer'] ?? []) : [],
    )
    const cards: string[] = []
    for (const [n, card] of document.querySelectorAll('[aria-label=Items] [role=listitem]').entries()) {
      const text = card.textContent ?? ''
      if (shown.get(String(n)) !== text) cards.push(text)
      shown.set(String(n), text)
    }
    if (answers.length + cards.length > 0)
      (window as unknown as { larderSaw(seen: Seen): void }).larderSaw({ answers, cards })
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-turn'],
  })
}
interface Seen {
  answers: string[]
  cards: string[]
}

export async function killUnderScanning(server: Server, options: KillOptions): Promise<KillReport> {
  const { kills, leastBeeps = 0, seed, tell = () => {} } = options
  const { order, lines } = await bigOrder(server)
  const chance = chanceOf(seed, 'kills')
  const proxy = await startProxy(server.url, chanceOf(seed, 'proxy'))
  const browser = killableBrowser(proxy.url)
  const wrong: string[] = []
  const held = new Map<string, Held>()
  /** The largest count that the screen has shown since the last check of the device, by item. */
  const shown = new Map<string, number>()
  const report = { kills: 0, whileOpening: 0, scans: 0, beeps: 0, unread: 0 }
  /** The beeps since the last check of the device. */
  let beeps = 0

  function saw({ answers, cards }: Seen): void {
    beeps += answers.filter((answer) => answer === 'match').length
    report.unread += answers.filter((answer) => answer !== 'match').length
    for (const text of cards) {
      const line = lines.find(({ name }) => text.includes(name))
      const count = Number(/(\d+) of \d+ unit/.exec(text)?.[1])
      if (line && count > (shown.get(line.item) ?? 0)) shown.set(line.item, count)
    }
  }
  const prepare = async (context: BrowserContext) => {
    await context.exposeBinding('larderSaw', (_source, seen: Seen) => saw(seen))
    await context.addInitScript(watch)
  }

  /** Compares, after a death, the beeps and the shown counts with what the device has in its outbox or acknowledged. */
  async function look(page: Page, when: string): Promise<void> {
    const [beeped, counted] = [beeps, new Map(shown)]
    report.beeps += beeped
    beeps = 0
    shown.clear()
    // The order matters: an edit that is acknowledged meanwhile moves from the first to the second.
    const records = [...(await readDevice(page, 'outbox')), ...(await readLedger(page))]
    const here = new Map(records.map((record) => [String(record['mutation_id']), heldOf(record)]))
    for (const id of held.keys()) if (!here.has(id)) wrong.push(`${when}: the edit ${id} is gone`)
    const isNew = ([id, { adds }]: [string, Held]) => adds > 0 && !held.has(id)
    const scans = [...here].filter(isNew).length
    if (scans < beeped) wrong.push(`${when}: ${beeped} beeps, and the device has ${scans} scans of then`)
    for (const [id, one] of here) held.set(id, one)
    const counts = countsOf(here.values())
    for (const [item, count] of counted) {
      const { added = 0 } = counts.get(item) ?? {}
      if (added < count)
        wrong.push(`${when}: the screen has shown ${count} of ${item}, scanned were ${added}`)
    }
    for (const { item, weighed } of lines) {
      const { added = 0, pieces = 0 } = counts.get(item) ?? {}
      if (weighed && added !== pieces) wrong.push(`${when}: ${item} has ${added} scans and ${pieces} weights`)
    }
  }

  async function scanOn(page: Page): Promise<never> {
    for (;;) {
      const code = codeOf(lines[report.scans % lines.length]!, report.scans)
      report.scans++
      await wedge(page, code)
      await delay(code.length * 8 + 10 + chance.next() * 150)
    }
  }

  /** Runs one life of the browser, from its start to its death. */
  async function live(): Promise<void> {
    const { page } = await browser.open(prepare)
    const opening = page.goto('/scan?from=order', { waitUntil: 'commit' })
    if (chance.next() < DIES_OPENING) {
      opening.catch(() => undefined)
      await delay(chance.next() * 1_500)
      report.whileOpening++
    } else {
      await opening
      await page.getByRole('listitem').first().waitFor({ timeout: OPENS_WITHIN_MS })
      await look(page, `after death ${report.kills}`)
      // It ends with the page.
      scanOn(page).catch(() => undefined)
      await delay(100 + chance.next() * MOST_SCANNING_MS)
    }
    await browser.kill()
    report.kills++
  }

  try {
    const first = await browser.open(prepare)
    await signIn(first.page, 'picker')
    await openScan(first.page, order)
    await first.page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    proxy.hostile = true
    scanOn(first.page).catch(() => undefined)
    await delay(MOST_SCANNING_MS)
    await browser.kill()
    report.kills++
    while (report.kills < kills || report.beeps + beeps < leastBeeps) {
      await live()
      if (report.kills % 10 === 0)
        tell(`${report.kills} deaths, ${report.scans} scans, ${wrong.length} findings`)
    }

    proxy.hostile = false
    await proxy.settled()
    const { page } = await browser.open(prepare)
    await page.goto('/scan?from=order')
    await page.getByRole('listitem').first().waitFor({ timeout: OPENS_WITHIN_MS })
    await look(page, 'at the end')
    await drained(page)
    await look(page, 'when all was sent')
    for (const words of await misshown(page, lines, held)) wrong.push(words)
    wrong.push(...(await compare(server, order, lines, held)))
    const faults = Object.fromEntries(proxy.happened) as Record<Fault, number>
    return { ...report, edits: held.size, faults, wrong }
  } finally {
    await browser.close()
    await proxy.close()
  }
}

async function drained(page: Page): Promise<void> {
  const late = performance.now() + DRAINS_WITHIN_MS
  for (;;) {
    const left = await readDevice(page, 'outbox')
    if (left.length === 0) return
    if (performance.now() > late)
      throw new Error(`${left.length} edits never leave; the first is ${JSON.stringify(left[0])}`)
    await delay(100)
  }
}

/** Returns lines whose card does not show what was scanned, once the device has had its time to receive everything. */
async function misshown(page: Page, lines: readonly Line[], held: ReadonlyMap<string, Held>) {
  const counts = countsOf(held.values())
  const late = performance.now() + OPENS_WITHIN_MS
  for (;;) {
    const cards = await page.getByRole('listitem').allTextContents()
    const wrong = lines.flatMap(({ item, name }) => {
      const wanted = `${counts.get(item)?.added ?? 0} of ${ENOUGH} units`
      const found = cards.filter((text) => text.includes(name))
      return found.some((text) => text.includes(wanted)) ? [] : `${name}: ${found.join()} is not ${wanted}`
    })
    if (wrong.length === 0 || performance.now() > late) return wrong
    await delay(100)
  }
}

function heldOf(record: Record<string, unknown>): Held {
  const { entity, entity_id, adds, call, raw_scan } = record as {
    entity: string
    entity_id: string
    adds: { unit_quantity?: number } | null
    call: { body: Record<string, unknown> | null }
    raw_scan: string | null
  }
  const isPiece = entity === 'ordersubitems'
  return {
    item: isPiece ? String(call.body?.['order_item']) : entity_id,
    adds: adds?.unit_quantity ?? 0,
    piece: isPiece ? raw_scan : null,
  }
}

interface Counts {
  added: number
  pieces: number
}
function countsOf(edits: Iterable<Held>): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const { item, adds, piece } of edits) {
    const { added, pieces } = counts.get(item) ?? { added: 0, pieces: 0 }
    counts.set(item, { added: added + adds, pieces: pieces + Number(piece !== null) })
  }
  return counts
}

/** Compares the database with the edits of the device: each must be there once, and nothing else. */
async function compare(
  server: Server,
  order: number,
  lines: readonly Line[],
  held: ReadonlyMap<string, Held>,
): Promise<string[]> {
  const wrong: string[] = []
  const stored = await server.query<{ id: string; outcome: string }>(
    'select id, outcome from mutations where order_id = $1',
    [order],
  )
  const outcomes = new Map(stored.map(({ id, outcome }) => [id, outcome]))
  for (const id of held.keys())
    if (outcomes.get(id) !== 'applied')
      wrong.push(`the server has ${id} as ${outcomes.get(id) ?? 'never come'}`)
  for (const id of outcomes.keys()) if (!held.has(id)) wrong.push(`nobody made ${id}, which the server has`)
  const rows = await server.query<{ id: string; count: number; pieces: number; labels: number }>(
    `select i.id, i.unit_quantity + i.case_quantity as count, count(s.id)::int as pieces,
            count(distinct s.raw_scan)::int as labels
       from order_items i left join order_subitems s on s.order_item_id = i.id
      where i.order_id = $1 group by i.id`,
    [order],
  )
  const counts = countsOf(held.values())
  for (const { id, count, pieces, labels } of rows) {
    const made = counts.get(id) ?? { added: 0, pieces: 0 }
    if (count !== made.added || pieces !== made.pieces || labels !== made.pieces)
      wrong.push(
        `${lines.find(({ item }) => item === id)?.name ?? id}: ${made.added} scans and ${made.pieces} weights were made, ` +
          `the server has ${count} and ${pieces} (${labels} labels)`,
      )
  }
  return wrong
}
