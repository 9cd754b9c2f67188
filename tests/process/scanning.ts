/** Devices that scan on one order, against a server that a test takes away. */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Engine } from '#src/sync/engine.ts'
import { makeItem, makeOrder, makeUser } from '../factories/business.ts'
import { makeHouse, orderAt, type House } from '../factories/house.ts'
import { networkDevice } from '../factories/network-device.ts'
import { chanceOf } from '../sim/chance.ts'

const LINES = 5
const DEVICES = 4
const SCANS_A_DEVICE = 60
export const ALL_SCANS = DEVICES * SCANS_A_DEVICE
/** Between two scans of a device. */
const SCAN_MS = 20
export const WITHIN = { timeout: 60_000, interval: 50 }

export interface Scanning {
  house: House
  /** Opens a device for each picker, which sends and listens by itself. */
  open(url: string): Promise<void>
  /** Scans until each device has scanned all. */
  scan(): Promise<void>
  /** How many scans the server has applied. */
  applied(): Promise<number>
  /** Each scan is in the database once, every device sees all of them, and none holds anything. */
  expectAll(): Promise<void>
  close(): Promise<void>
}

/** @param pool of the database, wherever it is by then */
export async function prepareScanning(pool: pg.Pool): Promise<Scanning> {
  const house = await makeHouse(pool)
  const order = await makeOrder(pool, orderAt(house.location))
  const items: string[] = []
  for (let n = 0; n < LINES; n += 1) items.push((await makeItem(pool, { order_id: order.id })).id)
  const pickers: string[] = []
  for (let n = 0; n < DEVICES; n += 1) pickers.push((await makeUser(pool, 'picker')).username)
  const engines: Engine[] = []
  const faults: unknown[] = []
  const counts = items.map(() => ALL_SCANS / LINES)

  /** One line after the other, each scan stored before the next. */
  async function scanOn(engine: Engine): Promise<void> {
    for (let n = 0; n < SCANS_A_DEVICE; n += 1) {
      const entity_id = items[n % LINES]!
      const { unit_quantity = 0 } = (await engine.db.items.get(entity_id)) ?? {}
      const stored = await engine.commit([
        {
          entity: 'orderitems',
          entity_id,
          method: 'PATCH',
          body: { unit_quantity: unit_quantity + 1, scanned: true },
          adds: { unit_quantity: 1 },
          raw_scan: '012345678905',
        },
      ])
      if (stored.kind !== 'committed') throw new Error(stored.message)
      await delay(SCAN_MS)
    }
  }
  const scanning: Scanning = {
    house,
    async open(url) {
      for (const [n, username] of pickers.entries()) {
        const chance = chanceOf(n, 'scanning')
        const open = await networkDevice({ url, username, chance, report: (error) => faults.push(error) })
        const engine = await open({ running: true, stream: true })
        engine.setCadence('scan')
        await engine.pullNow()
        engines.push(engine)
      }
    },
    scan: async () => void (await Promise.all(engines.map(scanOn))),
    async applied() {
      const { rows } = await pool.query<{ n: string }>(
        `select count(*) as n from mutations where outcome = 'applied'`,
      )
      return Number(rows[0]!.n)
    },
    async expectAll() {
      for (const engine of engines) engine.nudge('online')
      await expect.poll(scanning.applied, WITHIN).toBe(ALL_SCANS)
      for (const { db } of engines) await expect.poll(() => db.outbox.count(), WITHIN).toBe(0)
      const { rows } = await pool.query<{ count: number }>(
        'select unit_quantity as count from order_items where id = any($1)',
        [items],
      )
      expect(rows.map(({ count }) => count)).toEqual(counts)
      for (const { db } of engines)
        await expect
          .poll(async () => (await db.items.bulkGet(items)).map((item) => item?.unit_quantity), WITHIN)
          .toEqual(counts)
      expect(faults).toEqual([])
    },
    async close() {
      for (const engine of engines) await engine.close()
    },
  }
  return scanning
}
