import type { ReceiptLine } from '#contract/receipts/schema.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { lineDraftOf, draftProblem, lineToSave, type LineDraft } from './line-draft.ts'
import { LINES_CHANGED, saveLine } from './queries.ts'
import classes from './receipts.module.css'

export interface LineDialogProps {
  receipt: { id: number; description: string }
  /** null for a line that is added. */
  line: ReceiptLine | null
  /** What an added line begins with. */
  product?: { upc: string; name: string } | null
  onClose: () => void
}

/** Corrects a line of a receipt, or adds one. The receipt's total follows its lines. */
export default function LineDialog({ receipt, line, product = null, onClose }: LineDialogProps) {
  const [draft, setDraft] = useState(() => lineDraftOf(line, product))
  const save = useCall({
    call: (client, typed: LineDraft, key) => saveLine(client, lineToSave(receipt.id, line, typed), key),
    invalidates: LINES_CHANGED,
  })
  const field = (name: keyof LineDraft, label: string) => ({
    label,
    size: 'md' as const,
    value: draft[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  })
  return (
    <SaveDialog
      stays
      explain={lineText}
      title={
        line
          ? `Correct line ${line.line} of ${receipt.description}?`
          : `Add a line to ${receipt.description}?`
      }
      act={line ? 'Save' : 'Add'}
      reason={draftProblem(draft)}
      save={() => save(draft)}
      onBack={onClose}
    >
      <div className={classes.fields}>
        <TextInput {...field('product', 'Product')} maxLength={120} autoComplete="off" />
        <TextInput {...field('product_name', 'Product name')} maxLength={200} autoComplete="off" />
        <TextInput {...field('quantity', 'Quantity')} inputMode="decimal" autoComplete="off" />
        <NativeSelect
          {...field('unit_type', 'Unit type')}
          data={[
            { value: 'U', label: 'Units' },
            { value: 'C', label: 'Cases' },
            { value: '', label: 'None (void)' },
          ]}
        />
        <TextInput {...field('total', 'Total')} inputMode="decimal" autoComplete="off" />
      </div>
    </SaveDialog>
  )
}

const Refused = z.object({ message_detail: z.array(z.object({ message: z.string() })).min(1) })

/** Why the line was not stored: the server says it beside the line. */
function lineText(error: unknown): string {
  const refused = Refused.safeParse(error instanceof ApiError ? error.body : null)
  return refused.success ? refused.data.message_detail[0]!.message : errorText(error)
}
