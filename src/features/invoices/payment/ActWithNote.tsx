import { errorText } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'
import { useCall } from '#src/kit/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { INVOICE_CHANGED } from '../queries.ts'

interface ActWithNoteProps {
  /** What the button and the dialog's button say. */
  act: string
  title: string
  /** What it does. */
  body: string
  call: (client: Client, note: string) => Promise<unknown>
  offline: string | null
}

/** What the office does about an invoice's payments and must give a reason for. The reason is kept in the history. */
export function ActWithNote({ act, title, body, call, offline }: ActWithNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const send = useCall({ call, invalidates: INVOICE_CHANGED })
  return (
    <>
      <Button reason={offline} onClick={() => setOpen(true)}>
        {act}
      </Button>
      <Suspense>
        {isOpen && (
          <SaveDialog
            stays
            explain={errorText}
            title={title}
            act={act}
            reason={note.trim() === '' && 'Say why first.'}
            save={async () => void (await send(note))}
            onBack={() => setOpen(false)}
          >
            <p>{body}</p>
            <TextInput
              label="Note"
              description="Why. It is kept in the invoice's history."
              size="md"
              maxLength={200}
              autoComplete="off"
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </SaveDialog>
        )}
      </Suspense>
    </>
  )
}
