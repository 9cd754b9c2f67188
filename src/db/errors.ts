/** Returns the name of an error of IndexedDB: Dexie's own error and the browser's inside it. */
export function storageErrorName(error: unknown): string {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  return `${name ?? ''} ${inner?.name ?? ''}`
}

/** Whether there was no room for what was to be stored. */
export const isQuota = (error: unknown): boolean => /Quota/.test(storageErrorName(error))
