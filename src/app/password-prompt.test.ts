import { expect, it, vi } from 'vitest'
import { createPasswordPrompt } from './password-prompt.ts'

it('all callers share one question while it is open, and the next caller opens a new one', async () => {
  const prompt = createPasswordPrompt()
  const told = vi.fn<() => void>()
  prompt.isOpen.subscribe(told)
  const first = prompt.ask()
  const second = prompt.ask()
  expect([prompt.isOpen.get(), told.mock.calls.length]).toEqual([true, 1])
  prompt.answer(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(prompt.isOpen.get()).toBe(false)
  const third = prompt.ask()
  prompt.answer(false)
  // A late answer does not count for the next question.
  prompt.answer(true)
  const fourth = prompt.ask()
  prompt.answer(false)
  expect(await Promise.all([third, fourth])).toEqual([false, false])
})
