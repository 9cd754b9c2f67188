import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { endAll, run, runServer, temporaryFolder } from './server.ts'

afterAll(endAll)

const ADMIN_LINE =
  'Nobody can administer this yet. Make the first administrator: npm run user -- add --username NAME --role 1'

const signIn = (address: string, username: string) =>
  fetch(`${address}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': 'a browser' },
    body: JSON.stringify({ username, password: 'harborvine' }),
  })

/** Starts a server and ends it after `look`; returns the plain lines that it printed. */
async function started(
  settings: Record<string, string>,
  look: (address: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const server = runServer({ settings })
  const address = (await server.ready).replace('0.0.0.0', '127.0.0.1')
  await look(address)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  return server.out.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
}

/** Where a server is no demo, whatever it finds: with the reason that its start gives. */
const ELSEWHERE: [string, Record<string, string>][] = [
  ['NODE_ENV=production', { NODE_ENV: 'production', DEMO: '' }],
  ['HOST=0.0.0.0', { HOST: '0.0.0.0', NODE_ENV: '', DEMO: '' }],
  ['DEMO=0', { NODE_ENV: '', DEMO: '0' }],
]

describe('an empty database', () => {
  let database: TestDatabase
  beforeEach(async () => void (database = await testDatabase()))
  afterEach(() => database.drop())

  it.each(ELSEWHERE)('stays empty with %s, and the start says how to begin', async (_, settings) => {
    const lines = await started({ DATABASE_URL: database.url, ...settings }, async (address) => {
      expect(await (await fetch(`${address}/api/demo`)).json()).toEqual({
        demo: false,
        sign_ins: [],
        password: '',
      })
      expect((await signIn(address, 'admin')).status).toBe(401)
    })
    expect(lines.filter((line) => line === ADMIN_LINE)).toHaveLength(1)
    expect((await database.pool.query('select from users')).rowCount).toBe(0)
  })

  it('becomes a demo on the loopback, but not once a person has begun to work in it', async () => {
    const settings = { DATABASE_URL: database.url, NODE_ENV: '', DEMO: '' }
    await database.pool.query(`update settings set value = '17:30' where name = 'cutoff'`)
    expect(await started(settings)).toContain(ADMIN_LINE)
    await database.pool.query(`update settings set value = null where name = 'cutoff'`)
    expect((await started(settings)).at(-1)).toBe('The password of each is harborvine')
  })
})

/** A customer's order of the demo's catalogue with its invoice and payment, all of yesterday. */
async function addRealOrder({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`
    insert into orders (company_id, company_location_id, delivery_date, placed_date, created_date, placed_at)
    values (1, 1, current_date - 1, current_date - 2, now() - interval '2 days', now() - interval '2 days')
    returning id`)
  const id = rows[0]!.id
  await pool.query(
    `insert into invoices (order_id, document, subtotal, grand_total, created_at)
     values ($1, '{}', 10, 10, now() - interval '1 day')`,
    [id],
  )
  await pool.query(
    `insert into payments (id, order_id, method, status, invoice_total, amount, created_at, modified_at)
     values (gen_random_uuid(), $1, 'external', 'succeeded', 10, 10, now() - interval '1 day', now() - interval '1 day')`,
    [id],
  )
  return id
}

/** Every day and time that a start could move, as one text. */
async function datesOf({ pool }: TestDatabase, condition: string): Promise<string> {
  const { rows } = await pool.query<{ dates: string }>(`
    select jsonb_agg(jsonb_build_array(o.id, o.delivery_date, o.placed_date, o.created_date, o.placed_at, i.created_at,
             p.created_at, p.modified_at) order by o.id, p.id)::text as dates
      from orders o left join invoices i on i.order_id = o.id left join payments p on p.order_id = o.id
     where ${condition}`)
  return rows[0]!.dates
}

const setBack = ({ pool }: TestDatabase) =>
  pool.query(`update facts set value = to_char(current_date - 3, 'YYYY-MM-DD') where key = 'demo'`)

describe('a database with demo data', () => {
  let database: TestDatabase
  beforeEach(async () => void (database = await testDatabase({ demo: true })))
  afterEach(() => database.drop())

  it('has the demo’s rows moved to today at a start, and nothing that people added', async () => {
    const order = await addRealOrder(database)
    const [real, demo] = [`o.id = ${order}`, `o.id < ${order}`]
    const [before, demoBefore] = [await datesOf(database, real), await datesOf(database, demo)]
    await setBack(database)
    await started({ DATABASE_URL: database.url, DEMO: '1' }, async (address) => {
      expect((await signIn(address, 'admin')).status).toBe(200)
    })
    expect(await datesOf(database, real)).toBe(before)
    expect(await datesOf(database, demo)).not.toBe(demoBefore)
  })

  it.each(ELSEWHERE)('is left alone with %s, and lets no demo account in', async (reason, settings) => {
    await setBack(database)
    const before = await datesOf(database, 'true')
    const lines = await started({ DATABASE_URL: database.url, ...settings }, async (address) => {
      for (const username of ['admin', 'picker', 'chef'])
        expect((await signIn(address, username)).status).toBe(401)
      expect(await (await fetch(`${address}/api/demo`)).json()).toMatchObject({ demo: false, password: '' })
    })
    expect(await datesOf(database, 'true')).toBe(before)
    expect(lines.filter((line) => line.includes('no demo'))).toEqual([
      `This database holds demo data, and this server is no demo (${reason}): the demo’s accounts cannot sign in.`,
    ])
    expect(lines).toContain(ADMIN_LINE)
  })

  it('ends the sessions of demo accounts where it is no demo any more', async () => {
    let session = { access: '', refresh: '' }
    await started({ DATABASE_URL: database.url, DEMO: '1' }, async (address) => {
      session = (await (await signIn(address, 'office')).json()) as typeof session
    })
    await started({ DATABASE_URL: database.url, DEMO: '0' }, async (address) => {
      const headers = { authorization: `Bearer ${session.access}`, 'content-type': 'application/json' }
      expect((await fetch(`${address}/api/orders`, { headers })).status).toBe(401)
      const refresh = await fetch(`${address}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-id': 'a browser' },
        body: JSON.stringify({ refresh: session.refresh }),
      })
      expect([refresh.status, await refresh.json()]).toEqual([
        401,
        expect.objectContaining({ code: 'account_closed' }),
      ])
    })
  })
})

describe('npm run demo', () => {
  let database: TestDatabase
  beforeEach(async () => void (database = await testDatabase({ demo: true })))
  afterEach(() => database.drop())

  const demo = async (words: string[] = [], settings: Record<string, string> = {}) => {
    const command = run(['server/run.mjs', 'demo', ...words], {
      settings: { DATABASE_URL: database.url, DEMO: '', ...settings },
    })
    return { code: await command.ended, ...command.out }
  }
  const epoch = async () =>
    (await database.pool.query<{ value: string }>(`select value from facts where key = 'epoch'`)).rows[0]
      ?.value

  it('prints its usage for --help, and refuses what it does not know with 2 and one line', async () => {
    const before = await epoch()
    const help = await demo(['--help'])
    expect([help.code, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toMatch(/^Usage: npm run demo .*\nDeletes everything/)
    for (const word of ['--agian', 'again', '-h', '--again=no']) {
      const refused = await demo([word])
      expect([refused.code, refused.stdout]).toEqual([2, ''])
      expect(refused.stderr).toMatch(/^[^\n]+\n$/)
    }
    expect(await epoch()).toBe(before)
  })

  it('makes the demo again, and says which database it was', async () => {
    const before = await epoch()
    const made = await demo()
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^Made the demo again in DATABASE_URL \([^@\n]+\/test_[0-9a-f]+\): /)
    expect(await epoch()).not.toBe(before)
  })

  it('names what people have added, and deletes it only with --again', async () => {
    const before = await epoch()
    await addRealOrder(database)
    const refused = await demo()
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/: 1 order, 1 payment, 1 invoice\. "npm run demo -- --again" [^\n]+\n$/)
    expect(await epoch()).toBe(before)
    expect((await demo(['--again'])).code).toBe(0)
    expect(await epoch()).not.toBe(before)
  })

  it('refuses a database that is no demo, one with a running server, and a place that is none', async () => {
    const before = await epoch()
    const running = runServer({ settings: { DATABASE_URL: database.url, DEMO: '1' } })
    await running.ready
    const beside = await demo(['--again'])
    expect([beside.code, beside.stderr]).toEqual([
      1,
      expect.stringMatching(/^a server is running on [^\n]+: stop it first\n$/),
    ])
    running.child.kill()
    await running.ended
    const production = await demo(['--again'], { NODE_ENV: 'production' })
    expect([production.code, production.stderr]).toEqual([1, expect.stringMatching(/^NODE_ENV=production: /)])
    expect(await epoch()).toBe(before)

    const real = await testDatabase()
    await real.pool.query(`insert into companies (name) values ('Harbor Grill')`)
    const refused = await demo(['--again'], { DATABASE_URL: real.url })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/ holds no demo[^\n]+\n$/)])
    expect((await real.pool.query('select from companies')).rowCount).toBe(1)
    await real.drop()
  })

  it('makes no database where there is none, and leaves a running one’s folder alone', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'data')
    const none = await demo([], { DATABASE_URL: '', DATA_DIR })
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^there is no database in [^\n]+\n$/)])
    expect(readdirSync(path.dirname(DATA_DIR))).toEqual([])
    const server = runServer({ settings: { DATA_DIR } })
    await server.ready
    const beside = await demo([], { DATABASE_URL: '', DATA_DIR })
    expect([beside.code, beside.stderr]).toEqual([
      1,
      `a server is running on data folder ${DATA_DIR} (process ${server.child.pid}): stop it first\n`,
    ])
    server.child.kill()
    await server.ended
  })
})
