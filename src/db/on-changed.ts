/** Reports what this tab, another tab or the worker has written to a database, in whichever way Dexie announces it. */
import Dexie from 'dexie'

/**
 * The name that Dexie gives when a page comes back from the back/forward cache: anything may have changed meanwhile.
 */
const EVERYTHING = 'all'

/**
 * Calls `listener` with those of the tables that a write has changed, until the returned function is called.
 *
 * @param tables the names of the tables; null for every table of the database
 */
export function onChanged(
  { name }: Dexie,
  tables: readonly string[] | null,
  listener: (changed: readonly string[]) => void,
): () => void {
  // A part is named `idb://database/table/index`.
  const prefix = `idb://${name}/`
  const onMutated = (parts: object) => {
    const names = Object.keys(parts)
    const written = new Set(
      names.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length).split('/')[0]!),
    )
    const isAny = names.includes(EVERYTHING)
    if (!isAny && written.size === 0) return
    const changed = tables === null ? [...written] : tables.filter((table) => isAny || written.has(table))
    if (tables === null || changed.length > 0) listener(changed)
  }
  Dexie.on('storagemutated', onMutated)
  return () => Dexie.on.storagemutated.unsubscribe(onMutated)
}
