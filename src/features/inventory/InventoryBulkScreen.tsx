import { can } from '#contract/permissions.ts'
import { WAREHOUSE_CHOICES } from '#src/queries/warehouses.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ChangesKeptNote } from '#src/ui/OfflineNote.tsx'
import { OtherFileQuestion } from '#src/ui/OtherFileQuestion.tsx'
import { useRef, useState } from 'react'
import type { ImportedRow } from './bulk-rows.ts'
import { ImportGrid } from './ImportGrid.tsx'
import classes from './inventory.module.css'
import { InventoryExport } from './InventoryExport.tsx'
import { InventoryImport } from './InventoryImport.tsx'

interface ImportedFile {
  /** The same file that is chosen again is another one. */
  nth: number
  name: string
  rows: ImportedRow[]
}

/** What becomes of a file whose rows were being saved when another file had been read. */
const SAVED_FATE = 'The file that is open is closed, and with it the list of what could not be saved.'

/** `/inventory/bulk` (C008, C123): a warehouse's inventory out to a file, and a file back in. Online only. */
export function InventoryBulkScreen() {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  const reading = useServerQuery(WAREHOUSE_CHOICES)
  const [imported, setImported] = useState<ImportedFile | null>(null)
  /** Read, and waiting for an answer because rows of the one before were typed into or are being saved. */
  const [waiting, setWaiting] = useState<ImportedFile | null>(null)
  const [isSaving, setSaving] = useState(false)
  const nth = useRef(0)
  const isCorrected = imported?.rows.some(({ modified }) => modified) ?? false
  const why = !can(person, 'catalogue.write')
    ? 'Only the office may change a product.'
    : !serverReachable && NEEDS_SERVER

  return (
    <div className={classes.page}>
      <PageHead title="Inventory Export/Import" />
      <WhenRead reading={reading}>
        {(warehouses) => (
          <div className={classes.blocks}>
            <InventoryExport warehouses={warehouses} serverReachable={serverReachable} />
            <InventoryImport
              reason={isSaving && 'Rows are being saved. Stop that first, or wait for its end.'}
              onRead={(name, rows) => {
                const read = { nth: ++nth.current, name, rows }
                if (isCorrected || isSaving) setWaiting(read)
                else setImported(read)
              }}
            />
          </div>
        )}
      </WhenRead>
      {imported && !serverReachable && <ChangesKeptNote />}
      {imported && (
        <ImportGrid
          key={imported.nth}
          name={imported.name}
          rows={imported.rows}
          reason={why}
          onRows={(change) =>
            setImported((before) =>
              before?.nth === imported.nth ? { ...before, rows: change(before.rows) } : before,
            )
          }
          onSaving={setSaving}
        />
      )}
      {waiting && !isSaving && (
        <OtherFileQuestion
          name={waiting.name}
          {...(!isCorrected && { fate: SAVED_FATE })}
          onStay={() => setWaiting(null)}
          onOpen={() => {
            setImported(waiting)
            setWaiting(null)
          }}
        />
      )}
    </div>
  )
}
