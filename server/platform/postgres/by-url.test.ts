import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
