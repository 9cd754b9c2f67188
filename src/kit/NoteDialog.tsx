import { errorText } from '#src/api/errors.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'

interface NoteDialogProps {
  title: string
  /** The label of the field. */
  label: string
  /** What becomes of the note. */
  description?: string
  act: string
  /** Shown while nothing is typed; null where the note may stay empty. */
  missing: string | null
  maxLength: number
  /** Rejects with what the server said. */
  save: (note: string) => Promise<unknown>
  onClose: () => void
  /** What the act does. */
  children?: ReactNode
}

/** An act that takes a note: its reason, or the words to another person. */
export default function NoteDialog({
  title,
  label,
  description,
  act,
  missing,
  maxLength,
  save,
  onClose,
  children,
}: NoteDialogProps) {
  const [note, setNote] = useState('')
  return (
    <SaveDialog
      stays
      explain={errorText}
      title={title}
      act={act}
      reason={missing !== null && note.trim() === '' && missing}
      save={async () => {
        await save(note.trim())
      }}
      onBack={onClose}
    >
      {children}
      <Textarea
        label={label}
        description={description}
        size="md"
        autosize
        minRows={2}
        maxLength={maxLength}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </SaveDialog>
  )
}
