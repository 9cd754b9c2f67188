import { spawn } from 'node:child_process'
import { QB_COLUMNS } from '#contract/invoices/quickbooks.ts'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkout } from '#server/env.ts'
import { postgresAccount } from '#server/platform/postgres/account.ts'
import { lockHolder } from '#server/platform/postgres/lock.ts'
import { isAlive } from '#server/platform/postgres/process.ts'
import { runningUrl } from '#server/platform/postgres/start.ts'
import { endAll, postmasterOf, quiet, run, runServer, temporaryFolder } from './server.ts'

/** One data folder for all: each test finds what the one before left, as on a real machine. */
let DATA_DIR: string
beforeAll(() => {
  DATA_DIR = temporaryFolder()
})
afterAll(endAll)

const start = () => runServer({ settings: { DATA_DIR } })

/** Until a file of another process says so. */
const waitFor = (condition: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 20_000, interval: 10 })

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: (await runningUrl(DATA_DIR)) ?? '' })
  client.on('error', () => {})
  await client.connect()
  return (await client.query<Record<string, unknown>>(text).finally(() => client.end())).rows
}

describe('the server', () => {
  it('takes PostgreSQL with it when it is ended with Ctrl+C', async () => {
    const server = start()
    await server.ready
    const postmaster = postmasterOf(DATA_DIR) ?? 0
    expect(postmaster).toBeGreaterThan(0)
    // as it comes from the terminal and from npm at once
    server.child.kill('SIGINT')
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH')
    expect(postmasterOf(DATA_DIR)).toBeNull()
    expect(server.out.stderr).toBe('')
  })

  it('says on /readyz that it stops, and goes on answering for DRAIN_S seconds', async () => {
    const server = runServer({ settings: { DATA_DIR, DRAIN_S: '3' } })
    const url = await server.ready
    server.child.kill('SIGTERM')
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await server.ended).toBe(0)
  })

  it('ends cleanly when the terminal is closed while it starts', async () => {
    const server = start()
    // it has taken the folder, and has not printed its address
    await waitFor(async () => (await runningUrl(DATA_DIR)) !== null)
    server.child.kill('SIGHUP')
    expect(await server.ended).toBe(0)
    expect(postmasterOf(DATA_DIR)).toBeNull()
  })

  it('ends cleanly when npm is killed, which passes on no signal', async () => {
    const shell = spawn('sh', ['-c', `"${process.execPath}" server/run.mjs main; true`], {
      cwd: checkout,
      env: { ...process.env, ...quiet, DATA_DIR, npm_lifecycle_event: 'start' },
    })
    await waitFor(async () => (await lockHolder(DATA_DIR)) !== null)
    const server = await lockHolder(DATA_DIR)
    shell.kill()
    await waitFor(async () => !isAlive(server!))
    expect(postmasterOf(DATA_DIR)).toBeNull()
  })

  it('has every acknowledged write after kill -9, and clears away what it left running', async () => {
    const first = start()
    await first.ready
    await query(`insert into companies (name) values ('Harbor Grill')`)
    const left = postmasterOf(DATA_DIR)
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    expect(postmasterOf(DATA_DIR)).toBe(left)

    const second = start()
    await second.ready
    expect(postmasterOf(DATA_DIR)).not.toBe(left)
    expect(await query('select name from companies')).toEqual([{ name: 'Harbor Grill' }])
    second.child.kill()
    await second.ended
  })

  it('has every acknowledged write after a power loss, whichever process has the old process ids now', async () => {
    const first = start()
    await first.ready
    await query(`insert into companies (name) values ('Pier 9')`)
    const postmaster = postmasterOf(DATA_DIR) ?? 0
    const note = path.join(DATA_DIR, 'postgres/data/postmaster.pid')
    const text = readFileSync(note, 'utf8')
    first.child.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await first.ended

    const account = await postgresAccount(path.join(DATA_DIR, 'postgres'))
    const stranger = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { ...account, cwd: '/' })
    await once(stranger, 'spawn')
    writeFileSync(note, text.replace(String(postmaster), String(stranger.pid)))
    const second = start()
    await second.ready
    expect(await query('select name from companies order by id')).toEqual([
      { name: 'Harbor Grill' },
      { name: 'Pier 9' },
    ])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    stranger.kill()
    second.child.kill()
    await second.ended
  })

  it('ends with one line when PostgreSQL is gone', async () => {
    const server = start()
    await server.ready
    process.kill(postmasterOf(DATA_DIR) ?? 0, 'SIGKILL')
    expect(await server.ended).toBe(1)
    expect(server.out.stderr).toMatch(/^PostgreSQL ended: see [^\n]+\n$/)
  })
})

describe('npm run user', () => {
  const add = (username: string, input = 'harborvine\n') =>
    run(['server/run.mjs', 'user', 'add', '--username', username, '--role', '1'], {
      settings: { DATA_DIR },
      input,
    })

  it('makes the first administrator without a server, and leaves no PostgreSQL behind', async () => {
    const command = add('boss')
    expect(await command.ended).toBe(0)
    expect(command.out).toEqual({
      stdout: `Database: data folder ${DATA_DIR}\nMade user "boss" with role 1.\n`,
      stderr: '',
    })
    expect(postmasterOf(DATA_DIR)).toBeNull()
  })

  it('forgets the passkeys of a user who has lost them, and of no other', async () => {
    const server = start()
    await server.ready
    await query(`insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      select 'key of ' || username, id, 'Laptop', 'x', 0, '{}', now() from users`)
    const forget = (username: string) =>
      run(['server/run.mjs', 'user', 'forget-passkeys', '--username', username], { settings: { DATA_DIR } })
    const done = forget('boss')
    expect(await done.ended).toBe(0)
    expect(done.out.stdout).toMatch(/\nRemoved 1 passkey of user "boss"\.\n$/)
    expect(await query('select id from passkeys')).toEqual([])
    const unknown = forget('nobody')
    expect([await unknown.ended, unknown.out.stderr]).toEqual([1, 'there is no user "nobody"\n'])
    server.child.kill()
    await server.ended
  })

  it('makes one beside a server that runs, and refuses a name that is taken', async () => {
    const server = start()
    await server.ready
    expect(await add('owner').ended).toBe(0)
    const again = add('owner')
    expect(await again.ended).toBe(1)
    expect(again.out.stderr).toBe('there is a user "owner" already\n')
    expect(await query('select username, role_id, is_staff, company_id from users order by id')).toEqual([
      { username: 'boss', role_id: 1, is_staff: true, company_id: null },
      { username: 'owner', role_id: 1, is_staff: true, company_id: null },
    ])
    server.child.kill()
    await server.ended
  })

  it('refuses a password under 8 characters (B175), and every other that the Users screen would', async () => {
    const command = add('late', 'vine\n')
    expect(await command.ended).toBe(1)
    expect(command.out.stderr).toBe('the password is too short: at least 8 characters\n')
    const common = add('latecomer', 'Latecomer-password\n')
    expect(await common.ended).toBe(1)
    expect(common.out.stderr).toMatch(/^the password is made of a word .* is too similar to the username/)
  })
})

describe('npm run setting', () => {
  /** What the command prints of settings, below the line that names the database. */
  const setting = async (...words: string[]) => {
    const command = run(['server/run.mjs', 'setting', ...words], { settings: { DATA_DIR } })
    const code = await command.ended
    const [place = '', ...lines] = command.out.stdout.split(/(?<=\n)/)
    if (code === 0) expect(place).toBe(`Database: data folder ${DATA_DIR}\n`)
    return { code, stdout: lines.join(''), stderr: command.out.stderr }
  }
  const CUTOFF = ': until when an order is in time, on the distributor’s clock\n'

  it('prints every setting with its default, and one by its name', async () => {
    const all = await setting()
    expect([all.code, all.stderr]).toEqual([0, ''])
    expect(all.stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
      'clock_hours = "24" (default)',
      'company_order_lines_a_day = "20000" (default)',
      'company_orders_a_day = "200" (default)',
      'company_orders_a_minute = "30" (default)',
      'contact_block = "" (default)',
      'cutoff = "18',
      'cutoff_days = "1" (default)',
      'dispute_mail = "" (default)',
      'idle_days = "60" (default)',
      'invoice_header = "" (default)',
      'keep_history_months = "24" (default)',
      'most_card_fee = "" (default)',
      'office_idle_hours = "12" (default)',
      'office_session_days = "30" (default)',
      'order_lines_a_day = "20000" (default)',
      'orders_a_day = "200" (default)',
      'orders_a_minute = "10" (default)',
      `qb_columns = "${QB_COLUMNS.join('|')}" (default)`,
      'second_factor_compulsory = "off" (default)',
      'session_days = "90" (default)',
      'weigh_ticket = "on" (default)',
      '',
    ])
    expect((await setting('cutoff')).stdout).toBe(`cutoff = "18:00" (default)${CUTOFF}`)
  })

  it('sets one for good beside a server that runs, and takes it back', async () => {
    const server = start()
    await server.ready
    expect(await setting('cutoff', '16:30')).toEqual({
      code: 0,
      stdout: `cutoff = "16:30"${CUTOFF}`,
      stderr: '',
    })
    expect(await query("select value, default_value from settings where name = 'cutoff'")).toEqual([
      { value: '16:30', default_value: '18:00' },
    ])
    expect((await setting('cutoff', '--default')).stdout).toBe(`cutoff = "18:00" (default)${CUTOFF}`)
    server.child.kill()
    await server.ended
  })

  it('refuses a value that it cannot be and a name that there is not, and changes nothing', async () => {
    const wrong = await setting('cutoff', '25:00')
    expect([wrong.code, wrong.stderr]).toEqual([1, 'cutoff="25:00" must be a time of day such as 18:00\n'])
    const unknown = await setting('cut_off', '18:00')
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'There is no setting "cut_off". (--help prints the usage)\n',
    ])
    expect((await setting('cutoff')).stdout).toBe(`cutoff = "18:00" (default)${CUTOFF}`)
  })
})
