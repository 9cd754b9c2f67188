import { errorText } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { showMoney } from '#src/ui/format.ts'
import { lazy, Suspense } from 'react'
import classes from '../invoice.module.css'
import type { InvoiceEdit } from './use-invoice-edit.ts'

const EditDialog = lazy(() => import('./EditDialog.tsx'))

interface EditBarProps {
  edit: InvoiceEdit
  /** What the customer is charged once it is saved: beside the prices of a long invoice its sums are far away. */
  total: string
  serverReachable: boolean
}

/** The bar of edit mode: that it is on, how to end it, and why saving failed. */
export function EditBar({ edit, total, serverReachable }: EditBarProps) {
  const why = !serverReachable && 'Saving needs the server, which is not in reach. What you typed is kept.'
  return (
    <>
      <div className={classes.editing} role="status">
        <b>{edit.saving ? 'Saving …' : edit.isDirty ? 'Prices changed, not saved yet' : 'Editing prices'}</b>
        <span aria-live="off">Comes to {showMoney(total)}</span>
        <div className={classes.buttons}>
          <Button reason={edit.saving && 'Wait until it is saved.'} onClick={() => edit.leave()}>
            Stop editing
          </Button>
          <Button kind="main" isBusy={edit.saving} reason={why} onClick={edit.ask}>
            Save or discard
          </Button>
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
