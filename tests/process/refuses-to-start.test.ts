import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../setup/database.ts'
import { endAll, postmasterOf, run, runServer, temporaryFolder } from './server.ts'

afterAll(endAll)

/** Starts the server, which must end with code 1, and returns its one line of reason. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const { ended, out } = runServer({ settings })
  expect(await ended).toBe(1)
  expect(out.stdout).toBe('')
  expect(out.stderr).toMatch(/^[^\n]+\n$/)
  return out.stderr
}

describe('a start that cannot work says why in one line, ends with 1 and touches nothing', () => {
  it('a setting with a bad value', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'data')
    expect(await refusal({ DATA_DIR, TIME_ZONE: 'Mars/Olympus' })).toMatch(
      /^TIME_ZONE="Mars\/Olympus" is not valid/,
    )
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('certificate files that are no PEM', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'data')
    const file = path.join(temporaryFolder(), 'no-certificate')
    writeFileSync(file, 'no certificate\n')
    expect(await refusal({ DATA_DIR, TLS_CERT: file, TLS_KEY: file })).toMatch(
      /^TLS_CERT=.*no-certificate and TLS_KEY=.*no-certificate are no certificate in PEM form with its key: /,
    )
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('a port that is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const DATA_DIR = path.join(temporaryFolder(), 'data')
    expect(await refusal({ DATA_DIR, PORT: String(port) })).toMatch(`port ${port} on 127.0.0.1 is taken`)
    expect(existsSync(DATA_DIR)).toBe(false)
    other.close()
  })

  it('a DATABASE_URL at which no server answers', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'data')
    // port 1 of the loopback is reserved, and no program listens at it
    const line = await refusal({ DATA_DIR, DATABASE_URL: 'postgres://larder:harborvine@127.0.0.1:1/larder' })
    expect(line).toMatch(/^DATABASE_URL \(127\.0\.0\.1:1\/larder\) cannot be used: .*ECONNREFUSED/)
    expect(line).not.toMatch('harborvine')
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('a database that a later release has migrated; commands refuse it too, and one of an earlier release', async () => {
    const { pool, url, drop } = await testDatabase()
    const said = async (name: string) => {
      const { ended, out } = run(['server/run.mjs', name], { settings: { DATABASE_URL: url } })
      return [await ended, out.stderr]
    }
    await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12)`)
    expect(await refusal({ DATABASE_URL: url })).toMatch(/^the database is of a later release of Larder: /)
    expect(await said('setting')).toEqual([1, expect.stringMatching(/^the database is of a later release/)])
    await pool.query(
      'delete from drizzle.__drizzle_migrations where id in (select id from drizzle.__drizzle_migrations order by id desc limit 2)',
    )
    expect(await said('setting')).toEqual([
      1,
      expect.stringMatching(/^the database is of an earlier release/),
    ])
    await drop()
  })

  it('a data folder of another PostgreSQL version', async () => {
    const DATA_DIR = temporaryFolder()
    const data = path.join(DATA_DIR, 'postgres/data')
    mkdirSync(data, { recursive: true })
    writeFileSync(path.join(data, 'PG_VERSION'), '17\n')
    expect(await refusal({ DATA_DIR })).toMatch(
      `data folder ${DATA_DIR} belongs to PostgreSQL 17, and this is 18`,
    )
    const inside = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })
    expect(new Set(inside)).toEqual(new Set(['postgres', 'postgres/data', 'postgres/data/PG_VERSION']))
  })

  it('a data folder that another server uses, which goes on', async () => {
    const DATA_DIR = temporaryFolder()
    const first = runServer({ settings: { DATA_DIR } })
    const address = await first.ready
    const postmaster = postmasterOf(DATA_DIR)
    expect(await refusal({ DATA_DIR })).toBe(
      `data folder ${DATA_DIR} is in use by process ${first.child.pid}\n`,
    )
    expect(postmasterOf(DATA_DIR)).toBe(postmaster)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })
})
