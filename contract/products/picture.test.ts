import { expect, it } from 'vitest'
import { isPictureAddress, PictureAddress } from './picture.ts'

it('a picture is a path of this server or a complete https address', () => {
  for (const url of [
    '/products/oil.png',
    '/p.jpg?v=2#a',
    'https://x.example/y.png',
    'HTTPS://X.example/y.png',
  ])
    expect([url, isPictureAddress(url)]).toEqual([url, true])
  const bad = [
    '',
    'oil.png',
    'http://',
    'http://x.example/y.png',
    'https://',
    '//x.example/y.png',
    '/\\x.example/y.png',
  ]
  for (const url of [...bad, 'javascript:alert(1)', 'data:image/png;base64,AA==', 'https://[::1/y.png'])
    expect([url, isPictureAddress(url)]).toEqual([url, false])
})

it('no picture is an empty address, and spaces around one are left out', () => {
  expect(PictureAddress.parse('')).toBe('')
  expect(PictureAddress.parse(' /a.png ')).toBe('/a.png')
  expect(PictureAddress.safeParse('http://x.example/a.png').success).toBe(false)
})
