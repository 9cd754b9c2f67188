import { expect, it } from 'vitest'
import { startWarnings } from './start-warnings.ts'

const SAFE = {
  HOST: '127.0.0.1',
  SMTP_URL: 'smtp://ann:secret@mail.example.com:587',
  PUBLIC_URL: 'https://orders.example.com',
}

it('safe settings are started without a warning', () => {
  expect(startWarnings({ HOST: '127.0.0.1' })).toEqual([])
  expect(startWarnings(SAFE)).toEqual([])
  expect(
    startWarnings({ HOST: '::1', SMTP_URL: 'smtp://localhost?tls=off', PUBLIC_URL: 'http://127.0.0.1:8080' }),
  ).toEqual([])
})

it('mail that may go out unencrypted is named, without the password', () => {
  const warnings = startWarnings({ ...SAFE, SMTP_URL: `${SAFE.SMTP_URL}?tls=off` })
  expect(warnings).toEqual([expect.stringContaining('SMTP_URL says tls=off')])
  expect(warnings[0]).not.toContain('secret')
})

it('links that lead to an unencrypted page of another machine are named', () => {
  expect(startWarnings({ ...SAFE, PUBLIC_URL: 'http://orders.example.com' })).toEqual([
    expect.stringContaining('PUBLIC_URL is http'),
  ])
})

it('a test key of Stripe in production is named, and nowhere else', () => {
  const test = { HOST: '127.0.0.1', STRIPE_SECRET_KEY: 'sk_test_secret', NODE_ENV: 'production' } as const
  const warnings = startWarnings(test)
  expect(warnings).toEqual([expect.stringContaining('is a test key')])
  expect(warnings[0]).not.toContain('secret')
  expect(startWarnings({ ...test, NODE_ENV: 'development' })).toEqual([])
  expect(startWarnings({ ...test, STRIPE_SECRET_KEY: 'sk_live_secret' })).toEqual([])
})

it('a server that other machines reach without HTTPS is named', () => {
  const HOST = '0.0.0.0'
  expect(startWarnings({ HOST })).toEqual([expect.stringContaining('HOST=0.0.0.0 without TLS')])
  expect(startWarnings({ HOST, TLS_CERT: 'server.crt' })).toEqual([])
  expect(startWarnings({ ...SAFE, HOST })).toEqual([])
})

it('root is named where others reach the server or it is in production, and not where a person tries it out', () => {
  const asRoot = (settings: Parameters<typeof startWarnings>[0]) => startWarnings(settings, { isRoot: true })
  const named = [expect.stringContaining('runs as root')]
  expect(asRoot({ ...SAFE, HOST: '0.0.0.0' })).toEqual(named)
  expect(asRoot({ ...SAFE, NODE_ENV: 'production' })).toEqual(named)
  expect(asRoot(SAFE)).toEqual([])
})

it('a Node without security releases is named where others reach the server', () => {
  const production = { ...SAFE, NODE_ENV: 'production' } as const
  const warned = (node: string, today: string) => startWarnings(production, { node, today })
  expect(warned('20.19.0', '2026-04-30')).toEqual([])
  expect(warned('20.19.0', '2026-05-01')).toEqual([
    'Node 20.19.0 has had no security releases since 2026-04-30: use a maintained one (README)',
  ])
  expect(warned('24.21.0', '2026-11-25')).toEqual([])
  expect(startWarnings(SAFE, { node: '20.19.0', today: '2026-11-25' })).toEqual([])
})

it('the embedded PostgreSQL is named where others reach the server', () => {
  const embedded = { embeddedPostgres: '18.4.0' }
  expect(startWarnings({ ...SAFE, NODE_ENV: 'production' }, embedded)).toEqual([
    expect.stringMatching(/^the embedded PostgreSQL is 18\.4\.0 .* set DATABASE_URL/),
  ])
  expect(startWarnings(SAFE, embedded)).toEqual([])
  expect(startWarnings({ ...SAFE, NODE_ENV: 'production' }, { embeddedPostgres: null })).toEqual([])
})
