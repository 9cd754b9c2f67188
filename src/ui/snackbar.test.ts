import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { snackbar, snackbars } from './snackbar.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('A343 every snackbar stays for 2000 ms', () => {
  snackbar('Saved')
  vi.advanceTimersByTime(500)
  snackbar('Not saved', 'bad')
  vi.advanceTimersByTime(1_499)
  expect(snackbars.get().map(({ text }) => text)).toEqual(['Saved', 'Not saved'])
  vi.advanceTimersByTime(1)
  expect(snackbars.get().map(({ text }) => text)).toEqual(['Not saved'])
  vi.advanceTimersByTime(500)
  expect(snackbars.get()).toEqual([])
})
