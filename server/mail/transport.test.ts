import { expect, it } from 'vitest'
import { allowsClearText, connectionOf } from './transport.ts'

it.each([
  ['smtp://ann:secret@mail.example.com:587', true],
  ['smtp://mail.example.com?requireTLS=false', true],
  ['smtp://localhost.example.com', true],
  ['smtp://127.0.0.1.example.com', true],
  ['smtp://10.0.0.5', true],
  ['smtp://mail.example.com?tls=off', false],
  ['smtp://LOCALHOST:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:1025', false],
])('over %s, TLS is required: %s', (address, isRequired) => {
  const { url, requireTLS } = connectionOf(address)
  expect(requireTLS).toBe(isRequired)
  expect(allowsClearText(address)).toBe(!isRequired)
  expect(url).not.toMatch(/tls/i)
})

it('smtps:// is encrypted from the first byte, whatever the address says', () => {
  const address = 'smtps://mail.example.com?tls=off'
  expect([connectionOf(address).requireTLS, allowsClearText(address)]).toEqual([false, false])
})
