/** Unsent edits as a file, in the browser's downloads. */
import { openDeviceDatabase } from '#src/db/device.ts'
import { downloadBlob } from '#src/ui/download.ts'
import type { ExportedOutbox } from '#src/sync/attention.ts'

/** Signs the edits and saves them. Rejects with FileRefused where the browser has no cryptography. */
export async function saveOutbox(exported: ExportedOutbox): Promise<void> {
  const { signOutbox } = await import('#src/sync/export.ts')
  const db = openDeviceDatabase()
  try {
    const day = exported.exported_at.slice(0, 19).replaceAll(':', '-')
    // Without the mark that a CSV begins with: this is JSON.
    const file = new Blob([await signOutbox(db, exported)], { type: 'application/json' })
    downloadBlob(`larder-unsent-${exported.user.username}-${day}Z.json`, file)
  } finally {
    db.close()
  }
}
