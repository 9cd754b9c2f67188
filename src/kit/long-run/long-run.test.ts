import { expect, it } from 'vitest'
import {
  answered,
  answeredForAll,
  goneOn,
  isOver,
  newRun,
  retried,
  stopped,
  tally,
  toBegin,
  withQuestion,
  withState,
  type Run,
} from './long-run.ts'

let keys = 0
const newKey = () => `k${++keys}`
const runOf = (...values: number[]): Run<number> => newRun(values, String, (value) => `key of ${value}`)
const states = ({ rows }: Run<number>) => rows.map(({ state }) => state.at)
const begin = (run: Run<number>, atOnce = 4) =>
  toBegin(run, atOnce).reduce((one, { id }) => withState(one, id, { at: 'running' }), run)
const failed = { at: 'failed', heading: 'H', words: 'no' } as const
const ask = (run: Run<number>, id: string, code = 'unsent') =>
  withQuestion(run, id, { code, words: `${id}?` }, 'H', newKey)

it('a run begins the allowed number of rows at once, in their order, and the next when one ends', () => {
  const run = begin(runOf(1, 2, 3, 4, 5, 6))
  expect(states(run)).toEqual(['running', 'running', 'running', 'running', 'waiting', 'waiting'])
  expect(toBegin(run, 4)).toEqual([])
  const next = begin(withState(run, '2', { at: 'done' }))
  expect(states(next)).toEqual(['running', 'done', 'running', 'running', 'running', 'waiting'])
})

it('a run goes on after a failure, and is over when no row runs or waits', () => {
  let run = begin(runOf(1, 2), 1)
  run = withState(run, '1', failed)
  expect(isOver(run)).toBe(false)
  run = withState(begin(run, 1), '2', { at: 'done' })
  expect([isOver(run), tally(run)]).toMatchObject([true, { failed: 1, done: 1, waiting: 0 }])
})

it('a stopped run begins no rows, finishes the calls on their way, and goes on at its place', () => {
  let run = stopped(begin(runOf(1, 2, 3), 1))
  expect([toBegin(run, 1), isOver(run)]).toEqual([[], false])
  run = withState(run, '1', { at: 'done' })
  expect([toBegin(run, 1), isOver(run)]).toEqual([[], true])
  run = goneOn(run)
  expect([toBegin(run, 1).map(({ id }) => id), isOver(run)]).toEqual([['2'], false])
})

it('a retry sends only the failed rows, each with its old key', () => {
  let run = begin(runOf(1, 2, 3))
  run = withState(withState(withState(run, '1', { at: 'done' }), '2', failed), '3', failed)
  run = retried(run)
  expect(states(run)).toEqual(['done', 'waiting', 'waiting'])
  expect(run.rows.map(({ key }) => key)).toEqual(['key of 1', 'key of 2', 'key of 3'])
})

it('retrying goes on after a Stop as well', () => {
  const run = retried(withState(stopped(begin(runOf(1, 2), 1)), '1', failed))
  expect(begin(run, 4).rows.map(({ state }) => state.at)).toEqual(['running', 'running'])
})

it('a question waits for its answer while the others go on', () => {
  const run = ask(begin(runOf(1, 2)), '1')
  expect(states(run)).toEqual(['asked', 'running'])
  expect(isOver(withState(run, '2', { at: 'done' }))).toBe(true)
})

it('Yes sends the row again as another call, with the answer and its own key; No leaves it out', () => {
  const run = ask(ask(begin(runOf(1, 2)), '1'), '2')
  const yes = answered(run, '1', true, () => 'fresh')
  expect(yes.rows[0]).toMatchObject({ state: { at: 'waiting' }, answers: ['unsent'], key: 'fresh' })
  expect(states(yes)).toEqual(['waiting', 'asked'])
  const no = answered(yes, '2', false, newKey)
  expect(no.rows[1]).toMatchObject({ state: { at: 'leftOut' }, answers: [], key: 'key of 2' })
})

it('an answer for all answers the rows with the same question, now and later', () => {
  let run = begin(runOf(1, 2, 3, 4))
  run = ask(ask(ask(run, '1'), '2'), '3', 'weights')
  run = answeredForAll(run, 'unsent', true, newKey)
  expect(states(run)).toEqual(['waiting', 'waiting', 'asked', 'running'])
  run = ask(run, '4')
  expect(run.rows[3]).toMatchObject({ state: { at: 'waiting' }, answers: ['unsent'] })
  // Two rows that are sent at once never share a key.
  expect(new Set(run.rows.map(({ key }) => key)).size).toBe(4)
  run = ask(begin(answeredForAll(run, 'weights', false, newKey)), '1', 'weights')
  expect(run.rows[2]?.state.at).toBe('leftOut')
  expect(run.rows[0]?.state.at).toBe('leftOut')
})

it('one row has several questions, one after another; a question that comes again after its Yes fails the row', () => {
  let run = begin(answered(ask(begin(runOf(1)), '1'), '1', true, newKey))
  run = begin(answered(ask(run, '1', 'weights'), '1', true, newKey))
  expect(run.rows[0]?.answers).toEqual(['unsent', 'weights'])
  run = ask(run, '1')
  expect(run.rows[0]?.state).toEqual({ at: 'failed', heading: 'H', words: '1?' })
})
