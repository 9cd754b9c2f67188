import { useSpreadsheet } from '#src/kit/list/use-spreadsheet.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { SpreadsheetInput } from '#src/ui/SpreadsheetInput.tsx'
import { IconFileImport } from '@tabler/icons-react'
import { useRef } from 'react'
import { AS_EXPORTED, importedRows, type ImportedRow } from './bulk-rows.ts'
import classes from './inventory.module.css'

interface InventoryImportProps {
  /** Why no file can be chosen now. */
  reason: string | false
  onRead: (name: string, rows: ImportedRow[]) => void
}

/** A file that is read back in, of either kind (C123, C360, C362). */
export function InventoryImport({ reason, onRead }: InventoryImportProps) {
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
