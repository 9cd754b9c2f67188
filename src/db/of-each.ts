import type { Table } from 'dexie'

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
