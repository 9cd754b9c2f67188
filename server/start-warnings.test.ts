import { expect, it } from 'vitest'
import { startWarnings } from './start-warnings.ts'

const SAFE = { SMTP_URL: 'smtp://ann:secret@mail.example.com:587', PUBLIC_URL: 'https://orders.example.com' }

it('safe settings are started without a warning', () => {
  expect(startWarnings({})).toEqual([])
  expect(startWarnings(SAFE)).toEqual([])
  expect(
    startWarnings({ SMTP_URL: 'smtp://localhost?tls=off', PUBLIC_URL: 'http://127.0.0.1:8080' }),
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
  const test = { STRIPE_SECRET_KEY: 'sk_test_secret', NODE_ENV: 'production' } as const
  const warnings = startWarnings(test)
  expect(warnings).toEqual([expect.stringContaining('is a test key')])
  expect(warnings[0]).not.toContain('secret')
  expect(startWarnings({ ...test, NODE_ENV: 'development' })).toEqual([])
  expect(startWarnings({ ...test, STRIPE_SECRET_KEY: 'sk_live_secret' })).toEqual([])
})
