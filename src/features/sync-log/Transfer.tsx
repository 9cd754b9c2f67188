import { can } from '#contract/permissions.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { OTHER_FILE_OPEN, useHandedFile } from '#src/kit/use-handed-files.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { saveOutbox } from './save-outbox.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

interface TransferProps {
  deviceId: () => Promise<string>
  outbox: readonly OutboxRecord[]
}

/** Carrying edits by hand: out of a device that cannot send, into one that can. */
export function Transfer({ deviceId, outbox }: TransferProps) {
  const { engine, person } = useSignedIn()
  const reachable = useServerReachable()
  /** The import's dialog: closed, or open with the file that the system handed over, if there is one. */
  const [opened, setOpened] = useState<{ handed: File | null } | null>(null)
  const [busy, setBusy] = useState(false)

  const mayImport = can(person, 'outbox.import')
  const needsServer = !reachable && 'Bringing a file in needs the server, which is not in reach.'
  useHandedFile('outbox', needsServer || (opened !== null && OTHER_FILE_OPEN), async (handed) =>
    setOpened({ handed }),
  )

  async function exportFile() {
    setBusy(true)
    try {
      const exported = await engine.exportOutbox()
      await saveOutbox(exported)
      snackbar(`${plural(exported.records.length, 'change')} exported. They stay on this device too.`)
    } catch (error) {
      snackbar(error instanceof Error ? error.message : String(error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        icon={<IconDownload size={18} aria-hidden />}
        isBusy={busy}
        reason={outbox.length === 0 && 'There is nothing unsent to export.'}
        onClick={() => void exportFile()}
      >
        Export unsent
      </Button>
      {mayImport && (
        <Button
          icon={<IconUpload size={18} aria-hidden />}
          reason={needsServer}
          onClick={() => setOpened({ handed: null })}
        >
          Import
        </Button>
      )}
      {opened && (
        <Suspense>
          <ImportDialog
            deviceId={deviceId}
            outbox={outbox}
            handed={opened.handed}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}
