import { ApiError, NetworkError } from '#src/api/errors.ts'
import { expect, it } from 'vitest'
import { failureText, runEach } from './run-each.ts'

const never = { onDone: () => undefined, isStopped: () => false }

it('B149 the others go on when one fails, one at a time, and all failures are told at the end', async () => {
  const begun: number[] = []
  const over: number[] = []
  let running = 0
  const result = await runEach(
    [1, 2, 3, 4],
    async (n) => {
      begun.push(n)
      expect(++running).toBe(1)
      await Promise.resolve()
      running--
      if (n % 2 === 0) throw new Error(`no ${n}`)
    },
    { ...never, onDone: (count) => over.push(count) },
  )
  expect(begun).toEqual([1, 2, 3, 4])
  expect(over).toEqual([1, 2, 3, 4])
  expect(result.failures.map(({ of, error }) => [of, (error as Error).message])).toEqual([
    [2, 'no 2'],
    [4, 'no 4'],
  ])
  expect(result.left).toEqual([])
})

it('what has not begun when somebody stops is left', async () => {
  let count = 0
  const result = await runEach([1, 2, 3], async () => void count++, {
    ...never,
    isStopped: () => count === 1,
  })
  expect(count).toBe(1)
  expect(result).toEqual({ failures: [], left: [2, 3] })
})

it('B259 C372 a failure is the answer’s message, else its detail, else the status in words', () => {
  const answer = (body: unknown, isJson = true) => new ApiError(404, body, isJson, null, 'Not Found')
  expect(failureText(7, answer({ message: 'No invoice.', detail: 'x' }))).toBe('No invoice.')
  expect(failureText(7, answer({ detail: 'Gone.' }))).toBe('Gone.')
  expect(failureText(7, answer({ message: { lot: 'is missing', price: 'is 0' } }))).toBe(
    'lot: is missing\nprice: is 0',
  )
  expect(failureText(7, answer('<h1>Bad gateway</h1>', false))).toBe('Invoice 7: Not Found')
  expect(failureText(7, new NetworkError('timeout'))).toBe('Invoice 7: The server did not answer in time.')
})
