/**
 * Files that the system handed to the installed app: opened with it (`file_handlers`) or shared with it (`share_target`).
 * They are kept on the device until somebody who may use them takes them, also over a sign-in (decision 0174).
 */
import type { DeviceDatabase } from './device.ts'

/** A supplier's receipt, or another device's unsent changes. */
export type HandedPurpose = 'receipt' | 'outbox'

interface HandedFile {
  id: string
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  /** When it came, in ms since the epoch. */
  at: number
}

/** A file that nobody took is gone after a day. */
const KEEP_MS = 86_400_000
const KEY = 'handed_files'

export const purposeOf = ({ name }: { name: string }): HandedPurpose =>
  name.toLowerCase().endsWith('.json') ? 'outbox' : 'receipt'

async function read(db: DeviceDatabase, now: number): Promise<HandedFile[]> {
  const files = ((await db.meta.get(KEY))?.value ?? []) as HandedFile[]
  return files.filter(({ at }) => now - at < KEEP_MS)
}

/** The files that wait, in the order in which they came; none where the browser keeps nothing. Never rejects. */
export const handedFiles = (db: DeviceDatabase): Promise<HandedFile[]> => read(db, Date.now()).catch(() => [])

/** Keeps files. Rejects where the device is full. */
export async function keepHanded(db: DeviceDatabase, files: readonly File[]): Promise<void> {
  const at = Date.now()
  const handed = await Promise.all(
    files.map(async (file) => ({
      id: crypto.randomUUID(),
      name: file.name,
      type: file.type,
      bytes: new Uint8Array(await file.arrayBuffer()),
      at,
    })),
  )
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: KEY, value: [...(await read(db, at)), ...handed] })
  })
}

/** Takes the first file of this purpose, once among all tabs; null where none waits. */
export function takeHanded(db: DeviceDatabase, purpose: HandedPurpose): Promise<File | null> {
  return db.transaction('rw', db.meta, async () => {
    const file = (await read(db, Date.now())).find((one) => purposeOf(one) === purpose)
    if (!file) return null
    await forgetHanded(db, file.id)
    return new File([file.bytes], file.name, { type: file.type })
  })
}

export function forgetHanded(db: DeviceDatabase, id: string): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    const left = (await read(db, Date.now())).filter((file) => file.id !== id)
    await (left.length > 0 ? db.meta.put({ key: KEY, value: left }) : db.meta.delete(KEY))
  })
}
