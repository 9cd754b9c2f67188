/** The delivery that a cart begins with. On a device: refused-order.test.tsx. */
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDelivery } from '#src/features/ordering/checkout/use-delivery.ts'

const USUAL = { location: 1, day: '2026-12-01', note: '' }
const OPTIONS = { name: 'cart', usual: USUAL, locations: [1, 2], today: '2026-11-30', isEmpty: false }
const refused = { id: 'an edit', words: 'No.', delivery: { location: 2, note: 'Ring twice' } }

const open = (first: Partial<Parameters<typeof useDelivery>[0]>) =>
  renderHook((options) => useDelivery({ ...OPTIONS, refused: undefined, ...options }), {
    initialProps: first,
  })

it('a refusal that arrives while products are in the open cart changes no delivery there', () => {
  const { result, rerender } = open({})
  rerender({ refused })
  expect(result.current.delivery).toEqual(USUAL)
  expect(open({ refused }).result.current.delivery).toEqual({ ...USUAL, location: 2, note: 'Ring twice' })
})

it('a refusal that fills an empty cart offers its delivery', () => {
  const { result, rerender } = open({ isEmpty: true })
  rerender({ isEmpty: false, refused })
  expect(result.current.delivery.location).toBe(2)
  rerender({ isEmpty: false, refused: { id: 'an edit', words: 'No.' } })
  expect(result.current.delivery).toEqual(USUAL)
})
