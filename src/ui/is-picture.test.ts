import { expect, it } from 'vitest'
import { isPicture } from './is-picture.ts'

it('A061 opens jpg, jpeg and png, and nothing else', () => {
  for (const url of ['/a.jpg', '/a.JPEG', 'https://x/y.png?v=1']) expect(isPicture(url)).toBe(true)
  for (const url of ['', '/a.gif', '/a.png.svg', '/png', '/a.webp']) expect(isPicture(url)).toBe(false)
})
