import { Button } from '#src/ui/Button.tsx'
import { CommaChoices } from '#src/ui/inputs/CommaChoices.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural, showDollars } from '#src/ui/format.ts'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { NO_SPREADSHEET } from '#src/ui/spreadsheet.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { NativeSelect } from '@mantine/core'
import { IconDownload, IconRefresh, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadOldFormat } from './old-format.ts'
import { StepButtons } from './ReceiptPage.tsx'
import { RowsTable } from './RowsTable.tsx'
import { defaultName, hasOldFormat, type ReceiptFile } from './receipt-file.ts'
import {
  doubledColumns,
  FIELD_LABELS,
  isSelectable,
  NUMBER_FIELDS,
  receiptTotal,
  type MappedWarehouse,
} from './receipt-rows.ts'
import classes from './receipts.module.css'
import { revalidated, typedIntoUpload, type UploadDraft } from './upload-draft.ts'
import {
  useReceiptSave,
  useUnsavedReceipt,
  useUploadDraft,
  type ReceiptUpload,
} from './use-receipt-upload.tsx'

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
  const { file, warehouses, reason } = props
  const upload = useUploadDraft(file, warehouses)
  const { warehouse, commas, mapping, draft, setDraft, made } = upload
  const { valid, invalid, saved } = draft
  const [name, setName] = useState(() => defaultName(file.name, new Date()))
  const { end, question } = useUnsavedReceipt(upload, props.onUnsaved)
  const { look, isLooking, issue, dialog } = useReceiptSave({
    upload,
    name: name.trim(),
    onEnd: end,
    onSaved: props.onSaved,
  })
  const uploadReason =
    reason ||
    (warehouse === null && 'Choose a warehouse.') ||
    (valid.length === 0 && 'There are no valid rows.') ||
    (name.trim() === '' && 'The receipt needs a name.')

  function cancel() {
    // A receipt that is saved in part is not given up without a question.
    if (!made) end()
    props.onCancel()
  }

  return (
    <section className={classes.step} aria-label="Receipt Preview">
      <h2>Receipt Preview</h2>
      <ReceiptFields warehouses={warehouses} upload={upload} name={name} onName={setName} />
      <PreviewTools
        name={name}
        draft={draft}
        onRevalidate={() => setDraft(revalidated(draft, mapping))}
        uploadReason={uploadReason}
        isLooking={isLooking}
        onUpload={() => void look()}
      />
      <CommaChoices
        columns={NUMBER_COLUMNS}
        writtenIn={(field) => [...valid, ...invalid].flatMap(({ ambiguous }) => ambiguous[field] ?? [])}
        commas={commas}
        disabled={made !== null}
        onChange={upload.setCommas}
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
        onCancel={cancel}
        onBack={props.onBack}
        onFinish={() => void look()}
        finishReason={uploadReason || (isLooking && 'It is being looked whether it is here already.')}
      />
      {dialog}
      {question}
    </section>
  )
}

interface ReceiptFieldsProps {
  warehouses: readonly MappedWarehouse[] | null
  upload: ReceiptUpload
  name: string
  onName: (name: string) => void
}

/** The warehouse whose file it is, and the receipt's name. Both stay once a part of the receipt is saved. */
function ReceiptFields({ warehouses, upload, name, onName }: ReceiptFieldsProps) {
  const { warehouse, setWarehouse, made } = upload
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Warehouse"
        size="md"
        value={warehouse ?? ''}
        disabled={made !== null}
        onChange={(event) => setWarehouse(Number(event.currentTarget.value) || null)}
        data={[
          { value: '', label: warehouses ? 'Choose a warehouse' : 'The warehouses are on their way' },
          ...(warehouses ?? []).map((one) => ({
            value: String(one.id),
            label: one.name,
            disabled: !isSelectable(one),
          })),
        ]}
      />
      <LineInput
        label="Receipt name"
        maxLength={200}
        disabled={made !== null}
        value={name}
        onChange={onName}
      />
    </div>
  )
}

interface PreviewToolsProps {
  /** The receipt's. */
  name: string
  draft: UploadDraft
  onRevalidate: () => void
  /** Why nothing can be uploaded now. */
  uploadReason: string | false
  isLooking: boolean
  onUpload: () => void
}

/** The acts on all rows together. */
function PreviewTools({ name, draft, onRevalidate, uploadReason, isLooking, onUpload }: PreviewToolsProps) {
  const { file, valid, invalid } = draft
  return (
    <div className={classes.tools}>
      <Button icon={<IconRefresh size={20} aria-hidden />} onClick={onRevalidate}>
        Re-validate
      </Button>
      <Button
        icon={<IconDownload size={20} aria-hidden />}
        reason={!hasOldFormat(file) && 'The old format needs a file whose header is in row 16 or below.'}
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
        onClick={onUpload}
      >
        Upload Receipt
      </Button>
    </div>
  )
}
