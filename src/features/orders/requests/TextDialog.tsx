import { errorText } from '#src/api/errors.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { Textarea } from '@mantine/core'
import { useState } from 'react'

interface TextDialogProps {
  title: string
  label: string
  act: string
  kind?: 'main' | 'danger'
  /** What is said while nothing is typed; null where nothing need be. */
  missing: string | null
  /** Rejects with what the server said. */
  save: (text: string) => Promise<unknown>
  onClose: () => void
}

/** A question with a field for words. */
export default function TextDialog({
  title,
  label,
  act,
  kind = 'main',
  missing,
  save,
  onClose,
}: TextDialogProps) {
  const [text, setText] = useState('')
  return (
    <SaveDialog
      stays
      explain={errorText}
      title={title}
      act={act}
      kind={kind}
      reason={text.trim() === '' && missing !== null && missing}
      save={async () => {
        await save(text.trim())
      }}
      onBack={onClose}
    >
      <Textarea
        label={label}
        size="md"
        autosize
        minRows={2}
        maxLength={1_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </SaveDialog>
  )
}
