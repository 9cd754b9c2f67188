/** What devices give back after a restore, by real engines: everything that the server had acknowledged, and nothing twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openArchive } from '#server/backup/archive.ts'
import { takeBackup } from '#server/backup/backup.ts'
import { restoreArchive } from '#server/backup/restore.ts'
import { LEAST_NUMBER_GAP } from '#server/backup/settle.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { Engine } from '#src/sync/engine.ts'
import { readGivenBack } from '#src/sync/store/meta.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeOrderList } from '../../factories/business.ts'
import { makeHouse, type House } from '../../factories/house.ts'
import { realDevice } from '../../factories/real-device.ts'
import { testDatabase } from '../../setup/database.ts'

let server: TestServer
let house: House
let folder: string
let engines: Engine[]
beforeEach(async () => {
  server = await testServer()
  house = await makeHouse(server.database.pool)
  folder = mkdtempSync(path.join(tmpdir(), 'larder-give-back-'))
  engines = []
})
afterEach(async () => {
  for (const engine of engines) await engine.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

async function device(username: string): Promise<Engine> {
  const { engine } = await realDevice(() => server, username)
  await engine.pullNow()
  engines.push(engine)
  return engine
}

/** Takes a backup. Answers what loses the machine and puts the backup in its place, as often as it is called. */
async function backUp(): Promise<() => Promise<void>> {
  const file = path.join(folder, 'house.zip')
  await takeBackup({ url: server.database.url, file, version: '0.1.0' })
  return async () => {
    await server.close()
    const database = await testDatabase({ bare: true })
    const archive = await openArchive(file)
    await restoreArchive(database.url, archive, { now: new Date() })
    archive.close()
    server = await testServer({ database })
  }
}

/** A scan of one more of the house's line. */
const scan = (): NewEdit => ({
  entity: 'orderitems',
  entity_id: house.item.id,
  method: 'PATCH',
  body: {},
  adds: { unit_quantity: 1 },
  raw_scan: '614141191291',
  order: house.order.id,
})
const saved = async (engine: Engine, edit: NewEdit) => {
  expect((await engine.commit([edit])).kind).toBe('committed')
  return engine.saveNow()
}
const itemNow = async () => {
  const { rows } = await server.database.pool.query(
    'select unit_quantity, bin_override from order_items where id = $1',
    [house.item.id],
  )
  return rows[0] as { unit_quantity: number; bin_override: string | null }
}
const outcomes = async () =>
  (
    await server.database.pool.query<{ outcome: string }>('select outcome from mutations order by at')
  ).rows.map(({ outcome }) => outcome)

it('scans that were acknowledged after the backup are sent again, and those before it are not counted twice', async () => {
  const picker = await device(house.as.picker)
  await saved(picker, scan())
  const lose = await backUp()
  await saved(picker, scan())
  await saved(picker, scan())
  expect((await itemNow()).unit_quantity).toBe(3)
  await lose()
  expect((await itemNow()).unit_quantity).toBe(1)

  await picker.commit([scan()])
  await picker.pullNow()
  await picker.saveNow()
  expect((await itemNow()).unit_quantity).toBe(4)
  expect(await outcomes()).toEqual(['applied', 'applied', 'applied', 'applied'])
  await picker.pullNow()
  expect((await picker.db.items.get(house.item.id))?.unit_quantity).toBe(4)
  expect(await readGivenBack(picker.db)).toMatchObject({ count: 3 })
  // Once: the next pull finds nothing to give back.
  await picker.pullNow()
  expect(await picker.db.outbox.count()).toBe(0)
})

it('scans are sent again also where the same backup is put back a second time', async () => {
  const picker = await device(house.as.picker)
  await saved(picker, scan())
  const lose = await backUp()
  await saved(picker, scan())
  await lose()
  await picker.pullNow()
  await picker.saveNow()
  await saved(picker, scan())
  expect((await itemNow()).unit_quantity).toBe(3)
  await lose()
  expect((await itemNow()).unit_quantity).toBe(1)
  await picker.pullNow()
  await picker.saveNow()
  expect((await itemNow()).unit_quantity).toBe(3)
})

it('an edit that meets another one on the restored server is a card, and both people’s values are on it', async () => {
  const office = await device(house.as.office)
  const lose = await backUp()
  const line = `orderitems/${house.item.id}`
  await saved(office, {
    entity: 'orderitems',
    entity_id: house.item.id,
    method: 'PATCH',
    body: { bin_override: 'mine' },
    order: house.order.id,
  })
  await lose()
  const { status } = await server.call(house.as.foreman, 'PATCH', line, { body: { bin_override: 'theirs' } })
  expect(status).toBe(200)
  await office.pullNow()
  await office.saveNow()
  expect(await office.db.outbox.toArray()).toMatchObject([
    { state: 'conflict', answer: { clash: { bin_override: { mine: 'mine', theirs: 'theirs' } } } },
  ])
  expect((await itemNow()).bin_override).toBe('theirs')
})

it('an order that was placed after the backup comes back whole under an unused number', async () => {
  const { location, item } = house
  await makeOrderList(server.database.pool, [item.product], { company_location_id: location.id })
  const buyer = await device(house.as.buyer)
  const lose = await backUp()
  const name = buyer.newId()
  const { placed } = await saved(buyer, {
    entity: 'orders',
    entity_id: name,
    method: 'POST',
    body: {
      customer: house.people.buyer.id,
      company_location: location.id,
      submitted_date: '2026-11-21',
      created_date: '2026-11-21',
      total: '0.00',
      order_items: [{ product: item.product, unit_quantity: 2, case_quantity: 0 }],
    },
  })
  const lostNumber = Number(placed.get(name))
  await lose()
  await buyer.pullNow()
  const again = Number((await buyer.saveNow()).placed.get(name))
  expect(again).toBeGreaterThanOrEqual(lostNumber + LEAST_NUMBER_GAP - 1)
  const { rows } = await server.database.pool.query(
    'select product, units_ordered from order_items where order_id = $1',
    [again],
  )
  expect(rows).toEqual([{ product: item.product, units_ordered: 2 }])
})

it('a device that sees a demo that was made again gives nothing back', async () => {
  const picker = await device(house.as.picker)
  await saved(picker, scan())
  await server.database.pool.query(`update facts set value = 'other' where key = 'epoch'`)
  await picker.pullNow()
  expect(await picker.db.outbox.count()).toBe(0)
  expect(await readGivenBack(picker.db)).toBeUndefined()
})
