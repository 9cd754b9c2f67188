import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { endAll, runServer } from './server.ts'

const admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
const url = process.env['TEST_DATABASE_URL']?.replace(/postgres$/, 'several_servers') ?? ''

beforeEach(async () => {
  await admin.connect()
  await admin.query('create database several_servers')
})
afterEach(async () => {
  await admin.query('drop database several_servers with (force)')
  await admin.end()
})
afterAll(endAll)

it('two servers that start at once on an empty PostgreSQL of another kind share it', async () => {
  const servers = [1, 2].map(() => runServer({ settings: { DATABASE_URL: url } }))
  const addresses = await Promise.all(servers.map(({ ready }) => ready))
  for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200)
  for (const { child, ended } of servers) {
    child.kill()
    expect(await ended).toBe(0)
  }
})
