/** An upload of a receipt while it is read, corrected, saved and left (C106–C109, C212–C217). */
import type { Commas } from '#contract/file-number.ts'
import type { Receipt } from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLeaveGuard } from '#src/kit/use-leave-guard.tsx'
import { useSave } from '#src/kit/use-save.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural, showDay, showDollars } from '#src/ui/format.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { RECEIPTS_CHANGED } from './queries.ts'
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

/** A file's rows as a warehouse's, and the receipt that was made of them. */
export function useUploadDraft(file: ReceiptFile, warehouses: readonly MappedWarehouse[] | null) {
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
  /** The receipt that an earlier Save made, and whether no line of it is stored. */
  const [made, setMade] = useState<{ id: number; isEmpty: boolean } | null>(null)
  // Another warehouse, or its mapping has come only now. What is half saved stays as it was read.
  if (readWith !== mapping && made === null) {
    setReadWith(mapping)
    setDraft(remapped(draft, mapping))
  }
  return { warehouse, setWarehouse: setChosen, commas, setCommas, mapping, draft, setDraft, made, setMade }
}

export type ReceiptUpload = ReturnType<typeof useUploadDraft>

/** Asks before unsaved rows are left. After `end` nothing is asked. */
export function useUnsavedReceipt({ draft, made }: ReceiptUpload, onUnsaved: (fate: string | null) => void) {
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
  const end = () => {
    isEnded.current = true
  }
  return { end, question }
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

interface ReceiptSaveOptions {
  upload: ReceiptUpload
  /** Of the receipt. */
  name: string
  /** Every row is saved. */
  onEnd: () => void
  /** The person has read that. */
  onSaved: () => void
}

/** Saves the valid rows, after a question. */
export function useReceiptSave({ upload, name, onEnd, onSaved }: ReceiptSaveOptions) {
  const { client, engine } = useSignedIn()
  const { draft, setDraft, made, setMade } = upload
  const { valid, invalid, saved } = draft
  const [issue, setIssue] = useState<string | null>(null)
  const keyOf = useCallKey(engine.newId)
  /** How many receipts this page made: each has a key of its own. */
  const madeCount = useRef(0)

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
        description: name,
        rows: valid,
        keyOf: (body) => keyOf({ body, made: madeCount.current }),
        onMade: () => (madeCount.current += 1),
      })
      setMade({ id, isEmpty: saved === 0 && failed.size === valid.length })
      if (said === null) {
        onEnd()
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
