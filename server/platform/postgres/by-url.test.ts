import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { checkDatabaseUrl } from './by-url.ts'

/** A host that takes connections and says nothing, as behind a firewall or on the wrong port. */
const silent = createServer()
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
afterAll(() => silent.close())
const at = (user: string) => {
  const { port } = silent.address() as AddressInfo
  return `postgres://${user}@127.0.0.1:${port}/larder`
}

it('gives up on a database that does not answer, without showing the password', async () => {
  const check = checkDatabaseUrl(at('larder:harborvine'), { patienceMs: 200 })
  await expect(check).rejects.toThrow(/^DATABASE_URL \(127\.0\.0\.1:\d+\/larder\) cannot be used: .*timeout/)
  await expect(check).rejects.not.toThrow('harborvine')
})

it('takes a database that answers and says what another refuses', async () => {
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  await checkDatabaseUrl(url)
  const missing = new URL(url)
  missing.pathname = '/nowhere'
  await expect(checkDatabaseUrl(missing.href)).rejects.toThrow('database "nowhere" does not exist')
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(checkDatabaseUrl(wrong.href)).rejects.toThrow('password authentication failed')
})

it('names the setting where its address has a part that cannot be used, such as a file that is not there', async () => {
  const of = (rest: string) => checkDatabaseUrl(`postgres://larder:${rest}`)
  await expect(of('vine@127.0.0.1/larder?sslrootcert=/nowhere/ca.pem')).rejects.toThrow(
    /^DATABASE_URL \(127\.0\.0\.1\/larder\) cannot be used: ENOENT.*ca\.pem/,
  )
  await expect(of('%ff@127.0.0.1/larder')).rejects.toThrow(
    /^DATABASE_URL \(127\.0\.0\.1\/larder\) cannot be used: /,
  )
})

it('refuses a database in which not every letter can be stored', async () => {
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `latin_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  await admin.query(
    `create database ${name} template template0 encoding 'LATIN1' locale_provider 'libc' locale 'C'`,
  )
  const latin = new URL(url)
  latin.pathname = `/${name}`
  await expect(checkDatabaseUrl(latin.href)).rejects.toThrow(
    / is encoded in LATIN1: UTF-8 is needed\. "npm run backup" still works/,
  )
  await checkDatabaseUrl(latin.href, { anyEncoding: true })
})
