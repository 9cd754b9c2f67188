import { syncBuiltinESMExports } from 'node:module'
import os, { hostname } from 'node:os'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { networkAddresses } from './addresses.ts'
import { addHostRule, isKnownHost } from './hosts.ts'
import type { Problem } from './problem.ts'

const PUBLIC = { HOST: '0.0.0.0', PUBLIC_URL: 'https://orders.example.com:8443' }
const LOCAL = { HOST: '127.0.0.1', PUBLIC_URL: undefined }
const OPEN = { HOST: '0.0.0.0', PUBLIC_URL: undefined }

const apps: Array<ReturnType<typeof Fastify>> = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

/** A server with these settings: asks it by a host name, and gives the status and the lines that it logged. */
function serverWith(settings: Parameters<typeof addHostRule>[1], { trustProxy = false } = {}) {
  const lines: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  const app = Fastify({ logger, trustProxy })
  apps.push(app)
  app.setErrorHandler<Problem>((error, _request, reply) => reply.code(error.status).send(error.body))
  addHostRule(app, settings)
  app.get('/', () => 'here')
  app.get('/healthz', () => 'here')
  return {
    lines,
    ask: (host: string, url = '/', headers = {}) => app.inject({ url, headers: { ...headers, host } }),
  }
}

it('a server is known by PUBLIC_URL, by loopback, and by the names and addresses of its machine', () => {
  const own = [hostname(), hostname().toUpperCase(), ...networkAddresses()]
  for (const name of ['orders.example.com', 'Orders.Example.com.', 'localhost', '127.0.0.1', '[::1]', ...own])
    expect([name, isKnownHost(name, PUBLIC)]).toEqual([name, true])
  for (const name of ['evil.example', 'orders.example.com.evil.example', '', 'example.com'])
    expect([name, isKnownHost(name, PUBLIC)]).toEqual([name, false])
})

it('the networks of the machine are read once a minute, however many calls come, and then again', () => {
  let now = performance.now() + 3_600_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const networks = vi.spyOn(os, 'networkInterfaces')
  const address = (last: number): ReturnType<typeof os.networkInterfaces> => {
    const fixed = { netmask: '255.255.255.0', family: 'IPv4', mac: '02:00:00:00:00:01' } as const
    return { eth0: [{ ...fixed, address: `192.0.2.${last}`, internal: false, cidr: null }] }
  }
  networks.mockImplementation(() => address(7))
  syncBuiltinESMExports()
  try {
    for (let n = 0; n < 3; n++) expect(isKnownHost('192.0.2.7', PUBLIC)).toBe(true)
    expect(networks).toHaveBeenCalledTimes(1)
    networks.mockImplementation(() => address(8))
    now += 1_000
    // A new address of the machine is known soon, and a former one for a minute at most.
    expect(isKnownHost('192.0.2.8', PUBLIC)).toBe(true)
    networks.mockImplementation(() => address(9))
    now += 60_000
    expect([isKnownHost('192.0.2.8', PUBLIC), isKnownHost('192.0.2.9', PUBLIC)]).toEqual([false, true])
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
})

it.each([PUBLIC, LOCAL])(
  'where all names can be known ($HOST, $PUBLIC_URL), another one is refused',
  async (settings) => {
    const { ask, lines } = serverWith(settings)
    const refused = await ask('evil.example:8080')
    expect(refused.statusCode).toBe(421)
    expect(refused.json()).toMatchObject({
      code: 'unknown_host',
      message: expect.stringContaining(
        settings === PUBLIC ? 'A proxy in front must pass the Host header on' : 'Set PUBLIC_URL',
      ),
    })
    expect((await ask('localhost:8080')).statusCode).toBe(200)
    expect((await ask('10.1.2.3', '/healthz')).statusCode).toBe(200)
    expect(lines).toEqual([])
  },
)

it('a page of another site does not become known by the header of a proxy', async () => {
  const { ask } = serverWith(PUBLIC, { trustProxy: true })
  const forwarded = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'orders.example.com' }
  expect((await ask('evil.example', '/', forwarded)).statusCode).toBe(421)
  expect((await ask('orders.example.com:8443', '/', forwarded)).statusCode).toBe(200)
  expect((await ask('[::1]:8080', '/', { 'x-forwarded-host': 'evil.example' })).statusCode).toBe(200)
})

it('the server keeps no name by which it was called: each call is judged by itself', async () => {
  const settings = { ...PUBLIC }
  const { ask } = serverWith(settings)
  expect((await ask('orders.example.com')).statusCode).toBe(200)
  settings.PUBLIC_URL = 'https://larder.example.com'
  expect((await ask('orders.example.com')).statusCode).toBe(421)
})

it('where they cannot, an unknown name is answered and logged once', async () => {
  const { ask, lines } = serverWith(OPEN)
  for (const host of ['larder.lan', 'larder.lan:8080', 'orders.lan', 'localhost'])
    expect((await ask(host)).statusCode).toBe(200)
  expect(lines.map((line) => (JSON.parse(line) as { host: string }).host)).toEqual([
    'larder.lan',
    'orders.lan',
  ])
})
