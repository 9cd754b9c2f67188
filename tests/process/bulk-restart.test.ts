/** The server is killed in the middle of a bulk run: each row says so, and Retry does only what is missing. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createClient, type Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { failureText } from '#features/bulk/failure-text.ts'
import { generateInvoice, judgeGenerate } from '#features/bulk/generate-invoices.ts'
import { firstDraft } from '#features/bulk/mail-drafts.ts'
import { judgeMail, mailDraft, type Mail } from '#features/bulk/mail-invoices.ts'
import { judgeMerge, mergeOrders } from '#features/bulk/merge-orders.ts'
import { fetchItems } from '#features/bulk/queries.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { newRun } from '#src/kit/long-run/long-run.ts'
import { startRun, type Job, type Runner } from '#src/kit/long-run/long-runner.ts'
import { TestClock, testEnvironment } from '#src/sync/testing/device.ts'
import { untilSomebodyWaits } from '../factories/behind-lock.ts'
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

/** Signs an office user in, on a network that can lose answers; the server's address may change. */
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

/** Kills the server in the middle of this run, and waits until the run has ended. */
async function kill(server: ReturnType<typeof start>, runner: Runner<unknown>): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
  await over(runner)
}

/** Runs this statement in another user's transaction, which holds its locks until the returned function is called. */
async function hold(sql: string, ...values: unknown[]): Promise<() => Promise<void>> {
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query(sql, values)
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}
const holdOrder = (id: number) => hold('select from orders where id = $1 for update', id)

const states = ({ get }: Runner<unknown>) => get().run.rows.map(({ state: { at } }) => at)
const wordsOf = ({ get }: Runner<unknown>) =>
  get().run.rows.map(({ state }) => (state.at === 'failed' ? state.words : state.at))
const run = <T>(values: readonly T[], job: Job<T>) =>
  startRun(
    newRun(values, (value) => JSON.stringify(value), nextId),
    job,
    nextId,
  )
async function reaches(runner: Runner<unknown>, wanted: string[]): Promise<void> {
  await expect.poll(() => states(runner), { timeout: 20_000 }).toEqual(wanted)
}
/** The answer to the first row is lost. The second row is on its way when the server ends. */
const CUT = ['failed', 'running', 'waiting']

it('each row that was on its way says that the server cannot be reached; Retry after the restart makes every invoice once', async () => {
  const { pool } = database
  const orders: number[] = []
  while (orders.length < 6) orders.push(await makePicked())
  const [, lost, cut] = orders as [number, number, number]
  const first = start()
  const at = { address: await first.ready, isLost: (path: string) => path.includes(`orders/${lost}/`) }
  const client = await sitDown(at)
  // This row's call waits in the server, in its transaction's first step, until the server is gone.
  const release = await holdOrder(cut)

  const runner = run(
    orders.map((id) => ({ id })),
    { atOnce: 1, act: (order, call) => generateInvoice(client, order, call), judge: judgeGenerate },
  )
  await reaches(runner, ['done', 'failed', 'running', 'waiting', 'waiting', 'waiting'])
  await untilSomebodyWaits(database.pool)
  await kill(first, runner)
  await release()
  expect(wordsOf(runner)).toEqual([
    'done',
    ...orders.slice(1).map((id) => `Invoice ${id}: The server cannot be reached.`),
  ])

  at.address = await start().ready
  at.isLost = () => false
  runner.retry()
  await over(runner)
  expect(states(runner)).toEqual(orders.map(() => 'done'))
  const { rows } = await pool.query(
    `select order_id, act from invoice_history where order_id = any($1) order by order_id`,
    [orders],
  )
  expect(rows).toEqual(orders.map((order_id) => ({ order_id, act: 'generated' })))
})

it('mails: Retry after the restart has every invoice in the outbox once', async () => {
  const { pool } = database
  const first = start()
  const at = { address: await first.ready, isLost: (_path: string) => false }
  const client = await sitDown(at)
  const mails: Mail[] = []
  while (mails.length < 3) {
    const id = await makePicked()
    await client.api('POST', `orders/${id}/generateinvoice`)
    const invoice = readInvoice(await client.api('GET', `orders/${id}/invoice`))
    const draft = { ...firstDraft(invoice), main_address: 'chef@example.com' }
    mails.push({ invoice, draft })
  }
  const ids = mails.map(({ invoice }) => invoice.order_id)
  at.isLost = (path) => path.endsWith(`orders/${ids[0]}/invoice/email`)
  const release = await holdOrder(ids[1]!)
  const pdf = async () => new Blob(['%PDF-1.7'])
  const runner = run(mails, {
    atOnce: 1,
    act: (mail, { key }) => mailDraft(client, mail, key, pdf),
    judge: judgeMail,
  })
  await reaches(runner, CUT)
  await untilSomebodyWaits(database.pool)
  await kill(first, runner)
  await release()
  // The third row did not get as far as its mail.
  expect(wordsOf(runner)).toEqual([
    ...ids
      .slice(0, 2)
      .map((id) => `There was an error processing Invoice: ${id}\nThe server cannot be reached.`),
    `Invoice: ${ids[2]}\nThe server cannot be reached.`,
  ])

  at.address = await start().ready
  at.isLost = () => false
  runner.retry()
  await over(runner)
  expect(states(runner)).toEqual(ids.map(() => 'done'))
  const { rows } = await pool.query('select order_id from mails where order_id = any($1) order by order_id', [
    ids,
  ])
  expect(rows).toEqual(ids.map((order_id) => ({ order_id })))
})

it('a merge that was cut off is not half done; Retry after the restart does it, and once more where its answer was lost', async () => {
  const { pool } = database
  const [base, one, two] = [await makePicked(), await makePicked(), await makePicked()]
  const first = start()
  const at = { address: await first.ready, isLost: (_path: string) => false }
  const client = await sitDown(at)
  const ordered = async () => {
    const { rows } = await pool.query<{ order_id: number; ordered: number }>(
      `select order_id, sum(units_ordered)::int as ordered from order_items where order_id = any($1)
        group by order_id order by order_id`,
      [[base, one, two]],
    )
    return rows.map(({ order_id, ordered }) => [order_id, ordered])
  }
  const before = await ordered()
  // The merge waits at this lock after it has moved the lines, in a transaction that never ends.
  const release = await hold('lock table merged_lines in access exclusive mode')
  const runner = run([{ base_order: base, orders_to_merge: [one, two] }], {
    atOnce: 1,
    act: (merge, call) => mergeOrders(client, merge, call),
    judge: judgeMerge,
  })
  await untilSomebodyWaits(database.pool)
  await kill(first, runner)
  await release()
  expect(wordsOf(runner)).toEqual(['The server cannot be reached.'])
  expect(await ordered()).toEqual(before)

  at.address = await start().ready
  at.isLost = (path) => path.includes('mergeorders')
  runner.retry()
  await over(runner)
  expect(states(runner)).toEqual(['failed'])
  at.isLost = () => false
  runner.retry()
  await over(runner)
  expect(states(runner)).toEqual(['done'])
  expect(await ordered()).toEqual([[base, before.reduce((sum, [, each]) => sum + each!, 0)]])
})

it.each([
  {
    what: 'exported invoices',
    table: 'invoices',
    read: (client: Client, id: number) => client.file(`orders/${id}/invoice/downloadexport`),
  },
  {
    what: 'delivery tickets',
    table: 'order_items',
    read: (client: Client, id: number) => fetchItems(client, [id]),
  },
])(
  '$what: no file is made while rows are missing unsaid; Retry after the restart makes one of all',
  async ({ table, read }) => {
    const orders = [await makePicked(), await makePicked(), await makePicked()]
    const first = start()
    const at = { address: await first.ready, isLost: () => false }
    const client = await sitDown(at)
    for (const id of orders) await client.api('POST', `orders/${id}/generateinvoice`)
    const release = await hold(`lock table ${table} in access exclusive mode`)
    const files: number[][] = []
    const runner = run(orders, {
      atOnce: 1,
      act: (id) => read(client, id),
      judge: (id, error) => ({ heading: '', words: failureText(id, error) }),
      finish: async (done) => void files.push([...done]),
    })
    await reaches(runner, ['running', 'waiting', 'waiting'])
    await kill(first, runner)
    await release()
    expect(wordsOf(runner)).toEqual(orders.map((id) => `Invoice ${id}: The server cannot be reached.`))
    expect(files).toEqual([])

    at.address = await start().ready
    runner.retry()
    await over(runner)
    expect(files).toEqual([orders])
  },
)
