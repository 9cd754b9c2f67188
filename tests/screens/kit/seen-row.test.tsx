/** The row that a person saw under what they type. In a form: product-form.test.tsx. */
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSeenRow } from '#src/kit/form/use-seen-row.ts'

const row = (price: string) => ({ price })

it('after a clash, the next row that is read is the seen one, and a later one is not', () => {
  const { result, rerender } = renderHook(
    ({ stored, isChanged }) => useSeenRow('a form', stored, { isChanged }),
    { initialProps: { stored: row('1'), isChanged: true } },
  )
  rerender({ stored: row('2'), isChanged: true })
  expect(result.current.row).toEqual(row('1'))
  act(() => result.current.follow())
  expect(result.current.row).toEqual(row('2'))
  const third = row('3')
  rerender({ stored: third, isChanged: true })
  expect(result.current.row).toEqual(row('2'))
  rerender({ stored: third, isChanged: false })
  expect(result.current.row).toEqual(third)
})
