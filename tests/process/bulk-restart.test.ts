/** The server is killed in the middle of a bulk run: each row says so, and Retry brings what is missing, nothing twice. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { generateInvoice, judgeGenerate } from '#features/bulk/generate-invoices.ts'
import { newRun } from '#src/kit/long-run.ts'
import { startRun, type Runner } from '#src/kit/long-runner.ts'
import { TestClock, testEnvironment } from '#src/sync/testing/device.ts'
import { PASSWORD } from '../factories/app.ts'
import { makeItem, makeOrder, nextId } from '../factories/business.ts'
import { makeHouse, orderAt, type House } from '../factories/house.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { endAll, runServer } from './server.ts'

let database: TestDatabase
let house: House

beforeEach(async () => {
  database = await testDatabase()
  house = await makeHouse(database.pool)
})
afterEach(async () => {
  await endAll()
  await database.drop()
})
afterAll(endAll)

const start = () => runServer({ settings: { DATABASE_URL: database.url } })

async function makePicked(): Promise<number> {
  const { id } = await makeOrder(database.pool, orderAt(house.location))
  await makeItem(database.pool, { order_id: id, unit_quantity: 2, picked: true })
  return id
}

/** Somebody of the office on a network that can lose answers; the server's address may change. */
async function sitDown(at: { address: string; isLost: (path: string) => boolean }) {
  const clock = new TestClock()
  clock.ms = Date.now()
  const env: Environment = {
    ...testEnvironment({ fetch: (input) => Promise.reject(new Error(input)) }, clock),
    async fetch(input, init) {
      const answer = await fetch(new URL(input, at.address), init)
      if (!at.isLost(input)) return answer
      await answer.arrayBuffer()
      throw new TypeError('Failed to fetch')
    },
  }
  const database = { indexedDB: new IDBFactory(), IDBKeyRange }
  const session = createSession({ env, device: openDeviceDatabase(database), iterations: 10 })
  await session.ready
  const signedIn = await session.signIn(house.people.office.username, PASSWORD)
  if (signedIn.kind !== 'in') throw new Error(signedIn.kind)
  return createClient({ env, session })
}

async function over(runner: Runner<unknown>): Promise<void> {
  await expect.poll(() => runner.isRunning(), { timeout: 20_000 }).toBe(false)
}

it('each row that was on its way says that the server cannot be reached; Retry after the restart makes every invoice once', async () => {
  const { pool } = database
  const orders: number[] = []
  while (orders.length < 6) orders.push(await makePicked())
  const [, lost, cut] = orders as [number, number, number]
  const first = start()
  const at = { address: await first.ready, isLost: (path: string) => path.includes(`orders/${lost}/`) }
  const client = await sitDown(at)
  // This one's call waits in the server, in the middle of its transaction's first step, until the server is gone.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from orders where id = $1 for update', [cut])

  const runner = startRun(
    newRun(
      orders.map((id) => ({ id })),
      ({ id }) => String(id),
      nextId,
    ),
    {
      atOnce: 1,
      act: (order, call) => generateInvoice(client, order, call),
      judge: judgeGenerate,
    },
    nextId,
  )
  const states = () => runner.get().run.rows.map(({ state: { at } }) => at)
  await expect
    .poll(states, { timeout: 20_000 })
    .toEqual(['done', 'failed', 'running', 'waiting', 'waiting', 'waiting'])
  first.child.kill('SIGKILL')
  await first.ended
  await over(runner)
  await holder.query('rollback')
  holder.release()
  const words = runner.get().run.rows.map(({ state }) => (state.at === 'failed' ? state.words : state.at))
  expect(words).toEqual([
    'done',
    ...orders.slice(1).map((id) => `Invoice ${id}: The server cannot be reached.`),
  ])

  at.address = await start().ready
  at.isLost = () => false
  runner.retry()
  await over(runner)
  expect(states()).toEqual(orders.map(() => 'done'))
  const { rows } = await pool.query(
    `select order_id, act from invoice_history where order_id = any($1) order by order_id`,
    [orders],
  )
  expect(rows).toEqual(orders.map((order_id) => ({ order_id, act: 'generated' })))
})
