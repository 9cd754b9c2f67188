import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkout, readEnv } from './env.ts'

describe('the settings', () => {
  it('have defaults that need nothing, and take an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DEMO: ' ' }, { isRoot: false })).toEqual({
      PORT: 8080,
      HOST: '127.0.0.1',
      TIME_ZONE: 'America/New_York',
      DATA_DIR: path.join(checkout, '.data'),
      NODE_ENV: 'development',
      TRUST_PROXY: false,
      PERSON_CALLS_A_MINUTE: 6_000,
      ADDRESS_CALLS_A_MINUTE: 3_000,
      SLOWEST_REQUEST_S: 120,
      POOL_MAX: 16,
      DISK_LEAST_MB: 300,
      DRAIN_S: 0,
      LOG_LEVEL: 'info',
      DEMO: true,
    })
  })

  it('keep the data of root where an unprivileged user can go, in a folder per checkout', () => {
    expect(readEnv({}, { isRoot: true }).DATA_DIR).toMatch(/^\/var\/lib\/larder\/.+-[0-9a-f]{12}$/)
    expect(readEnv({ DATA_DIR: '/srv/larder' }, { isRoot: true }).DATA_DIR).toBe('/srv/larder')
  })

  it('make no demo data in production unless asked, and none elsewhere when asked not to', () => {
    expect(readEnv({ NODE_ENV: 'production' }).DEMO).toBe(false)
    expect(readEnv({ NODE_ENV: 'production', DEMO: '1' }).DEMO).toBe(true)
    expect(readEnv({ DEMO: '0' }).DEMO).toBe(false)
  })

  it.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.20', false],
    ['127.example.com', false],
  ])('make demo data on a loopback address by itself, elsewhere when asked: %s', (HOST, expected) => {
    expect(readEnv({ HOST }).DEMO).toBe(expected)
    expect(readEnv({ HOST, DEMO: '1' }).DEMO).toBe(true)
  })

  it('take the distributor’s lines with | between', () => {
    expect(readEnv({ DISTRIBUTOR: 'Blue Fish | 1 Pier|(201) 555-0148 ' }).DISTRIBUTOR).toEqual([
      'Blue Fish',
      '1 Pier',
      '(201) 555-0148',
    ])
  })

  it.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
    ['10.0.0.0/255.0.0.0,fd00::/64', '10.0.0.0/255.0.0.0,fd00::/64'],
    ['loopback', 'loopback'],
  ])('trust the proxies of %s', (given, expected) => {
    expect(readEnv({ TRUST_PROXY: given }).TRUST_PROXY).toBe(expected)
  })

  it.each([
    ['PORT', 'eighty', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['HOST', 'http://here', 'an address or a host name'],
    ['TIME_ZONE', 'Jersey City', 'a time zone name of the IANA list'],
    ['TIME_ZONE', '+05:00', 'a time zone name of the IANA list'],
    ['SMTP_URL', 'mail.example.com', 'an address like smtp://'],
    ['SMTP_URL', 'smtp://mail.example.com?tls=none', 'an address like smtp://'],
    ['MAIL_FROM', 'orders', 'an address like orders@example.com'],
    ['MAIL_FROM', 'Blue\r\nBcc: all@example.com <a@example.com>', 'an address like orders@example.com'],
    ['PUBLIC_URL', 'orders.example.com', 'an address like https://'],
    ['PUBLIC_URL', 'https://example.com/larder', 'an address like https://'],
    ['PUBLIC_URL', 'https://orders.example.com/?from=mail', 'an address like https://'],
    ['PUBLIC_URL', 'https://orders.example.com/#/', 'an address like https://'],
    ['DISTRIBUTOR', 'Blue Fish||1 Pier', 'up to 8 lines with | between'],
    ['DATABASE_URL', 'mysql://localhost/larder', 'an address like postgres://'],
    ['DATABASE_OWNER_URL', 'localhost/larder', 'an address like postgres://'],
    ['DATABASE_READ_URL', 'localhost/larder', 'an address like postgres://'],
    ['DISK_LEAST_MB', 'none', 'a whole number from 0 to 99999'],
    ['DRAIN_S', '301', 'a whole number from 0 to 300'],
    ['NODE_ENV', 'live', 'development, test or production'],
    ['TRUST_PROXY', 'everyone', 'true, false, a number of proxies, or their addresses'],
    ['TRUST_PROXY', '10.0.0.0/33', 'true, false, a number of proxies, or their addresses'],
    ['TRUST_PROXY', '10.0.0.0/255.0.255.0', 'true, false, a number of proxies, or their addresses'],
    ['TRUST_PROXY', '10.0.0.0/8/8', 'true, false, a number of proxies, or their addresses'],
    ['TRUST_PROXY', '::1/all', 'true, false, a number of proxies, or their addresses'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn, info, debug, trace or silent'],
    ['DEMO', 'perhaps', '1 for demo data, 0 for none'],
    ['STRIPE_API_URL', 'stripe', 'an address like http://127.0.0.1:12111'],
  ])('refuse %s=%s in one line that names it, the value and what is expected', (name, value, expected) => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(`${name}=${JSON.stringify(value)} is not valid: expected ${expected}`)
    expect(read).not.toThrow(/\n/)
  })

  it.each([
    'https://orders.example.com?',
    'https://orders.example.com/#',
    'https://orders.example.com/.',
    'https:///orders.example.com',
    'https://Orders.Example.com:443//',
  ])('take %s as the origin that links begin with', (PUBLIC_URL) => {
    expect(readEnv({ PUBLIC_URL })).toMatchObject({ PUBLIC_URL: 'https://orders.example.com' })
  })

  it.each(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'never show %s',
    (name) => {
      expect(() => readEnv({ [name]: 'swapped by mistake' })).toThrow(`${name}="…" is not valid: expected a`)
    },
  )

  it('never show METRICS_TOKEN', () => {
    expect(() => readEnv({ METRICS_TOKEN: 'too short' })).toThrow(
      'METRICS_TOKEN="…" is not valid: expected at least 16 letters',
    )
  })

  it.each(['DATABASE_OWNER_URL', 'DATABASE_READ_URL'])('refuse %s without DATABASE_URL', (name) => {
    const url = 'postgres://larder:vine@localhost/larder'
    expect(() => readEnv({ [name]: url })).toThrow('DATABASE_URL= is not valid')
    expect(readEnv({ DATABASE_URL: url, [name]: url })).toMatchObject({ [name]: url })
  })

  it('refuse a test key of Stripe beside a live one', () => {
    const publishable = (mode: string) => `pk_${mode}_1`
    const keys = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: publishable('live') }
    expect(readEnv(keys)).toMatchObject(keys)
    expect(() => readEnv({ ...keys, STRIPE_PUBLISHABLE_KEY: publishable('test') })).toThrow(
      'STRIPE_PUBLISHABLE_KEY="…" is not valid: expected a live key, as STRIPE_SECRET_KEY is one',
    )
    expect(() => readEnv({ ...keys, STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('expected a test key')
  })

  it('never show the password of an address', () => {
    expect(() => readEnv({ DATABASE_URL: 'psql://larder:harbor@vine@db/x' })).toThrow(
      'DATABASE_URL="psql://…@db/x"',
    )
  })
})

describe('the certificate', () => {
  let folder: string
  const file = (name: string) => path.join(folder, name)
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'larder-env-'))
    writeFileSync(file('cert.pem'), '')
    writeFileSync(file('key.pem'), '')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('need all three for mail, and take the slash off the end of the app’s address', () => {
    const mail = {
      SMTP_URL: 'smtp://ann:secret@mail.example.com:587',
      MAIL_FROM: 'Blue Fish <orders@example.com>',
      PUBLIC_URL: 'https://orders.example.com/',
    }
    expect(readEnv(mail)).toMatchObject({ ...mail, PUBLIC_URL: 'https://orders.example.com' })
    for (const name of ['MAIL_FROM', 'PUBLIC_URL'])
      expect(() => readEnv({ ...mail, [name]: '' })).toThrow(`${name}= is not valid`)
    expect(readEnv({ MAIL_FROM: mail.MAIL_FROM }).SMTP_URL).toBeUndefined()
  })

  it('say what has taken the place of MAIL_URL, unless it is there', () => {
    const old = { MAIL_URL: 'smtp://user:secret@mail.example.com' }
    expect(() => readEnv(old)).toThrow(
      /^MAIL_URL is not read any more: set SMTP_URL, MAIL_FROM and PUBLIC_URL/,
    )
    expect(() => readEnv(old)).not.toThrow('secret')
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com', PUBLIC_URL: 'https://example.com' }
    expect(readEnv({ ...old, ...mail }).SMTP_URL).toBe(mail.SMTP_URL)
  })

  it('comes with its key, both of files that exist', () => {
    const both = { TLS_CERT: file('cert.pem'), TLS_KEY: file('key.pem') }
    expect(readEnv(both)).toMatchObject(both)
    expect(() => readEnv({ TLS_CERT: both.TLS_CERT })).toThrow(/^TLS_KEY= is not valid: .* TLS_CERT=/)
    expect(() => readEnv({ TLS_KEY: both.TLS_KEY })).toThrow(/^TLS_CERT= is not valid: .* TLS_KEY=/)
    expect(() => readEnv({ ...both, TLS_KEY: file('none.pem') })).toThrow(
      /^TLS_KEY=".*none.pem" is not valid/,
    )
    // A folder can be read too, and is none.
    expect(() => readEnv({ ...both, TLS_CERT: folder })).toThrow(
      /^TLS_CERT=".*" is not valid: expected a PEM/,
    )
  })
})
