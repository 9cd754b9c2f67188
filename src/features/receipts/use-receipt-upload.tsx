/** The state of a receipt upload while it is read, corrected, saved and left (C106–C109, C212–C217). */
import type { Commas } from '#contract/file-number.ts'
import type { Client } from '#src/api/client.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { useSave } from '#src/kit/form/use-save.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural, showDay, showDollars } from '#src/ui/format.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { RECEIPTS_CHANGED, type ListedReceipt } from './queries.ts'
import type { ReceiptFile } from './receipt-file.ts'
import {
  defaultWarehouse,
  mappingOf,
  receiptTotal,
  type DraftRow,
  type MappedWarehouse,
  type ReceiptNumberField,
} from './receipt-rows.ts'
import { NotRolledBack, saveReceipt } from './save-receipt.ts'
import { afterIssue, newUploadDraft, remapped, type UploadDraft } from './upload-draft.ts'
import { uploadedBefore } from './uploaded-before.ts'

/** A file's rows by a warehouse's mapping, and the receipt made from them. */
export function useUploadDraft(file: ReceiptFile, warehouses: readonly MappedWarehouse[] | null) {
  /** undefined until a person chooses, and null where they chose no warehouse. */
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  const warehouse = chosen === undefined ? defaultWarehouse(warehouses ?? []) : chosen
  const [commas, setCommas] = useState<Commas<ReceiptNumberField>>({})
  const mapping = useMemo(
    () => ({ ...mappingOf(warehouses?.find(({ id }) => id === warehouse)), commas }),
    [warehouses, warehouse, commas],
  )
  const [draft, setDraft] = useState(() => newUploadDraft(file, mapping))
  const [readWith, setReadWith] = useState(mapping)
  /** The receipt that an earlier Save made, and whether none of its lines is stored. */
  const [made, setMade] = useState<{ id: number; isEmpty: boolean } | null>(null)
  // The person chose another warehouse, or its mapping has just loaded. A half saved draft stays as it was
  // read.
  if (readWith !== mapping && made === null) {
    setReadWith(mapping)
    setDraft(remapped(draft, mapping))
  }
  return { warehouse, setWarehouse: setChosen, commas, setCommas, mapping, draft, setDraft, made, setMade }
}

export type ReceiptUpload = ReturnType<typeof useUploadDraft>

/** Asks before unsaved rows are left. After `end` it does not ask. */
export function useUnsavedReceipt({ draft, made }: ReceiptUpload, onUnsaved: (fate: string | null) => void) {
  /** The upload is saved, or given up by Cancel: leaving asks nothing. */
  const isEnded = useRef(false)
  const fate = made ? receiptFate(draft, made.isEmpty) : typedFate(draft)
  useEffect(() => onUnsaved(fate), [fate, onUnsaved])
  const hasFate = fate !== null
  const question = useLeaveGuard(
    useCallback(() => hasFate && !isEnded.current, [hasFate]),
    fate ?? '',
  )
  useDeletedWhenLeft(made?.isEmpty ? made.id : null, isEnded)
  const end = () => {
    isEnded.current = true
  }
  return { end, question }
}

/** Says what happens to corrected rows; null where there are none. */
const typedFate = ({ typed }: UploadDraft): string | null =>
  typed.size > 0 ? 'The rows that you corrected are not saved. The file is as it was.' : null

/** Says what happens to a receipt with unsaved rows. */
const receiptFate = ({ valid, invalid }: UploadDraft, isEmpty: boolean): string =>
  isEmpty
    ? 'No row of the receipt is saved. It is deleted.'
    : `Rows of the receipt that are not saved: ${valid.length + invalid.length}. It stays, and is marked as short.`

/**
 * Deletes a receipt without lines when its page is left. A receipt that cannot be deleted stays in the list, marked as
 * short.
 */
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

interface ReceiptSaveOptions {
  upload: ReceiptUpload
  /** The name of the receipt. */
  name: string
  /** Called when every row is saved. */
  onEnd: () => void
  /** Called when the person has read the confirmation. */
  onSaved: () => void
}

/** Saves the valid rows, after a question. */
export function useReceiptSave({ upload, name, onEnd, onSaved }: ReceiptSaveOptions) {
  const { client, engine } = useSignedIn()
  const { draft, setDraft, made, setMade } = upload
  const { valid, invalid, saved } = draft
  const [issue, setIssue] = useState<string | null>(null)
  const keys = useCallKey(engine.newId)

  const [isLooking, setLooking] = useState(false)
  /** Looks for an earlier upload of the same receipt, then asks. If the search fails, it asks without its result. */
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
        isEmpty: made?.isEmpty ?? false,
        description: name,
        rows: valid,
        keys,
      })
      setMade({ id, isEmpty: saved === 0 && failed.size === valid.length })
      if (said === null) {
        onEnd()
        return undefined
      }
      // The failed rows show their own part of the message.
      setIssue(failed.size > 0 ? said.split('\n')[0]! : said)
      setDraft((before) => afterIssue(before, failed))
      return { heading: 'There was an issue while saving some rows from the receipt', text: said }
    } catch (error) {
      if (error instanceof NotRolledBack) setMade({ id: error.id, isEmpty: true })
      throw error
    }
  }

  const { ask, dialog } = useSave<ListedReceipt | null>({
    call: save,
    invalidates: RECEIPTS_CHANGED,
    words: (twin) => wordsOf({ name, isNew: made === null, valid, invalid: invalid.length, twin }),
    explain: wholeText,
    onDone() {
      onEnd()
      onSaved()
    },
  })
  return { look, isLooking, issue, dialog }
}

interface Asked {
  name: string
  isNew: boolean
  valid: readonly DraftRow[]
  /** The number of rows that are left out. */
  invalid: number
  /** The receipt with the same lines. */
  twin: ListedReceipt | null
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
