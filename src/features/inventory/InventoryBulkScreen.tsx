import { can } from '#contract/permissions.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { WAREHOUSE_CHOICES } from '#src/queries/warehouses.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSpreadsheet } from '#src/kit/list/use-spreadsheet.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { exportName } from '#src/ui/csv.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ChangesKeptNote } from '#src/ui/OfflineNote.tsx'
import { OtherFileQuestion } from '#src/ui/OtherFileQuestion.tsx'
import { SpreadsheetInput } from '#src/ui/SpreadsheetInput.tsx'
import { downloadBlob } from '#src/ui/download.ts'
import { xlsx } from '#src/ui/spreadsheet.ts'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { AS_EXPORTED, EMPTY_EXPORT, importedRows, inventorySheetOf, type ImportedRow } from './bulk-rows.ts'
import { ImportGrid } from './ImportGrid.tsx'
import classes from './inventory.module.css'

interface ImportedFile {
  /** The same file that is chosen again is another one. */
  nth: number
  name: string
  rows: ImportedRow[]
}

/** What becomes of a file whose rows were being saved when another file had been read. */
const SAVED_FATE = 'The file that is open is closed, and with it the list of what could not be saved.'

/** C306: the outside supplier, whose goods the house does not keep. */
const OUTSIDE_WAREHOUSE = 2

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
            <Export warehouses={warehouses} serverReachable={serverReachable} />
            <Import
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

interface ExportProps {
  warehouses: readonly Warehouse[]
  serverReachable: boolean
}

/** C258, C300, C412. */
function Export({ warehouses, serverReachable }: ExportProps) {
  const { client } = useSignedIn()
  const [id, setId] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = warehouses.find((one) => String(one.id) === id)

  async function write({ id: warehouse, name }: Warehouse) {
    setBusy(true)
    setProblem(null)
    try {
      const products = await client.api('GET', 'productedit/', {
        query: { no_page: 1, warehouse },
        schema: OfficeProduct.array(),
      })
      const sheet = inventorySheetOf(products)
      if (products.length === 0) setProblem(EMPTY_EXPORT)
      else
        downloadBlob(
          fileName(name, new Date()),
          await xlsx('Inventory', sheet, { hidden: { name: AS_EXPORTED, sheet } }),
        )
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }

  return (
    <section className={classes.form} aria-label="Export">
      <h2>Export</h2>
      <NativeSelect
        label="Warehouse"
        size="md"
        value={id}
        onChange={({ currentTarget }) => {
          setId(currentTarget.value)
          setProblem(null)
        }}
        data={[
          { value: '', label: 'Choose a warehouse' },
          ...warehouses
            .filter((one) => one.id !== OUTSIDE_WAREHOUSE)
            .map((one) => ({ value: String(one.id), label: one.name })),
        ]}
      />
      <ErrorNote>{problem}</ErrorNote>
      <div className={classes.buttons}>
        <Button
          kind="main"
          icon={<IconDownload size={20} aria-hidden />}
          isBusy={busy}
          reason={!chosen ? 'Choose a warehouse.' : !serverReachable && NEEDS_SERVER}
          onClick={() => chosen && void write(chosen)}
        >
          Export
        </Button>
      </div>
    </section>
  )
}

/** C412, in characters that every file system takes. */
const fileName = (warehouse: string, now: Date) =>
  exportName(warehouse.replaceAll(/[\\/:*?"<>|]/g, ' '), now, 'xlsx')

interface ImportProps {
  /** Why no file can be chosen now. */
  reason: string | false
  onRead: (name: string, rows: ImportedRow[]) => void
}

/** C123, C360, C362: a file of either kind. */
function Import({ reason, onRead }: ImportProps) {
  const file = useRef<HTMLInputElement>(null)
  const { problem, isReading, choose } = useSpreadsheet(
    (name, { rows, also }) => onRead(name, importedRows(rows, also)),
    AS_EXPORTED,
  )

  return (
    <section className={classes.form} aria-label="Import">
      <h2>Import</h2>
      <p className={classes.quiet}>
        A .csv or .xlsx file with the columns that the export has. Nothing is changed before you save.
      </p>
      <ErrorNote>{problem}</ErrorNote>
      <div className={classes.buttons}>
        <Button
          icon={<IconFileImport size={20} aria-hidden />}
          isBusy={isReading}
          reason={reason}
          onClick={() => file.current?.click()}
        >
          Import
        </Button>
      </div>
      <SpreadsheetInput ref={file} label="The file to import" onFile={(chosen) => void choose(chosen)} />
    </section>
  )
}
