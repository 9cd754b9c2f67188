/** Many calls one after another, of which some may fail (B149): the others go on, and all failures are told at the end. */
import { ApiError, errorText, isObject } from '#src/api/errors.ts'

export interface Progress {
  /** How many are over, done or failed. */
  onDone: (count: number) => void
  /** Whether somebody has asked to stop: what has begun is finished, nothing else begins. */
  isStopped: () => boolean
}

export interface Failure<T> {
  of: T
  error: unknown
}

export interface EachResult<T> {
  failures: Failure<T>[]
  /** What was not begun. */
  left: T[]
}

/** Never rejects. */
export async function runEach<T>(
  list: readonly T[],
  act: (one: T) => Promise<unknown>,
  { onDone, isStopped }: Progress,
): Promise<EachResult<T>> {
  const failures: Failure<T>[] = []
  for (const [n, of] of list.entries()) {
    if (isStopped()) return { failures, left: list.slice(n) }
    try {
      await act(of)
    } catch (error) {
      failures.push({ of, error })
    }
    onDone(n + 1)
  }
  return { failures, left: [] }
}

/** B259, C372: the answer's message, else its detail, else "Invoice {id}: {status text}". */
export function failureText(order: number, error: unknown): string {
  if (!(error instanceof ApiError)) return `Invoice ${order}: ${errorText(error)}`
  const { body } = error
  const said = isObject(body) && (body['message'] || body['detail'])
  return said ? errorText(error) : `Invoice ${order}: ${error.statusText || error.status}`
}

/** What became of an operation, as its dialog tells it. */
export interface Trouble {
  /** The specified words over the list. */
  heading: string
  lines: readonly TroubleLine[]
}
interface TroubleLine {
  /** The order that it is about, with the way to it. */
  order?: number
  text: string
}
export interface Outcome<T> {
  troubles: readonly Trouble[]
  /** What failed or was not begun: to be tried again. */
  left: readonly T[]
  /** What the button says that does so, where it is not "Try … again". */
  again?: string
  /** What was not begun because somebody stopped. */
  stopped: number
}

/** What failed under its heading, a line for each order. */
export const outcomeOf = <T extends { id: number }>(
  heading: string,
  failures: readonly Failure<T>[],
  left: readonly T[],
): Outcome<T> => ({
  troubles:
    failures.length === 0
      ? []
      : [
          {
            heading,
            lines: failures.map(({ of: { id }, error }) => ({ order: id, text: failureText(id, error) })),
          },
        ],
  left: [...failures.map(({ of }) => of), ...left],
  stopped: left.length,
})
