/** `/sync` names what needs a person, gives it up together, and reports it by one clock and in the pill's words. */
import { screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { createClient } from '#src/api/client.ts'
import { browserEnvironment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { buildLines } from '#contract/picking/lines.ts'
import { swapLine } from '#contract/picking/swap-and-link.ts'
import { openEngine, type Engine } from '#src/sync/engine.ts'
import { showBy, showTime } from '#src/ui/show-time.ts'
import { markRestored } from '#server/platform/restored.ts'
import type { TestServer } from '../../factories/app.ts'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makePiece,
  makeProduct,
  makeUser,
} from '../../factories/business.ts'
import { makeTwoToMerge } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { findDialog, noDialog, press } from '../reading.ts'

/** Works as another tab of this device, whose clock is `ahead` ms ahead. */
async function onDevice(
  { network }: Seat,
  work: (engine: Engine) => Promise<void>,
  ahead = 0,
): Promise<void> {
  const env = { ...browserEnvironment(), fetch: network.fetch, now: () => Date.now() + ahead }
  const device = openDeviceDatabase()
  const session = createSession({ env, device, iterations: 1 })
  await session.ready
  const client = createClient({ env, session })
  const { user } = session.get()
  const engine = await openEngine({ user: user!, env, session, client, running: false, stream: false })
  await engine.pullNow()
  await work(engine)
  await engine.close()
  session.close()
  device.close()
}

async function commit(engine: Engine, edits: NewEdit[]): Promise<void> {
  for (const edit of edits) expect(await engine.commit([edit])).toMatchObject({ kind: 'committed' })
}

/** Makes a line of a product of that name, in an order of its own, with a piece. */
async function makeLine({ database: { pool } }: TestServer, name: string) {
  const order = await makeOrder(pool)
  const product = await makeProduct(pool, { name })
  const item = await makeItem(pool, { order_id: order.id, product: product.upc })
  const piece = await makePiece(pool, item)
  return { id: item.id, order: order.id, piece: piece.id }
}
type Line = Awaited<ReturnType<typeof makeLine>>

const itemPatch = (line: Line, body: NewEdit['body']): NewEdit => ({
  entity: 'orderitems',
  entity_id: line.id,
  method: 'PATCH',
  order: line.order,
  body,
})
const pieceEdit = (line: Line, id: string, method: NewEdit['method'], body: NewEdit['body']): NewEdit => ({
  entity: 'ordersubitems',
  entity_id: id,
  method,
  order: line.order,
  order_item: line.id,
  body,
})

const cards = () =>
  within(screen.getByRole('region', { name: /need/i }))
    .queryAllByRole('article')
    .map((card) => card.textContent)

it('changes of deleted lines name their product, after a reload too, and are discarded all at once', async (larder) => {
  const names = ['Basil', 'Capers', 'Dill', 'Fennel']
  const lines = await Promise.all(names.map((name) => makeLine(larder.server, name)))
  const [patched, added, changed, clash] = lines as [Line, Line, Line, Line]
  const office = await larder.sit('office')
  const other = await makeUser(larder.pool, 'office')
  await onDevice(office, async (engine) => {
    await commit(engine, [
      itemPatch(patched, { bin_override: 'B2' }),
      pieceEdit(added, engine.newId(), 'POST', { order_item: added.id, unit_type: 'u', lot_code: 'L1' }),
      pieceEdit(changed, changed.piece, 'PATCH', { lot_code: 'L2' }),
      itemPatch(clash, { bin_override: 'B3' }),
    ])
  })
  for (const { id } of [patched, added, changed])
    expect((await larder.server.call(other.username, 'DELETE', `orderitems/${id}`)).status).toBe(204)
  const theirs = { bin_override: 'B4' }
  await larder.server.call(other.username, 'PATCH', `orderitems/${clash.id}`, { body: theirs })

  await office.open('/sync')
  await screen.findByText('4 need you', { selector: 'h2' })
  const named = () => {
    const texts = cards()
    for (const name of names) expect(texts.filter((text) => text.includes(name))).toHaveLength(1)
  }
  await waitFor(named)
  // Once it has received the deletions too, the device has no row of these lines any more.
  await onDevice(office, async ({ db }) => expect(await db.items.get(patched.id)).toBeUndefined())
  await office.open('/sync')
  await screen.findByText('4 need you', { selector: 'h2' })
  await waitFor(named)

  await press('Discard all 3')
  const first = await findDialog('Discard all 3 changes?')
  await press('Discard', first)
  const second = await findDialog('Really discard?')
  expect(second.textContent).toContain('all 3 changes will never reach the server')
  await press('Discard for good', second)
  await screen.findByText('1 needs you', { selector: 'h2' })
  await noDialog()
  // A clash of two changes is for a person to decide.
  expect(cards()).toEqual([expect.stringContaining('Fennel')])
})

it('a clash shows both times by the server’s clock when the device’s is three hours ahead', async (larder) => {
  const AHEAD = 3 * 3_600_000
  const line = await makeLine(larder.server, 'Garlic')
  const office = await larder.sit('office')
  const other = await makeUser(larder.pool, 'office')
  let times = { mine: '', theirs: '' }
  await onDevice(
    office,
    async (engine) => {
      await commit(engine, [itemPatch(line, { bin_override: 'B2' })])
      const body = { bin_override: 'B4' }
      expect(
        (await larder.server.call(other.username, 'PATCH', `orderitems/${line.id}`, { body })).status,
      ).toBe(200)
      const { refused } = await engine.saveNow()
      times = { mine: refused[0]!.created_at, theirs: refused[0]!.answer!.by!.at }
    },
    AHEAD,
  )
  office.goOffline()
  await office.open('/sync')
  const mine = new Date(Date.parse(times.mine) - AHEAD).toISOString()
  // The test has modules of its own, which go by the distributor's clock as the app's do.
  showBy({ time_zone: ZONE, clock_hours: '24' })
  await screen.findByText(
    `Mine: ${office.person.username}, ${showTime(mine)}. Theirs: ${other.username}, ${showTime(times.theirs)}.`,
  )
})

it('the screen says, like the pill, that something else answers in the server’s place', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/sync')
  await office.kept()
  const mend = office.network.fail(({ path }) => path.startsWith('sync/'))
  await office.open('/sync')
  await screen.findByRole('button', {
    name: /^Sync: Server trouble\. The server does not answer as expected\./,
  })
  await screen.findByText(/^The server does not answer as expected\. Go on working/)
  mend()
  await office.open('/sync')
  await screen.findByRole('button', { name: /^Sync: Online\./ })
  expect(screen.queryByText(/does not answer as expected/)).toBeNull()
})

it('the screen shows what to do where the browser may delete the storage, and nothing where it keeps it', async (larder) => {
  const picker = await larder.sit('picker')
  const hint = () => screen.queryByText(/^This browser may delete what Larder keeps on this device/)
  await picker.open('/sync')
  await screen.findByRole('heading', { level: 1, name: 'Sync' })
  expect(hint()).toBeNull()
  const persisted = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
  await picker.open('/sync')
  await waitFor(() => expect(hint()?.textContent).toContain('Install Larder, or add it to the home screen'))
  persisted.mockRestore()
})

it('a change of a line that merging has added to another one says so, and cannot be made again', async (larder) => {
  const { pool } = larder
  const { base, one, gone } = await makeTwoToMerge(pool, await makeLocation(pool))
  const { upc } = await makeProduct(pool)
  const office = await larder.sit('office')
  const other = await makeUser(pool, 'office')
  await onDevice(office, (engine) =>
    commit(engine, [itemPatch({ id: gone.id, order: one.id, piece: '' }, { product: upc })]),
  )
  const body = { base_order: base.id, orders_to_merge: [one.id] }
  expect((await larder.server.call(other.username, 'POST', 'mergeorders/', { body })).status).toBe(200)
  await office.open('/sync')
  const card = await screen.findByRole('article', { name: 'It was merged into another one' })
  await within(card).findByRole('button', { name: /Discard/ })
  expect(within(card).queryByRole('button', { name: 'Make it again' })).toBeNull()
})

it('a swap that clashes is one card that shows both lines, and is discarded or kept as a whole', async (larder) => {
  const { pool } = larder
  const [left, kept] = [await makeLine(larder.server, 'Basil'), await makeLine(larder.server, 'Capers')]
  const substitute = await makeProduct(pool, { name: 'Fennel' })
  const office = await larder.sit('office')
  const other = await makeUser(pool, 'office')
  await onDevice(office, async (engine) => {
    for (const { id, order } of [left, kept]) {
      const row = await engine.db.items.get(id)
      const rows = { orders: [], items: [row!], pieces: [] }
      const [line] = buildLines(rows, new Map(), { bulk: false, sorting: 'order', filter: null })
      const { edits } = swapLine(line!, (await engine.db.products.get(substitute.upc))!, engine.newId)
      expect(await engine.commit(edits)).toMatchObject({ kind: 'committed' })
      expect(await engine.db.items.where('order').equals(order).count()).toBe(2)
    }
  })
  for (const { id } of [left, kept]) {
    const theirs = { unit_quantity: 1 }
    expect(
      (await larder.server.call(other.username, 'PATCH', `orderitems/${id}`, { body: theirs })).status,
    ).toBe(200)
  }

  await office.open('/sync')
  await screen.findByText('2 need you', { selector: 'h2' })
  const card = (name: string) => {
    const [found] = screen.getAllByRole('article').filter((one) => one.textContent.includes(name))
    return found
  }
  for (const name of ['Basil', 'Capers']) expect(card(name)?.textContent).toContain('Fennel')
  await press('Take theirs', card('Basil'))
  await screen.findByText('1 needs you', { selector: 'h2' })
  await press('Keep mine', card('Capers'))
  await screen.findByText('Nothing needs you', { selector: 'h2' })
  const lines = async ({ order }: Line) =>
    (
      await pool.query<{ product: string; unit_quantity: number }>(
        'select product, unit_quantity from order_items where order_id = $1 order by id',
        [order],
      )
    ).rows
  await waitFor(async () =>
    expect(await lines(kept)).toMatchObject([{ unit_quantity: 0 }, { product: substitute.upc }]),
  )
  expect(await lines(left)).toMatchObject([{ unit_quantity: 1 }])
  await onDevice(office, async ({ db }) => {
    await waitFor(async () => expect(await db.outbox.count()).toBe(0))
    expect(await db.items.where('order').equals(left.order).count()).toBe(1)
  })
})

it('a server that was restored gets the changes again, and a banner says so until it is read', async (larder) => {
  const { pool } = larder
  const line = await makeLine(larder.server, 'Chervil')
  const office = await larder.sit('office')
  await onDevice(office, async (engine) => {
    await commit(engine, [itemPatch(line, { bin_override: 'B2' })])
    await engine.saveNow()
  })
  // A restore leaves the row as it was, nothing of the edit, and a new epoch of the database.
  const to = '2026-03-01T10:00:00.000Z'
  await pool.query('update order_items set bin_override = null where id = $1', [line.id])
  await pool.query('delete from mutations where entity_id = $1', [line.id])
  const client = await pool.connect()
  await markRestored(client, new Date(), to).finally(() => client.release())

  await office.open('/sync')
  const said = `The server was set back to 03/01/2026 05:00:00. 1 change of yours after that is sent to it again.`
  const banner = await screen.findByText(said, { exact: false })
  await waitFor(async () => {
    const { rows } = await pool.query('select bin_override from order_items where id = $1', [line.id])
    expect(rows).toEqual([{ bin_override: 'B2' }])
  })
  await press('OK', banner.parentElement!)
  await waitFor(() => expect(screen.queryByText(said, { exact: false })).toBeNull())
})
