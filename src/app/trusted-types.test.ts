import { expect, it } from 'vitest'
import { mayBeMarkup, mayRun } from './trusted-types.ts'

it.each([
  ['/assets/scan.worker-1a2b.js', true],
  ['https://larder.example/sw.js', true],
  ['https://js.stripe.com/v3', true],
  ['https://js.stripe.com.example/v3', false],
  ['http://js.stripe.com/v3', false],
  ['data:text/javascript,alert(1)', false],
])('%s may run: %s', (address, may) => expect(mayRun(address, 'https://larder.example/orders')).toBe(may))

it.each([
  ['.a > b { color: red }', 'Element innerHTML', true],
  ['<style>.a { color: red }</style>', 'Element innerHTML', false],
  ['<p>as it came</p>', 'DOMParser parseFromString', true],
])('%s may go to %s: %s', (text, place, may) => expect(mayBeMarkup(text, place)).toBe(may))
