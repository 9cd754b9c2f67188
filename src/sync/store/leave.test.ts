/** What a sign-out leaves on the device. */
import { beforeEach, expect, it } from 'vitest'
import type { User } from '#contract/people/schema.ts'
import { createSession } from '#src/api/session.ts'
import { readLeft } from '#src/db/left.ts'
import type { Engine } from '../engine.ts'
import { leaveDevice } from './leave.ts'
import { META, readMeta } from './meta.ts'
import { pulledDevice, type Device } from '../testing/device.ts'
import { json, serverWith, type FakeServer } from '../testing/fake-server.ts'
import { item, product, user } from '#contract/testing/rows.ts'

const DAY_MS = 86_400_000
const me: User = user()
const apple = item(1, 7)
let server: FakeServer
let device: Device
let engine: Engine

beforeEach(async () => {
  server = serverWith(apple)
  server.world.products.set('1', product('1'))
  ;({ device, engine } = await pulledDevice(server))
})

const databases = async () =>
  (await device.database.indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'larder-6')
const pick = () =>
  engine.commit([
    {
      entity: 'orderitems',
      entity_id: apple.id,
      method: 'PATCH',
      body: { unit_quantity: 1 },
      order: 7,
      adds: { unit_quantity: 1 },
      raw_scan: apple.product,
    },
  ])

/** As `signOut` of the app does it; a fact of the name `work` is work. */
async function signOut(): Promise<boolean> {
  await device.session.signOut({ flush: () => engine.saveNow() })
  await engine.close()
  const { env, database } = device
  return leaveDevice(me.id, {
    env,
    database,
    isHere: () => device.session.people.isHere(me.id),
    isWork: (facts) => facts.has('work'),
  })
}

async function signInAgain(): Promise<Engine> {
  await device.session.signIn(me.username, 'harborvine')
  return device.open()
}

it('a sign-out deletes the person’s database if nothing is unsent', async () => {
  expect(await engine.db.orders.count()).toBe(1)
  expect(await signOut()).toBe(true)
  expect(await databases()).toEqual([])
})

it('a sign-out keeps everything while an edit is unsent', async () => {
  server.fault = ({ path }) => (path.startsWith('sync/') ? new TypeError('no network') : null)
  await pick()
  expect(await signOut()).toBe(false)
  engine = await device.open()
  expect([await engine.db.orders.count(), await engine.db.outbox.count()]).toEqual([1, 1])
  expect(await readLeft(me.id, device.database)).toEqual([])
})

it('a sign-out keeps everything while a small fact is work', async () => {
  await engine.remember('work', 1)
  expect(await signOut()).toBe(false)
  expect(await databases()).toEqual(['larder-6'])
})

it('the next sign-in restores the ledger of acknowledged edits', async () => {
  await pick()
  await engine.saveNow()
  const before = await engine.db.ended.toArray()
  expect(before).toHaveLength(1)
  expect(await signOut()).toBe(true)
  engine = await signInAgain()
  await engine.pullNow()
  expect(await engine.db.ended.toArray()).toEqual(before)
  expect(await readLeft(me.id, device.database)).toEqual([])
  expect(await engine.db.orders.count()).toBe(1)
  expect(await readMeta(engine.db, META.leftCursor)).toBeUndefined()
})

it('a sign-in gives edits back to a server that was restored while the person was signed out', async () => {
  await pick()
  await engine.saveNow()
  const cursor = await readMeta<string>(engine.db, META.cursor)
  await signOut()
  engine = await signInAgain()
  const server_time = new Date(server.now).toISOString()
  const set_back_to = new Date(server.now - DAY_MS).toISOString()
  const head = { server_time, today: '2026-11-21', more: false, range: null, rows: {}, gone: {} }
  let asked = 0
  server.fault = ({ path }) =>
    path.startsWith('sync/changes') && asked++ === 0 ? json({ ...head, cursor, set_back_to }) : null
  await engine.pullNow()
  expect(await engine.db.outbox.count()).toBe(1)
})

it('a server is asked whether it was restored also after a sign-in at which it could not be reached', async () => {
  await pick()
  await engine.saveNow()
  const cursor = await readMeta<string>(engine.db, META.cursor)
  await signOut()
  engine = await signInAgain()
  server.fault = ({ path }) => (path.startsWith('sync/changes') ? new TypeError('no network') : null)
  await engine.pullNow()
  expect(await signOut()).toBe(true)
  const asked: string[] = []
  server.fault = ({ path }) => {
    if (path.startsWith('sync/changes')) asked.push(path)
    return null
  }
  engine = await signInAgain()
  await engine.pullNow()
  expect(asked[0]).toContain(new URLSearchParams({ since: cursor! }).toString())
})

it('a sign-out leaves nothing readable of the ledger', async () => {
  await pick()
  await engine.saveNow()
  await signOut()
  const [left] = await readLeft(me.id, device.database)
  const sealed = new TextDecoder('latin1').decode(left?.sealed?.bytes)
  expect(sealed.length).toBeGreaterThan(200)
  expect(sealed).not.toMatch(/mutation|orderitems|unit_quantity/)
})

it('a ledger is kept for the person alone who has the key to it', async () => {
  await pick()
  await engine.saveNow()
  await signOut()
  const [left] = await readLeft(me.id, device.database)
  server.ledgerKey = () => 'x'.repeat(43)
  engine = await signInAgain()
  await engine.pullNow()
  expect(await engine.db.ended.count()).toBe(0)
  expect(await readLeft(me.id, device.database)).toEqual([left])
})

it('a ledger is kept over a sign-in and sign-out without the server', async () => {
  await pick()
  await engine.saveNow()
  const before = await engine.db.ended.toArray()
  await signOut()
  await device.session.offlineSignIn(me.username, 'harborvine')
  engine = await device.open()
  expect(await signOut()).toBe(true)
  engine = await signInAgain()
  await engine.pullNow()
  expect(await engine.db.ended.toArray()).toEqual(before)
  expect(await readLeft(me.id, device.database)).toEqual([])
})

it('a sign-out keeps everything if the server has given no key', async () => {
  server.ledgerKey = undefined
  ;({ device, engine } = await pulledDevice(server))
  await pick()
  await engine.saveNow()
  expect(await signOut()).toBe(false)
  expect(await databases()).toEqual(['larder-6'])
})

it('the next sign-out deletes a ledger of 14 days ago', async () => {
  await signOut()
  const leaveAfter = async (ms: number) => {
    device.clock.ms += ms
    await device.session.offlineSignIn(me.username, 'harborvine')
    engine = await device.open()
    await signOut()
    return (await readLeft(me.id, device.database)).length
  }
  expect(await leaveAfter(14 * DAY_MS)).toBe(2)
  expect(await leaveAfter(1)).toBe(2)
})

it('another tab does not take a sign-out for a storage that was cleared', async () => {
  const session = createSession({ env: device.env, device: device.deviceDb, iterations: 10 })
  await session.ready
  const other = await device.open({ session })
  expect(await signOut()).toBe(true)
  await expect(other.requireStorage()).rejects.toMatchObject({ kind: 'closed' })
  expect(other.status.get().storageTrouble).toBeNull()
  await other.close()
})
