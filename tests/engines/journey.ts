/**
 * The main job in an engine that is not Chromium: the work of a picker on an iPhone or in Firefox, and the resulting
 * edits.
 */
import { TODAY } from '../factories/zone.ts'
import type { Server } from '../process/product.ts'
import { atRest, click, type, until, wedge, type EngineWindow } from './window.ts'

/** A line that a scan of its product's code counts without a question. */
interface Line {
  id: string
  product: string
}

const PASSWORD = 'harborvine'

/** Returns an order of today that no engine has worked on, and some of its lines. */
async function freeOrder(server: Server): Promise<{ order: number; lines: Line[] }> {
  const [found] = await server.query<{ order: number; lines: Line[] }>(
    `select o.id as "order", json_agg(json_build_object('id', i.id, 'product', i.product) order by i.id) as lines
       from orders o join order_items i on i.order_id = o.id join products p on p.upc = i.product
      where o.status = 'placed' and o.delivery_date = ${TODAY}
        and p.weight_type <> 'r/w' and not i.lot_tracked and not i.out_of_stock and i.units_ordered > 0
        and not exists (select from mutations m where m.order_id = o.id)
      group by o.id having count(*) >= 3 order by o.id limit 1`,
  )
  return found!
}

const arrivedIn = (server: Server, order: number) =>
  server.query<{ product: string; count: number; edits: number }>(
    `select i.product, i.unit_quantity + i.case_quantity as count,
            (select count(*)::int from mutations m where m.entity_id = i.id::text and m.outcome = 'applied') as edits
       from order_items i where i.order_id = $1 and i.unit_quantity + i.case_quantity > 0 order by i.id`,
    [order],
  )

/** Every row of a table of the person's database on the device. */
const ROWS = `
  const rowsOf = async (table) => {
    const name = (await indexedDB.databases()).map((one) => one.name).find((one) => /^larder-\\d+$/.test(one))
    if (!name) return []
    const request = (made) => new Promise((resolve, reject) => {
      made.onsuccess = () => resolve(made.result)
      made.onerror = () => reject(made.error)
    })
    const db = await request(indexedDB.open(name))
    try {
      return await request(db.transaction(table).objectStore(table).getAll())
    } finally {
      db.close()
    }
  }`
/**
 * Whether the pull is over: the cursor of a full pull names the table that it has come to; a finished one names none.
 */
const PULLED = `${ROWS}
  const cursor = (await rowsOf('meta')).find(({ key }) => key === 'cursor')?.value
  return /^[^~]+~[^~]+~[^~]+$/.test(cursor)`
const ALL_SENT = `${ROWS}
  return (await rowsOf('outbox')).length === 0`
/** Whether the whole app is stored on the device, so that every screen opens without the server. */
const KEPT = `
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  const said = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data.whole)))
  active.postMessage({ type: 'PRECACHE_REST' }, [port2])
  return said`
const PILL = `document.querySelector('button[aria-label^="Sync:"]')`
const LISTED = `return Number(document.querySelector('[role=progressbar][aria-label=Picked]')?.ariaValueMax) > 0`
const TURN = `return { turn: document.querySelector('[data-turn]')?.dataset.turn ?? '' }`
const TURNED = `
  const edge = document.querySelector('[data-turn]')
  return edge && edge.dataset.turn !== args[0] && { answer: edge.dataset.answer }`

/** The optional features of the product that this engine lacks. docs/engines.md says what happens instead. */
const LACKS = `
  const registration = await navigator.serviceWorker.ready
  const has = {
    'Background Sync': 'sync' in registration,
    'Web Locks': 'locks' in navigator,
    'wake lock': 'wakeLock' in navigator,
    vibration: 'vibrate' in navigator,
    'storage that is kept': 'persist' in (navigator.storage ?? {}),
    'an offer to install': 'onbeforeinstallprompt' in window,
    'compression of what is sent': 'CompressionStream' in window,
  }
  return Object.keys(has).filter((name) => !has[name])`

/** Scans and waits for the device's answer, which comes when the edit is stored. */
async function scan(page: EngineWindow, { product }: Line): Promise<void> {
  const { turn } = await until<{ turn: string }>(page, 'the scan screen', TURN)
  await wedge(page, product)
  await until(page, `an answer to the scan of ${product}`, TURNED, turn)
}

/**
 * Signs in, scans, reloads, stops the server, reloads, scans, starts the server again, closes the window. Throws when a
 * page hangs, or when anything is missing or there twice. Returns what the engine lacks.
 */
export async function mainJob(server: Server, page: EngineWindow): Promise<string[]> {
  const { order, lines } = await freeOrder(server)
  const [first, second, third] = lines as [Line, Line, Line]
  const listed = () => until(page, 'the list', LISTED)
  const reload = async (what: string) => {
    await page.run('location.reload()')
    await listed()
    await atRest(page, what)
  }

  await page.open(`${server.url}/`)
  await type(page, 'Username', 'picker')
  await type(page, 'Password', PASSWORD)
  await click(page, 'SIGN IN')
  // Goes from page to page during the first pull: what a page leaves behind must not stop the next one.
  for (const path of ['/orders', '/', '/orders', '/']) {
    await until(page, 'who is at the device', `return Boolean(${PILL})`)
    await page.run('window.left = true')
    await page.open(server.url + path)
    await until(page, 'another page', 'return !window.left')
  }
  await until(page, 'the first pull', PULLED)
  await until(page, 'the whole app on the device', KEPT)
  await page.open(`${server.url}/order/${order}`)
  await click(page, 'Scan')
  await listed()
  await scan(page, first)
  await reload('a reload')
  await scan(page, second)

  await server.stop()
  await reload('a reload without the server')
  await scan(page, third)
  await scan(page, third)
  await reload('a reload with unsent edits')
  await server.start()
  await until(page, 'the acknowledgement of everything', ALL_SENT)
  const wanted = [first, second, third].map(({ product }, n) => ({
    product,
    count: n < 2 ? 1 : 2,
    edits: n < 2 ? 1 : 2,
  }))
  const arrived = await arrivedIn(server, order)
  if (JSON.stringify(arrived) !== JSON.stringify(wanted))
    throw new Error(
      `${page.name}: scanned were ${JSON.stringify(wanted)}, the server has ${JSON.stringify(arrived)}`,
    )
  const lacks = await page.run<string[]>(LACKS)
  await page.closeWindow()
  await atRest(page, 'the window that was closed')
  return lacks
}
