import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './invoice.module.css'
import type { InvoiceEdit } from './use-invoice-edit.ts'

const EditDialog = lazy(() => import('./EditDialog.tsx'))

/** What edit mode adds to the page: that it is on, how to end it, and what went wrong with saving. */
export function EditBar({ edit, serverReachable }: { edit: InvoiceEdit; serverReachable: boolean }) {
  const why = !serverReachable && 'Saving needs the server, which is not in reach. What you typed is kept.'
  return (
    <>
      <div className={classes.editing} role="status">
        <b>{edit.saving ? 'Saving …' : edit.isDirty ? 'Prices changed, not saved yet' : 'Editing prices'}</b>
        <div className={classes.buttons}>
          <Button variant="default" size="md" disabled={edit.saving} onClick={() => edit.leave()}>
            Stop editing
          </Button>
          <ActionButton size="md" loading={edit.saving} reason={why || edit.wrong} onClick={edit.ask}>
            Save or discard
          </ActionButton>
        </div>
      </div>
      {edit.failure !== null && (
        <ErrorNote>
          <b>There was an error while saving the price overrides</b>
          <p>{errorText(edit.failure)}</p>
        </ErrorNote>
      )}
      <Suspense>{edit.asked && <EditDialog edit={edit} />}</Suspense>
    </>
  )
}
