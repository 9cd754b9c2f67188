import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkout } from '#server/env.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { freePort } from './product.ts'
import { endAll, run } from './server.ts'

const SECRET = 'what nobody may read'

/** `fetch` would take `..` out of an address before it is sent. */
function get(port: number, address: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: address }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })
}

describe('npm run dev', () => {
  let database: TestDatabase
  let port: number
  /** A data folder in the checkout, as `.data` is. */
  let folder: string
  beforeAll(async () => {
    mkdirSync(path.join(checkout, '.data'), { recursive: true, mode: 0o700 })
    folder = mkdtempSync(path.join(checkout, '.data/dev-test-'))
    for (const name of [
      'cert/server.key',
      'cert/authority.crt',
      'postgres/password',
      'page.html',
      'code.ts',
    ]) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), SECRET)
    }
    database = await testDatabase()
    port = await freePort()
    run(['scripts/dev.ts'], {
      settings: {
        PORT: String(port),
        API_PORT: String(await freePort()),
        DATABASE_URL: database.url,
        DATA_DIR: folder,
      },
    })
    await vi.waitFor(() => get(port, '/'), { timeout: 60_000 })
  })
  afterAll(async () => {
    await endAll()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('serves the page and its sources', async () => {
    expect((await get(port, '/')).text).toContain('/src/main.tsx')
    for (const address of [
      '/src/main.tsx',
      '/contract/permissions.ts',
      '/@vite/client',
      '/manifest.webmanifest',
      `/@fs${realpathSync(path.join(checkout, 'node_modules'))}/vite/dist/client/env.mjs`,
    ])
      expect([address, (await get(port, address)).status]).toEqual([address, 200])
    // A screen's address gives the page.
    expect((await get(port, '/orders')).text).toContain('/src/main.tsx')
  })

  it('serves nothing else of the checkout, by whatever address', async () => {
    const inside = path.relative(checkout, folder)
    const files = ['cert/server.key', 'cert/authority.crt', 'postgres/password', 'page.html', 'code.ts']
    const secret = files.map((name) => `${inside}/${name}`)
    const ways = [
      ...secret,
      'package.json',
      'server/env.ts',
      'README.md',
      'vite.config.ts',
      'tests/process/server.ts',
    ]
      .flatMap((file) => [
        `/${file}`,
        `//${file}`,
        `/./${file}`,
        `/src/../${file}`,
        `/src/%2e%2e/${file}`,
        `/src/..%2f${file}`,
        `/@fs${checkout}/${file}`,
        `/@fs${checkout}/src/../${file}`,
        `/@fs//${checkout}/${file}`,
        `/@id/${checkout}/${file}`,
        `/@id/${file}`,
      ])
      .flatMap((address) => [
        address,
        ...['?raw', '?url', '?inline', '?import&raw', '?import&raw??', '?import'].map(
          (more) => address + more,
        ),
      ])
    const told: string[] = []
    for (const address of ways) {
      const { status, text } = await get(port, address)
      const isPage = text.includes('/src/main.tsx') && !text.includes(SECRET)
      if (status === 200 && !isPage) told.push(`${address}: ${text.slice(0, 100)}`)
    }
    expect(told).toEqual([])
  })
})
