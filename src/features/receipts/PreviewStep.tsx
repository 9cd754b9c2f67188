import type { Commas } from '#contract/file-number.ts'
import type { Receipt } from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLeaveGuard } from '#src/kit/use-leave-guard.tsx'
import { useSave } from '#src/kit/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CommaChoices } from '#src/ui/inputs/CommaChoices.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural, showDay, showDollars } from '#src/ui/format.ts'
import { NO_SPREADSHEET } from '#src/ui/spreadsheet.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconRefresh, IconUpload } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { downloadOldFormat } from './old-format.ts'
import { RECEIPTS_CHANGED } from './queries.ts'
import { StepButtons } from './ReceiptPage.tsx'
import { RowsTable } from './RowsTable.tsx'
import { defaultName, hasOldFormat, type ReceiptFile } from './receipt-file.ts'
import {
  defaultWarehouse,
  doubledColumns,
  FIELD_LABELS,
  isSelectable,
  mappingOf,
  NUMBER_FIELDS,
  receiptTotal,
  type DraftRow,
  type MappedWarehouse,
  type ReceiptNumberField,
} from './receipt-rows.ts'
import classes from './receipts.module.css'
import { NotRolledBack, saveReceipt } from './save-receipt.ts'
import { uploadedBefore } from './uploaded-before.ts'
import {
  afterIssue,
  newUploadDraft,
  remapped,
  revalidated,
  typedIntoUpload,
  type UploadDraft,
} from './upload-draft.ts'

const NUMBER_COLUMNS = NUMBER_FIELDS.map((field) => ({ field, label: FIELD_LABELS[field] }))

interface PreviewStepProps {
  file: ReceiptFile
  /** null while they are not known. */
  warehouses: readonly MappedWarehouse[] | null
  /** Why nothing can be saved now. */
  reason: string | false
  onSaved: () => void
  onCancel: () => void
  onBack: () => void
  /** What becomes of what is unsaved when the page is left, in words; null where everything is saved. */
  onUnsaved: (fate: string | null) => void
}

/** C106–C109: the rows of a file before they are a receipt. */
export function PreviewStep(props: PreviewStepProps) {
  const { file, warehouses, reason, onSaved, onUnsaved } = props
  const { client, engine } = useSignedIn()
  /** undefined until somebody chooses, and null where they chose none. */
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  const warehouse = chosen === undefined ? defaultWarehouse(warehouses ?? []) : chosen
  const [commas, setCommas] = useState<Commas<ReceiptNumberField>>({})
  const mapping = useMemo(
    () => ({ ...mappingOf(warehouses?.find(({ id }) => id === warehouse)), commas }),
    [warehouses, warehouse, commas],
  )
  const [draft, setDraft] = useState(() => newUploadDraft(file, mapping))
  const [readWith, setReadWith] = useState(mapping)
  const [name, setName] = useState(() => defaultName(file.name, new Date()))
  /** The receipt that an earlier Save made, and whether no line of it is stored. */
  const [made, setMade] = useState<{ id: number; isEmpty: boolean } | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const keyOf = useCallKey(engine.newId)
  /** How many receipts this page made: each has a key of its own. */
  const madeCount = useRef(0)
  // Another warehouse, or its mapping has come only now. What is half saved stays as it was read.
  if (readWith !== mapping && made === null) {
    setReadWith(mapping)
    setDraft(remapped(draft, mapping))
  }

  const { valid, invalid, saved } = draft
  /** Saved, or given up by Cancel: nothing is asked on the way out. */
  const isEnded = useRef(false)
  const fate = made ? receiptFate(draft, made.isEmpty) : typedFate(draft)
  useEffect(() => onUnsaved(fate), [fate, onUnsaved])
  const hasFate = fate !== null
  const question = useLeaveGuard(
    useCallback(() => hasFate && !isEnded.current, [hasFate]),
    fate ?? '',
  )
  useDeletedWhenLeft(made?.isEmpty ? made.id : null, isEnded)
  const end = (leave: () => void) => {
    isEnded.current = true
    leave()
  }
  const uploadReason =
    reason ||
    (warehouse === null && 'Choose a warehouse.') ||
    (valid.length === 0 && 'There are no valid rows.') ||
    (name.trim() === '' && 'The receipt needs a name.')

  const [isLooking, setLooking] = useState(false)
  /** Asks once it is known whether it is the same receipt again. Where that cannot be found out, it asks without. */
  async function look() {
    setLooking(true)
    const twin = made ? null : await uploadedBefore(client, valid).catch(() => null)
    setLooking(false)
    ask(twin)
  }

  async function save(client: Client) {
    setIssue(null)
    try {
      const {
        id,
        issue: said,
        failed,
      } = await saveReceipt(client, {
        id: made?.id ?? null,
        description: name.trim(),
        rows: valid,
        keyOf: (body) => keyOf({ body, made: madeCount.current }),
        onMade: () => (madeCount.current += 1),
      })
      setMade({ id, isEmpty: saved === 0 && failed.size === valid.length })
      if (said === null) {
        isEnded.current = true
        return undefined
      }
      // The rows that are meant say their part themselves.
      setIssue(failed.size > 0 ? said.split('\n')[0]! : said)
      setDraft((before) => afterIssue(before, failed))
      return { heading: 'There was an issue while saving some rows from the receipt', text: said }
    } catch (error) {
      if (error instanceof NotRolledBack) setMade({ id: error.id, isEmpty: true })
      throw error
    }
  }

  const { ask, dialog } = useSave<Receipt | null>({
    call: save,
    invalidates: RECEIPTS_CHANGED,
    words: (twin) =>
      wordsOf({ name: name.trim(), isNew: made === null, valid, invalid: invalid.length, twin }),
    explain: wholeText,
    onDone: () => end(onSaved),
  })

  return (
    <section className={classes.step} aria-label="Receipt Preview">
      <h2>Receipt Preview</h2>
      <div className={classes.fields}>
        <NativeSelect
          label="Warehouse"
          size="md"
          value={warehouse ?? ''}
          disabled={made !== null}
          onChange={(event) => setChosen(Number(event.currentTarget.value) || null)}
          data={[
            { value: '', label: warehouses ? 'Choose a warehouse' : 'The warehouses are on their way' },
            ...(warehouses ?? []).map((one) => ({
              value: String(one.id),
              label: one.name,
              disabled: !isSelectable(one),
            })),
          ]}
        />
        <TextInput
          label="Receipt name"
          size="md"
          maxLength={200}
          autoComplete="off"
          disabled={made !== null}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={classes.tools}>
        <Button
          icon={<IconRefresh size={20} aria-hidden />}
          onClick={() => setDraft(revalidated(draft, mapping))}
        >
          Re-validate
        </Button>
        <Button
          icon={<IconDownload size={20} aria-hidden />}
          reason={
            !hasOldFormat(file) && 'The old format needs a file whose header stands in row 16 or below.'
          }
          onClick={() =>
            void downloadOldFormat(name.trim() || 'receipt', file, [...valid, ...invalid]).catch(() =>
              snackbar(NO_SPREADSHEET, 'bad'),
            )
          }
        >
          Export to Old Format
        </Button>
        <Button
          kind="main"
          icon={<IconUpload size={20} aria-hidden />}
          reason={uploadReason}
          isBusy={isLooking}
          onClick={() => void look()}
        >
          Upload Receipt
        </Button>
      </div>
      <CommaChoices
        columns={NUMBER_COLUMNS}
        writtenIn={(field) => [...valid, ...invalid].flatMap(({ ambiguous }) => ambiguous[field] ?? [])}
        commas={commas}
        disabled={made !== null}
        onChange={setCommas}
      />
      {doubledColumns(file, mapping).map((words) => (
        <p key={words} role="status">
          {words}
        </p>
      ))}
      {saved > 0 && <p role="status">{plural(saved, 'row')} of this receipt are saved.</p>}
      <ErrorNote>{issue}</ErrorNote>
      {invalid.length > 0 && (
        <RowsTable
          label="Invalid rows"
          hint="Correct them and press Re-validate. What stays invalid is left out of the receipt."
          rows={invalid}
          refused={draft.refused}
          onType={(line, field, text) => setDraft((before) => typedIntoUpload(before, line, field, text))}
        />
      )}
      <RowsTable
        label="Valid rows"
        hint={valid.length > 0 ? `Together ${showDollars(receiptTotal(valid))}.` : 'There are none.'}
        rows={valid}
      />
      <StepButtons
        // A receipt that is saved in part is not given up without a question.
        onCancel={() => (made ? props.onCancel() : end(props.onCancel))}
        onBack={props.onBack}
        onFinish={() => void look()}
        finishReason={uploadReason || (isLooking && 'It is being looked whether it is here already.')}
      />
      {dialog}
      {question}
    </section>
  )
}

/** What becomes of corrected rows; null where there are none. */
const typedFate = ({ typed }: UploadDraft): string | null =>
  typed.size > 0 ? 'The rows that you corrected are not saved. The file is as it was.' : null

/** What becomes of a receipt of which rows are not saved. */
const receiptFate = ({ valid, invalid }: UploadDraft, isEmpty: boolean): string =>
  isEmpty
    ? 'No row of the receipt is saved. It is deleted.'
    : `Rows of the receipt that are not saved: ${valid.length + invalid.length}. It stays, and is marked as short.`

/** Deletes a receipt without lines when its page is left. One that cannot be deleted stays in the list, marked as short. */
function useDeletedWhenLeft(empty: number | null, isEnded: { readonly current: boolean }): void {
  const { client } = useSignedIn()
  const latest = useRef(empty)
  useEffect(() => {
    latest.current = empty
  }, [empty])
  useEffect(
    () => () => {
      if (latest.current !== null && !isEnded.current)
        client.api('DELETE', `receipts/${latest.current}`).catch(() => undefined)
    },
    [client, isEnded],
  )
}

interface Asked {
  name: string
  isNew: boolean
  valid: readonly DraftRow[]
  /** How many rows are left out. */
  invalid: number
  /** The receipt that has the same lines. */
  twin: Receipt | null
}

/** C383–C385, C357. */
const wordsOf = ({ name, isNew, valid, invalid, twin }: Asked) => ({
  title: `Are you sure you want to ${isNew ? 'save' : 'update'} the receipt ${name}`,
  body: (
    <>
      <p>
        {plural(valid.length, 'row')} with a total of {showDollars(receiptTotal(valid))}.
        {invalid > 0 && ` ${plural(invalid, 'invalid row')} left out.`}
      </p>
      {twin && (
        <ErrorNote>
          It may be here already: {twin.description} of {showDay(twin.date)} has the same lines and total.
        </ErrorNote>
      )}
    </>
  ),
  saving: 'Saving receipt information. This may take some time relative to the number of items',
  saved: 'Receipt information have been successfully saved',
  failed: 'There was an error while saving the receipt information',
})
