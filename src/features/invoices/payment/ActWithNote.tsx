import type { Client } from '#src/api/client.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { lazy, Suspense, useState } from 'react'

const NoteDialog = lazy(() => import('#src/kit/NoteDialog.tsx'))

interface ActWithNoteProps {
  /** What the button and the dialog's button say. */
  act: string
  title: string
  /** What it does. */
  body: string
  call: (client: Client, note: string) => Promise<unknown>
  offline: string | null
}

/** An act of the office on an invoice's payments that needs a reason. The reason is kept in the history. */
export function ActWithNote({ act, title, body, call, offline }: ActWithNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const send = useCall({ call, invalidates: INVOICE_CHANGED })
  return (
    <>
      <Button reason={offline} onClick={() => setOpen(true)}>
        {act}
      </Button>
      <Suspense>
        {isOpen && (
          <NoteDialog
            title={title}
            label="Note"
            description="Why. It is kept in the invoice's history."
            act={act}
            missing="Say why first."
            maxLength={200}
            save={send}
            onClose={() => setOpen(false)}
          >
            <p>{body}</p>
          </NoteDialog>
        )}
      </Suspense>
    </>
  )
}
