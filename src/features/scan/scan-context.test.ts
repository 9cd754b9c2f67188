import { describe, expect, it } from 'vitest'
import { isPicture } from '#src/ui/is-picture.ts'
import { BLOCKED_QUANTITY_KEYS, readQuantity } from './item-state.ts'
import { readContext } from './scan-context.ts'

describe('what is handed over', () => {
  it('A048 is the bulk flag, the dates and the orders', () => {
    expect(
      readContext({
        orders: [3, 1, 3],
        bulk: true,
        start: '2026-11-21',
        end: '2026-11-22',
        filter: 4,
        sorting: 'order',
      }),
    ).toEqual({
      orders: [3, 1],
      bulk: true,
      start: '2026-11-21',
      end: '2026-11-22',
      filter: 4,
      sorting: 'order',
    })
  })

  it('A049 is nothing where no order is named, whatever else the state holds', () => {
    for (const state of [
      undefined,
      null,
      'x',
      {},
      { orders: [] },
      { orders: ['abc', -1, 1.5] },
      { key: 'k' },
    ])
      expect(readContext(state)).toBeNull()
  })
})

describe('small rules', () => {
  it('A061 opens jpg, jpeg and png, and nothing else', () => {
    for (const url of ['/a.jpg', '/a.JPEG', 'https://x/y.png?v=1']) expect(isPicture(url)).toBe(true)
    for (const url of ['', '/a.gif', '/a.png.svg', '/png', '/a.webp']) expect(isPicture(url)).toBe(false)
  })

  it('A216 A221 a quantity is digits: no sign, no point, and what is pasted with one is 0', () => {
    for (const key of ['-', '+', '.']) expect(BLOCKED_QUANTITY_KEYS.has(key)).toBe(true)
    const typed = ['', '7', '-3', '1.5', '1e2', 'abc', '007', '99999999999']
    expect(typed.map(readQuantity)).toEqual([0, 7, 0, 0, 0, 0, 7, 1_000_000])
  })
})
