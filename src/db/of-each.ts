import { cmp, type Table } from 'dexie'

/**
 * Returns the rows under each of some keys of an index, in the keys' order. Each key is one request: `anyOf` walks a
 * cursor row by row and takes ten times as long (`npm run bench -- drain`).
 */
export async function ofEach<T, K, I>(
  table: Table<T, K, I>,
  index: string,
  keys: readonly (string | number)[],
): Promise<T[]> {
  const found = await Promise.all(keys.map((key) => table.where(index).equals(key).toArray()))
  return found.flat()
}

/** Above this many requests, or below this many rows a request, reading the whole table is faster. */
const MOST_REQUESTS = 1_000
export const ROWS_A_REQUEST = 8

/** Whether reading that many rows whole is faster than sending that many requests. */
export const isReadWhole = (rows: number, requests: number): boolean =>
  requests > MOST_REQUESTS || rows <= requests * ROWS_A_REQUEST

/** Up to so many keys are asked for one by one. */
const MAX_SINGLE_KEYS = 16

/**
 * Returns the rows under some primary keys, in any order. Reads them in one request if nearly all rows from the first
 * to the last key are wanted.
 */
export async function nearby<T, K, I>(
  table: Table<T, K, I>,
  keys: readonly K[],
  keyOf: (row: T) => K,
): Promise<T[]> {
  if (keys.length > MAX_SINGLE_KEYS) {
    const sorted = keys.toSorted(cmp)
    const between = table.where(':id').between(sorted[0], sorted.at(-1), true, true)
    if ((await between.count()) <= 2 * keys.length) {
      const wanted = new Set(keys.map(String))
      return (await between.toArray()).filter((row) => wanted.has(String(keyOf(row))))
    }
  }
  return (await table.bulkGet([...keys])).filter((row) => row !== undefined)
}

/**
 * Deletes rows by their keys. Rows with no other row between them go in one request. Deleting 500 rows takes 90 ms one
 * by one, and 11 ms as a run (`npm run bench -- drain`).
 */
export async function deleteRuns<T, K, I>(table: Table<T, K, I>, keys: readonly K[]): Promise<void> {
  if (keys.length <= MAX_SINGLE_KEYS) return table.bulkDelete([...keys])
  const sorted = keys.toSorted(cmp)
  const between = table.where(':id').between(sorted[0], sorted.at(-1), true, true)
  if ((await between.count()) > 2 * keys.length) return table.bulkDelete([...keys])
  const wanted = new Set(keys.map(String))
  const runs: K[][] = [[]]
  for (const key of await between.primaryKeys()) {
    if (wanted.has(String(key))) runs.at(-1)!.push(key)
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  const long = runs.filter((run) => run.length > MAX_SINGLE_KEYS)
  const single = runs.filter((run) => run.length <= MAX_SINGLE_KEYS).flat()
  await Promise.all([
    ...long.map((run) => table.where(':id').between(run[0], run.at(-1), true, true).delete()),
    single.length > 0 && table.bulkDelete(single),
  ])
}
