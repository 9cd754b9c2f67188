import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { connect, createServer, type TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkout } from '#server/env.ts'
import { makeServerCertificate } from '../../scripts/certificates.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { endAll, run, runServer, temporaryFolder } from './server.ts'

afterAll(endAll)

/** Returns the answer to a browser that trusts this authority. Rejects with the reason where the browser gets none. */
function answerFor(
  address: string,
  ca: string,
): Promise<{ status: number; hsts: string; fingerprint: string }> {
  return new Promise((resolve, reject) => {
    get(`${address}/readyz`, { ca, agent: false }, (response) => {
      response.resume()
      resolve({
        status: response.statusCode ?? 0,
        hsts: response.headers['strict-transport-security'] ?? '',
        fingerprint: (response.socket as TLSSocket).getPeerCertificate().fingerprint256,
      })
    }).on('error', reject)
  })
}

/**
 * Returns why a browser that trusts `ca` does not accept a server with this certificate as `name`; null where it does.
 */
async function refusalOf(name: string, { key, cert }: { key: string; cert: string }, ca: string) {
  const server = createServer({ key, cert })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reason = await new Promise<string | null>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: name, ca }, () => {
      socket.end()
      resolve(null)
    })
    socket.on('error', (error) => resolve(error.message))
  })
  server.close()
  return reason
}

/** Returns the warnings of a start. Where the tests run as root, the server's warning of that is left out. */
const warningsOf = (stderr: string) =>
  stderr.split('\n').filter((line) => line !== '' && !/runs as root|no security releases/.test(line))

describe('npm run cert', () => {
  let folder: string
  const file = (name: string) => path.join(folder, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')
  async function make(): Promise<string> {
    const command = run(['scripts/cert.ts', folder])
    expect(await command.ended).toBe(0)
    return command.out.stdout
  }
  let database: TestDatabase
  beforeEach(async () => {
    database = await testDatabase()
    folder = path.join(temporaryFolder(), 'cert')
    await make()
  })
  afterEach(() => database.drop())

  it('keeps the authority’s key away from the server’s files, and the authority for a second run', async () => {
    expect(readdirSync(folder).sort()).toEqual(['authority.crt', 'server.crt', 'server.key'])
    for (const name of ['authority.crt', 'server.key', 'server.crt', '../cert-authority/authority.key'])
      expect(statSync(file(name)).mode & 0o777).toBe(0o600)
    const authority = read('authority.crt')
    await make()
    expect(read('authority.crt')).toBe(authority)
  })

  it('makes an authority that lives a year and can sign for no other name', async () => {
    const authority = read('authority.crt')
    const { validFrom, validTo, subject } = new X509Certificate(authority)
    expect(Date.parse(validTo) - Date.parse(validFrom)).toBeLessThanOrEqual(366 * 86_400_000)
    expect(subject).toContain('Larder authority of')
    const signer = { key: read('../cert-authority/authority.key'), cert: authority }
    const life = { notBefore: new Date(Date.now() - 1_000), notAfter: new Date(Date.now() + 86_400_000) }
    const signed = (name: string) => makeServerCertificate(signer, { names: [name], addresses: [] }, life)
    expect(await refusalOf('localhost', await signed('localhost'), authority)).toBeNull()
    expect(await refusalOf('bank.example.com', await signed('bank.example.com'), authority)).toBe(
      'permitted subtree violation',
    )
  })

  it('replaces an authority of an earlier release, and its key', async () => {
    const before = read('authority.crt')
    writeFileSync(file('authority.key'), read('../cert-authority/authority.key'))
    writeFileSync(file('../cert-authority/permitted.json'), '{"names":["another-host"],"addresses":[]}')
    await make()
    expect(read('authority.crt')).not.toBe(before)
    expect(existsSync(file('authority.key'))).toBe(false)
  })

  it('prints the command of the README, which serves HTTPS unchanged, trusted through the authority', async () => {
    const command = /^ {2}(HOST=0\.0\.0\.0 .*) npm start$/m.exec(await make())?.[1] ?? ''
    const inReadme = command.replaceAll(path.relative(checkout, folder), '.data/cert')
    expect(readFileSync(path.join(checkout, 'README.md'), 'utf8')).toContain(`\n${inReadme} npm start\n`)

    const settings = Object.fromEntries(command.split(' ').map((word) => word.split('=') as [string, string]))
    const server = runServer({ settings: { DATABASE_URL: database.url, ...settings } })
    const address = await server.ready
    expect(address).toMatch(/^https:\/\/localhost:\d+$/)
    const authority = read('authority.crt')
    expect(await answerFor(address, authority)).toMatchObject({ status: 200, hsts: 'max-age=15552000' })
    await expect(answerFor(address, 'nobody I know')).rejects.toThrow(/certificate/)
    server.child.kill()
    expect(await server.ended).toBe(0)
    expect(warningsOf(server.out.stderr)).toEqual([])
  })

  it('renews the certificate of a running server at SIGHUP, which keeps the one before where the files are wrong', async () => {
    const server = runServer({
      settings: { DATABASE_URL: database.url, TLS_CERT: file('server.crt'), TLS_KEY: file('server.key') },
    })
    const address = await server.ready
    const authority = read('authority.crt')
    const { fingerprint: first } = await answerFor(address, authority)
    await make()
    expect((await answerFor(address, authority)).fingerprint).toBe(first)
    server.child.kill('SIGHUP')
    const second = new X509Certificate(read('server.crt')).fingerprint256
    await vi.waitFor(async () => expect((await answerFor(address, authority)).fingerprint).toBe(second))
    writeFileSync(file('server.crt'), 'no certificate\n')
    server.child.kill('SIGHUP')
    await vi.waitFor(() => expect(server.out.stdout).toContain('cannot be read again'))
    expect((await answerFor(address, authority)).fingerprint).toBe(second)
    server.child.kill()
    expect(await server.ended).toBe(0)
  })

  it('touches nothing for --help and for what it does not know', async () => {
    const cwd = temporaryFolder()
    const script = path.join(checkout, 'scripts/cert.ts')
    const help = run([script, '--help'], { cwd: checkout })
    expect([await help.ended, help.out.stdout]).toEqual([0, expect.stringMatching(/^Usage: npm run cert/)])
    for (const words of [['--hlep'], [path.join(cwd, 'a'), path.join(cwd, 'b')]]) {
      const wrong = run([script, ...words], { cwd: checkout })
      expect([await wrong.ended, wrong.out.stderr]).toEqual([2, expect.stringMatching(/^[^\n]+\n$/)])
    }
    expect(readdirSync(cwd)).toEqual([])
    expect(existsSync(path.join(checkout, '--help'))).toBe(false)
  })
})

it('a start on another host than loopback warns once where nothing gives HTTPS; HTTPS is for good', async () => {
  const { url, drop } = await testDatabase()
  const seen = async (settings: Record<string, string>) => {
    const server = runServer({ settings: { DATABASE_URL: url, ...settings } })
    const { headers } = await fetch(`${(await server.ready).replace('0.0.0.0', '127.0.0.1')}/readyz`)
    server.child.kill()
    await server.ended
    return [warningsOf(server.out.stderr), headers.get('strict-transport-security')]
  }
  expect(await seen({ HOST: '0.0.0.0' })).toEqual([
    [expect.stringMatching(/^Warning: HOST=0\.0\.0\.0 without TLS: ./)],
    null,
  ])
  expect(await seen({ HOST: '0.0.0.0', PUBLIC_URL: 'https://orders.example.com' })).toEqual([
    [],
    'max-age=15552000',
  ])
  expect(await seen({ HOST: '127.0.0.1' })).toEqual([[], null])
  await drop()
})
