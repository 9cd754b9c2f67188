/**
 * Files that the system handed to the installed app: opened with it (`file_handlers`) or shared with it
 * (`share_target`). The device keeps them until a person who may use them takes them, even across a sign-in
 * (decision 0174).
 */
import type { DeviceDatabase } from './device.ts'

/** A supplier's receipt, or another device's unsent changes. */
export type HandedPurpose = 'receipt' | 'outbox'

/** The screen that takes a file. */
export const HANDED_PLACES = { receipt: '/receipt/upload', outbox: '/sync' } as const

/** A file's entry in the list. Its content is stored under a separate key, so that a list reads names only. */
export interface HandedFile {
  id: string
  name: string
  type: string
  /** When it came, in ms since the epoch. */
  at: number
}

/** A file that no person takes is kept for a day. */
const KEEP_MS = 86_400_000
const LIST_KEY = 'handed_files'
const contentKey = (id: string) => `handed_file ${id}`

export const purposeOf = ({ name }: { name: string }): HandedPurpose =>
  name.toLowerCase().endsWith('.json') ? 'outbox' : 'receipt'

async function listed(db: DeviceDatabase): Promise<HandedFile[]> {
  return ((await db.meta.get(LIST_KEY))?.value ?? []) as HandedFile[]
}

const isKept = ({ at }: HandedFile) => Date.now() - at < KEEP_MS

/** Returns the waiting files in the order of their arrival; none where the browser keeps nothing. Never rejects. */
export async function handedFiles(db: DeviceDatabase): Promise<HandedFile[]> {
  try {
    return (await listed(db)).filter(isKept)
  } catch {
    return []
  }
}

/** Changes the list in one transaction. The content of a file that leaves the list is deleted with it. */
function changeList<T>(
  db: DeviceDatabase,
  change: (files: HandedFile[]) => Promise<{ files: HandedFile[]; answer: T }>,
): Promise<T> {
  return db.transaction('rw', db.meta, async () => {
    const before = await listed(db)
    const { files, answer } = await change(before.filter(isKept))
    const gone = before.filter(({ id }) => files.every((file) => file.id !== id))
    await db.meta.bulkDelete(gone.map(({ id }) => contentKey(id)))
    if (files.length > 0) await db.meta.put({ key: LIST_KEY, value: files })
    else await db.meta.delete(LIST_KEY)
    return answer
  })
}

/** Stores files. Rejects if the device is full. */
export async function keepHanded(db: DeviceDatabase, files: readonly File[]): Promise<void> {
  const handed = await Promise.all(
    files.map(async (file) => ({
      file,
      id: crypto.randomUUID(),
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  )
  await changeList(db, async (before) => {
    await db.meta.bulkPut(handed.map(({ id, bytes }) => ({ key: contentKey(id), value: bytes })))
    const at = Date.now()
    const added = handed.map(({ id, file: { name, type } }) => ({ id, name, type, at }))
    return { files: [...before, ...added], answer: undefined }
  })
}

/** Takes the first file of this purpose, once among all tabs; null where none waits. */
export function takeHanded(db: DeviceDatabase, purpose: HandedPurpose): Promise<File | null> {
  return changeList(db, async (files) => {
    const first = files.find((file) => purposeOf(file) === purpose)
    if (!first) return { files, answer: null }
    const content = (await db.meta.get(contentKey(first.id)))?.value as Uint8Array<ArrayBuffer> | undefined
    return {
      files: files.filter((file) => file !== first),
      // A file from an earlier release has no content of its own; it is not an empty file.
      answer: content ? new File([content], first.name, { type: first.type }) : null,
    }
  })
}

export const forgetHanded = (db: DeviceDatabase, id: string): Promise<void> =>
  changeList(db, async (files) => ({ files: files.filter((file) => file.id !== id), answer: undefined }))

/** Deletes files that were not taken within a day. Writes nothing if there are none. */
export async function dropOldHanded(db: DeviceDatabase): Promise<void> {
  if ((await listed(db)).some((file) => !isKept(file)))
    await changeList(db, async (files) => ({ files, answer: undefined }))
}
