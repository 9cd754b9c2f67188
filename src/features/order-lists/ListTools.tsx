import { NO_CATEGORIES, type Category } from '#contract/order-lists/edit.ts'
import { fetchProducts } from '#src/queries/products.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSpreadsheet } from '#src/kit/list/use-spreadsheet.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { SpreadsheetInput } from '#src/ui/SpreadsheetInput.tsx'
import { downloadBlob } from '#src/ui/download.ts'
import { NO_SPREADSHEET, xlsx } from '#src/ui/spreadsheet.ts'
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconDownload,
  IconFileImport,
  IconPlus,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './customer-lists.module.css'
import {
  isListChanged,
  missingFrom,
  saveProblem,
  withProducts,
  type ListDraft,
  type KnownProducts,
  type KnownProduct,
} from './list-draft.ts'
import { ImportReport } from './ImportReport.tsx'
import { fileNameOf, importOf, listSheetOf, type Import } from './list-file.ts'

interface ListToolsProps {
  draft: ListDraft | undefined
  known: KnownProducts
  /** Names the exported file. */
  customer: string
  /** Why no list can be saved now. */
  reason: string | false
  /** null while no location is chosen for a new list. */
  onNew: (() => void) | null
  onChange: (part: Partial<ListDraft>) => void
  /** Called with products that the server has and `known` lacks. */
  onFound: (products: readonly KnownProduct[]) => void
  onDiscard: () => void
  onSave: () => void
}

interface Imported extends Import {
  name: string
  /** The list that the file was chosen for. */
  list: ListDraft['id'] | undefined
}

const count = (categories: readonly Category[]): string => {
  const products = categories.reduce((sum, { rows }) => sum + rows.length, 0)
  return `${categories.length} ${categories.length === 1 ? 'category' : 'categories'} and ${products} ${products === 1 ? 'product' : 'products'}`
}

const OTHER_LIST = 'Another order list was chosen while the file was read. Import the file again.'

const replaceWords = ({ name, categories, findings }: Imported) => (
  <>
    <p>
      {name} has {count(categories)}. They take the place of all that is on the list now, which stays as it is
      on the server until you save.
    </p>
    <ImportReport name={name} findings={findings} />
  </>
)

/** The tools for a whole order list: new, import, export, undo and save. */
export function ListTools({ draft, known, customer, reason, ...does }: ListToolsProps) {
  const file = useRef<HTMLInputElement>(null)
  const { taken, forget, dialog, problem, isReading, choose } = useListImport({ draft, known, ...does })
  const noList = !draft && 'Choose an order list.'
  const unsaved = draft && isListChanged(draft)
  const invalid = draft && saveProblem(draft, known)

  async function write(list: ListDraft) {
    const sheet = listSheetOf(list.categories, (upc) => known.products.get(upc)?.name)
    downloadBlob(fileNameOf(customer, list.id), await xlsx('Order list', sheet, { widths: [18, 48] }))
  }

  return (
    <>
      <div className={classes.tools}>
        <Button
          icon={<IconPlus size={20} aria-hidden />}
          reason={!does.onNew && 'Choose a customer location.'}
          onClick={() => does.onNew?.()}
        >
          New order list
        </Button>
        <Button
          icon={<IconFileImport size={20} aria-hidden />}
          isBusy={isReading}
          // Until all products are read, unknown codes cannot be found.
          reason={noList || (!known.isWhole && 'The products have not been read yet.')}
          onClick={() => file.current?.click()}
        >
          Import
        </Button>
        <SpreadsheetInput ref={file} label="The file to import" onFile={(chosen) => void choose(chosen)} />
        <Button
          icon={<IconDownload size={20} aria-hidden />}
          reason={noList}
          onClick={() => draft && void write(draft).catch(() => snackbar(NO_SPREADSHEET, 'bad'))}
        >
          Export
        </Button>
        <Button
          icon={<IconArrowBackUp size={20} aria-hidden />}
          reason={noList || (!unsaved && 'Nothing was changed.')}
          onClick={() => {
            forget()
            does.onDiscard()
          }}
        >
          Discard changes
        </Button>
        <Button
          kind="main"
          icon={<IconDeviceFloppy size={20} aria-hidden />}
          reason={reason || noList || (!unsaved && 'Nothing was changed.') || invalid}
          onClick={does.onSave}
        >
          Save
        </Button>
      </div>
      <p role="status" className={classes.quiet}>
        {unsaved ? 'Changes that are not saved yet.' : ''}
      </p>
      <ErrorNote>
        {problem ?? (draft && (unsaved || draft.categories.length === 0) ? invalid : null)}
      </ErrorNote>
      {taken && taken.list === draft?.id && unsaved && <ImportReport {...taken} />}
      {dialog}
    </>
  )
}

/** Reads a file whose categories replace those of the list, after a question. */
function useListImport({
  draft,
  known,
  onChange,
  onFound,
}: Pick<ListToolsProps, 'draft' | 'known' | 'onChange' | 'onFound'>) {
  const { client } = useSignedIn()
  /** The last imported file of this list. */
  const [taken, setTaken] = useState<Imported | null>(null)
  const chosenFor = useRef<ListDraft['id'] | undefined>(undefined)
  const { ask, dialog } = useSave({
    async call(_client, imported: Imported) {
      onChange({ categories: imported.categories })
      setTaken(imported)
    },
    words: (imported) => ({
      title: 'Replace the categories?',
      act: 'Replace',
      body: replaceWords(imported),
      reason: imported.list !== draft?.id && OTHER_LIST,
    }),
  })
  const reading = useSpreadsheet(async (name, { rows }) => {
    // Another user may have added a product since all products were read.
    const unknown = missingFrom(importOf(rows, known), known)
    const found = unknown.length > 0 ? await fetchProducts(client, unknown).catch(() => []) : []
    onFound(found)
    const imported = importOf(rows, withProducts(known, found))
    if (imported.categories.length === 0) throw new Error(NO_CATEGORIES)
    ask({ name, list: chosenFor.current, ...imported })
  })
  function choose(file: File) {
    chosenFor.current = draft?.id
    return reading.choose(file)
  }
  return { ...reading, taken, forget: () => setTaken(null), dialog, choose }
}
