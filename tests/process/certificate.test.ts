import { readFileSync, statSync } from 'node:fs'
import { get } from 'node:https'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../setup/database.ts'
import { endAll, run, runServer, temporaryFolder } from './server.ts'

afterAll(endAll)

/** The status that a browser gets which trusts this authority, or the reason for which it gets none. */
function statusFor(address: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${address}/readyz`, { ca }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

it('npm run cert makes what the server speaks HTTPS with, trusted through its authority', async () => {
  const folder = temporaryFolder()
  const file = (name: string) => path.join(folder, name)
  const make = () => run(['scripts/cert.ts', folder]).ended
  expect(await make()).toBe(0)
  for (const name of ['authority.key', 'authority.crt', 'server.key', 'server.crt']) {
    expect(statSync(file(name)).mode & 0o777).toBe(0o600)
  }
  const authority = readFileSync(file('authority.crt'), 'utf8')
  // with a new address of this machine it is made again, and the phones go on trusting it
  expect(await make()).toBe(0)
  expect(readFileSync(file('authority.crt'), 'utf8')).toBe(authority)

  const { url, drop } = await testDatabase()
  const settings = { DATABASE_URL: url, TLS_CERT: file('server.crt'), TLS_KEY: file('server.key') }
  const server = runServer({ settings })
  const address = await server.ready
  expect(address).toMatch(/^https:\/\/localhost:\d+$/)
  expect(await statusFor(address, authority)).toBe(200)
  await expect(statusFor(address, 'nobody I know')).rejects.toThrow(/certificate/)
  server.child.kill()
  expect(await server.ended).toBe(0)
  await drop()
})
