/**
 * Work over many rows: in which state each row is, and what comes next. Pure; `long-runner.ts` makes the calls.
 *
 *              begin             the call is over
 *   waiting ───────────► running ────────────────► done
 *      ▲                    │ │
 *      │ retry              │ └─ the server asks ─► asked ── no ──► left out
 *      ├────────── failed ◄─┘                         │
 *      └──────────────────────────── yes ─────────────┘
 *
 * A run that is stopped begins no call: running rows finish, and waiting rows go on waiting.
 */

/**
 * A question that the server asks before it does something to a row. Rows with the same question have the same code.
 */
export interface Question {
  code: string
  /** The server's words. */
  words: string
}

export type RowState =
  | { at: 'waiting' }
  | { at: 'running' }
  | { at: 'done' }
  | { at: 'asked'; question: Question }
  /** A person answered No. */
  | { at: 'leftOut'; question: Question }
  /** `heading` is the specified one, `words` the server's. */
  | { at: 'failed'; heading: string; words: string }

export interface RunRow<T> {
  id: string
  value: T
  /**
   * The idempotency key of its call. It stays the same however often the call is tried, and changes when an answer
   * changes what is sent.
   */
  key: string
  /** The codes that were answered Yes. */
  answers: readonly string[]
  state: RowState
}

export interface Run<T> {
  rows: readonly RunRow<T>[]
  isStopped: boolean
  /** The answers for all rows: they also answer rows that ask later. */
  standing: Readonly<Record<string, boolean>>
}

export type Tally = Record<RowState['at'], number>

export const newRun = <T>(
  values: readonly T[],
  idOf: (value: T) => string,
  keyOf: (value: T) => string,
): Run<T> => ({
  rows: values.map((value) => ({
    id: idOf(value),
    value,
    key: keyOf(value),
    answers: [],
    state: { at: 'waiting' },
  })),
  isStopped: false,
  standing: {},
})

/** Returns the rows to begin now, in their order, so that no more than `atOnce` are on their way. */
export function toBegin<T>({ rows, isStopped }: Run<T>, atOnce: number): RunRow<T>[] {
  if (isStopped) return []
  const running = rows.filter(({ state }) => state.at === 'running').length
  return rows.filter(({ state }) => state.at === 'waiting').slice(0, Math.max(0, atOnce - running))
}

export function tally<T>({ rows }: Run<T>): Tally {
  const counts: Tally = { waiting: 0, running: 0, done: 0, asked: 0, leftOut: 0, failed: 0 }
  for (const { state } of rows) counts[state.at] += 1
  return counts
}

/** Returns whether the run is over: nothing is on its way, and nothing begins by itself. Questions may be open. */
export function isOver<T>(run: Run<T>): boolean {
  const { running, waiting } = tally(run)
  return running === 0 && (waiting === 0 || run.isStopped)
}

const change = <T>(run: Run<T>, next: (row: RunRow<T>) => RunRow<T>): Run<T> => ({
  ...run,
  rows: run.rows.map(next),
})

export const withState = <T>(run: Run<T>, id: string, state: RowState): Run<T> =>
  change(run, (row) => (row.id === id ? { ...row, state } : row))

function answer<T>(row: RunRow<T>, question: Question, isYes: boolean, newKey: () => string): RunRow<T> {
  if (!isYes) return { ...row, state: { at: 'leftOut', question } }
  // The next call differs from the one that was refused, so it gets a new key.
  return { ...row, state: { at: 'waiting' }, answers: [...row.answers, question.code], key: newKey() }
}

/**
 * Records that the server asks something of a row. An answer for all rows answers it. A row that is asked the same
 * again fails with the server's words.
 */
export const withQuestion = <T>(
  run: Run<T>,
  id: string,
  question: Question,
  heading: string,
  newKey: () => string,
): Run<T> =>
  change(run, (row) => {
    if (row.id !== id) return row
    if (row.answers.includes(question.code))
      return { ...row, state: { at: 'failed', heading, words: question.words } }
    const isYes = run.standing[question.code]
    return isYes === undefined
      ? { ...row, state: { at: 'asked', question } }
      : answer(row, question, isYes, newKey)
  })

/** Answers the question of one row. */
export const answered = <T>(run: Run<T>, id: string, isYes: boolean, newKey: () => string): Run<T> =>
  change(run, (row) =>
    row.id === id && row.state.at === 'asked' ? answer(row, row.state.question, isYes, newKey) : row,
  )

/** Answers a question for all rows that ask it, now or later. */
export const answeredForAll = <T>(
  run: Run<T>,
  code: string,
  isYes: boolean,
  newKey: () => string,
): Run<T> => ({
  ...change(run, (row) =>
    row.state.at === 'asked' && row.state.question.code === code
      ? answer(row, row.state.question, isYes, newKey)
      : row,
  ),
  standing: { ...run.standing, [code]: isYes },
})

export const stopped = <T>(run: Run<T>): Run<T> => ({ ...run, isStopped: true })
export const goneOn = <T>(run: Run<T>): Run<T> => ({ ...run, isStopped: false })

/**
 * Makes failed rows wait again, each with the key that it had: a call that was done although its answer was lost is
 * not done twice.
 */
export const retried = <T>(run: Run<T>): Run<T> =>
  goneOn(change(run, (row) => (row.state.at === 'failed' ? { ...row, state: { at: 'waiting' } } : row)))
