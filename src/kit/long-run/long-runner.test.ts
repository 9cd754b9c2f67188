import { expect, it } from 'vitest'
import { newRun } from './long-run.ts'
import { startRun, type Call, type Job, type Runner } from './long-runner.ts'

/** Starts a run of numbers whose calls end when the test says so. */
function runOf(values: number[], job: Partial<Job<number>> = {}) {
  const calls: { value: number; call: Call; done: () => void; fail: (error: unknown) => void }[] = []
  let keys = 0
  const runner = startRun(
    newRun(values, String, (value) => `key of ${value}`),
    {
      atOnce: 2,
      act: (value, call) =>
        new Promise<void>((done, fail) => {
          calls.push({ value, call, done, fail })
        }),
      judge: (value, error) =>
        error === 'ask'
          ? { heading: 'H', question: { code: 'c', words: `${value}?` } }
          : { heading: 'H', words: String(error) },
      ...job,
    },
    () => `new ${++keys}`,
  )
  const take = (value: number) =>
    calls.splice(
      calls.findIndex((one) => one.value === value),
      1,
    )[0]!
  return { runner, calls, take }
}
const states = (runner: Runner<number>) => runner.get().run.rows.map(({ state }) => state.at)
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('a run keeps two calls on their way, goes on after a failure, and reports each change', async () => {
  const done: number[] = []
  const { runner, calls, take } = runOf([1, 2, 3], { onRowDone: (value) => done.push(value) })
  let changes = 0
  runner.subscribe(() => changes++)
  expect(calls.map(({ value }) => value)).toEqual([1, 2])
  take(1).fail('no')
  await settled()
  expect(calls.map(({ value }) => value)).toEqual([2, 3])
  take(2).done()
  take(3).done()
  await settled()
  expect([states(runner), done, runner.isRunning()]).toEqual([['failed', 'done', 'done'], [2, 3], false])
  expect(changes).toBeGreaterThan(3)
})

it('a retry sends the failed row alone, with its key', async () => {
  const { runner, calls, take } = runOf([1, 2])
  take(1).done()
  take(2).fail('no')
  await settled()
  runner.retry()
  expect(calls.map(({ value, call }) => [value, call.key])).toEqual([[2, 'key of 2']])
})

it('Stop finishes the calls on their way and begins no more; Go on begins the rest', async () => {
  const made: number[][] = []
  const { runner, calls, take } = runOf([1, 2, 3], {
    atOnce: 1,
    finish: async (done) => void made.push([...done]),
  })
  runner.stop()
  expect(runner.isRunning()).toBe(true)
  take(1).done()
  await settled()
  expect([calls, runner.isRunning(), states(runner), made]).toEqual([
    [],
    false,
    ['done', 'waiting', 'waiting'],
    [],
  ])
  runner.goOn()
  for (const value of [2, 3]) {
    take(value).done()
    await settled()
  }
  expect(made).toEqual([[1, 2, 3]])
})

it('B149 the file is made of the finished rows, again after a retry, and not at all if all failed', async () => {
  const made: number[][] = []
  const { runner, take } = runOf([1, 2], { finish: async (done) => void made.push([...done]) })
  take(1).fail('no')
  take(2).fail('no')
  await settled()
  expect(made).toEqual([])
  runner.retry()
  take(1).fail('no')
  take(2).done()
  await settled()
  // A retry in which no row succeeds makes no file.
  runner.retry()
  take(1).fail('no')
  await settled()
  expect(made).toEqual([[2]])
  runner.retry()
  take(1).done()
  await settled()
  expect(made).toEqual([[2], [1, 2]])
  expect(runner.get().finishing).toBe('done')
})

it('Stop cancels the file in progress, with no failure, and Go on makes it', async () => {
  const made: number[][] = []
  let tries = 0
  const { runner, take } = runOf([1], {
    finish: (done, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        onProgress(0.25)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        if (++tries > 1) resolve(void made.push([...done]))
      }),
  })
  take(1).done()
  await settled()
  expect(runner.get()).toMatchObject({ finishing: 'running', share: 0.25 })
  runner.stop()
  await settled()
  expect([runner.get().finishing, runner.isRunning(), made]).toEqual(['stopped', false, []])
  runner.goOn()
  await settled()
  expect([runner.get().finishing, made]).toEqual(['done', [[1]]])
})

it('Stop while the last rows run makes no file, and Go on makes it', async () => {
  const made: number[][] = []
  const { runner, take } = runOf([1, 2], { finish: async (done) => void made.push([...done]) })
  runner.stop()
  take(1).done()
  take(2).done()
  await settled()
  expect([runner.get().finishing, runner.isRunning(), states(runner), made]).toEqual([
    'stopped',
    false,
    ['done', 'done'],
    [],
  ])
  runner.goOn()
  await settled()
  expect([runner.get().finishing, made]).toEqual(['done', [[1, 2]]])
})

it('a file that cannot be made is reported, and tried again without the rows', async () => {
  let tries = 0
  const { runner, calls, take } = runOf([1], {
    async finish() {
      if (++tries === 1) throw new Error('The disk is full.')
    },
  })
  take(1).done()
  await settled()
  expect(runner.get().finishing).toEqual({ heading: 'H', words: 'Error: The disk is full.' })
  runner.retry()
  await settled()
  expect([runner.get().finishing, calls, tries]).toEqual(['done', [], 2])
})

it('the file waits for the answers, so that no row is in two files', async () => {
  const made: number[][] = []
  const { runner, take } = runOf([1, 2, 3], { atOnce: 3, finish: async (done) => void made.push([...done]) })
  take(1).fail('ask')
  take(2).done()
  take(3).fail('ask')
  await settled()
  expect(made).toEqual([])
  runner.answer('1', false)
  await settled()
  expect(made).toEqual([])
  runner.answer('3', true)
  take(3).done()
  await settled()
  expect([made, states(runner)]).toEqual([[[2, 3]], ['leftOut', 'done', 'done']])
})

it('a Yes sends the row again with the answer under another key', async () => {
  const { runner, calls, take } = runOf([1, 2])
  take(1).fail('ask')
  take(2).fail('ask')
  await settled()
  expect([states(runner), runner.isRunning()]).toEqual([['asked', 'asked'], false])
  runner.answerAll('c', true)
  expect(calls.map(({ call }) => call)).toEqual([
    { key: 'new 1', answers: ['c'] },
    { key: 'new 2', answers: ['c'] },
  ])
})
