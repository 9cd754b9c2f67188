import { NO_CATEGORIES, type Category } from '#contract/order-lists/edit.ts'
import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { readSpreadsheet } from '#src/ui/read-spreadsheet.ts'
import { downloadBlob, xlsx } from '#src/ui/spreadsheet.ts'
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconDownload,
  IconFileImport,
  IconPlus,
} from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import classes from './customer-lists.module.css'
import { isChanged, saveProblem, type Draft, type Known } from './list-draft.ts'
import { categoriesOf, fileNameOf, sheetOf } from './list-file.ts'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

interface ListToolsProps {
  draft: Draft | undefined
  known: Known
  /** Names the exported file. */
  customer: string
  /** Why nothing can be saved now, whatever is on the list. */
  reason: string | false
  /** null while there is no location for a new list. */
  onNew: (() => void) | null
  onChange: (part: Partial<Draft>) => void
  onDiscard: () => void
  onSave: () => void
}

const count = (categories: readonly Category[]): string => {
  const products = categories.reduce((sum, { rows }) => sum + rows.length, 0)
  return `${categories.length} ${categories.length === 1 ? 'category' : 'categories'} and ${products} ${products === 1 ? 'product' : 'products'}`
}

/** What is done with an order list as a whole: a new one, out of a file, into a file, undone, saved. */
export function ListTools({ draft, known, customer, reason, ...does }: ListToolsProps) {
  const file = useRef<HTMLInputElement>(null)
  const [imported, setImported] = useState<{ name: string; categories: Category[] } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const noList = !draft && 'Choose an order list.'
  const unsaved = draft && isChanged(draft)
  const invalid = draft && saveProblem(draft, known)

  async function read(chosen: File) {
    setProblem(null)
    try {
      const categories = categoriesOf(await readSpreadsheet(chosen))
      // C353.
      if (categories.length === 0) setProblem(NO_CATEGORIES)
      else setImported({ name: chosen.name, categories })
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  async function write(list: Draft) {
    const sheet = sheetOf(list.categories, (upc) => known.products.get(upc)?.name)
    downloadBlob(fileNameOf(customer, list.id), await xlsx('Order list', sheet, [18, 48]))
  }

  return (
    <>
      <div className={classes.tools}>
        <ActionButton
          variant="default"
          size="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          reason={!does.onNew && 'Choose a customer location.'}
          onClick={() => does.onNew?.()}
        >
          New order list
        </ActionButton>
        <ActionButton
          variant="default"
          size="md"
          leftSection={<IconFileImport size={20} aria-hidden />}
          reason={noList}
          onClick={() => file.current?.click()}
        >
          Import
        </ActionButton>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.xlsx"
          aria-label="The file to import"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void read(chosen)
            // The same file can be chosen again after it was mended.
            currentTarget.value = ''
          }}
        />
        <ActionButton
          variant="default"
          size="md"
          leftSection={<IconDownload size={20} aria-hidden />}
          reason={noList}
          onClick={() => draft && void write(draft).catch((error: unknown) => setProblem(errorText(error)))}
        >
          Export
        </ActionButton>
        <ActionButton
          variant="default"
          size="md"
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          reason={noList || (!unsaved && 'Nothing was changed.')}
          onClick={does.onDiscard}
        >
          Discard changes
        </ActionButton>
        <ActionButton
          size="md"
          leftSection={<IconDeviceFloppy size={20} aria-hidden />}
          reason={reason || noList || (!unsaved && 'Nothing was changed.') || invalid}
          onClick={does.onSave}
        >
          Save
        </ActionButton>
      </div>
      <p role="status" className={classes.quiet}>
        {unsaved ? 'Changes that are not saved yet.' : ''}
      </p>
      <ErrorNote>
        {problem ?? (draft && (unsaved || draft.categories.length === 0) ? invalid : null)}
      </ErrorNote>
      <Suspense>
        {imported && (
          <SaveDialog
            title="Replace the categories?"
            act="Replace"
            save={async () => does.onChange({ categories: imported.categories })}
            explain={String}
            onBack={() => setImported(null)}
          >
            {`${imported.name} has ${count(imported.categories)}. They take the place of all that is on the list now, which stays as it is on the server until you save.`}
          </SaveDialog>
        )}
      </Suspense>
    </>
  )
}
