import { cmp, type Table } from 'dexie'

/**
 * The rows that an index has under each of some keys, in the keys' order. One request a key: measured, `anyOf` walks a
 * cursor row by row, ten times as long.
 */
export async function ofEach<T, K, I>(
  table: Table<T, K, I>,
  index: string,
  keys: readonly (string | number)[],
): Promise<T[]> {
  const found = await Promise.all(keys.map((key) => table.where(index).equals(key).toArray()))
  return found.flat()
}

/** Above this many requests, and below this many rows a request, a table is read whole sooner than key by key. */
const MOST_REQUESTS = 1_000
export const ROWS_A_REQUEST = 8

/** Whether all of that many rows are read sooner than what so many requests ask for. */
export const isReadWhole = (rows: number, requests: number): boolean =>
  requests > MOST_REQUESTS || rows <= requests * ROWS_A_REQUEST

/** Fewer keys than this are asked for one by one. */
const FEW = 16

/**
 * The rows under some primary keys, in any order. Where nearly all rows from the first to the last key are wanted, they
 * are read in one request.
 */
export async function nearby<T, K, I>(
  table: Table<T, K, I>,
  keys: readonly K[],
  keyOf: (row: T) => K,
): Promise<T[]> {
  if (keys.length > FEW) {
    const sorted = keys.toSorted(cmp)
    const between = table.where(':id').between(sorted[0], sorted.at(-1), true, true)
    if ((await between.count()) <= 2 * keys.length) {
      const wanted = new Set(keys.map(String))
      return (await between.toArray()).filter((row) => wanted.has(String(keyOf(row))))
    }
  }
  return (await table.bulkGet([...keys])).filter((row) => row !== undefined)
}

/** Deletes rows by their whole numbers: those without a gap between them in one request. */
export async function deleteRuns<T, I>(table: Table<T, number, I>, keys: readonly number[]): Promise<void> {
  const sorted = keys.toSorted((a, b) => a - b)
  const single: number[] = []
  const requests: PromiseLike<unknown>[] = []
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (sorted[to + 1] === sorted[to]! + 1) to++
    if (to - from < FEW) single.push(...sorted.slice(from, to + 1))
    else requests.push(table.where(':id').between(sorted[from], sorted[to], true, true).delete())
    from = to + 1
  }
  if (single.length > 0) requests.push(table.bulkDelete(single))
  await Promise.all(requests)
}
