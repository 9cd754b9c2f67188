/** Unsent edits as a file, in the browser's downloads. */
import { openDeviceDatabase } from '#src/db/device.ts'
import type { ExportedOutbox } from '#src/sync/attention.ts'

/** Signs the edits and saves them. Rejects with FileRefused where the browser has no cryptography. */
export async function saveOutbox(exported: ExportedOutbox): Promise<void> {
  const { signOutbox } = await import('#src/sync/export.ts')
  const db = openDeviceDatabase()
  try {
    const day = exported.exported_at.slice(0, 19).replaceAll(':', '-')
    save(`larder-unsent-${exported.user.username}-${day}Z.json`, await signOutbox(db, exported))
  } finally {
    db.close()
  }
}

/** Without the mark that a CSV begins with: this is JSON. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
