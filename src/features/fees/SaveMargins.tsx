import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { amountProblem } from './amounts.ts'
import { isUnsaved, type MarginRow } from './margin-rows.ts'
import classes from './margins.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

interface SaveMarginsProps {
  rows: readonly MarginRow[]
  noun: 'margins' | 'fees'
  /** Whose they are. */
  owner: string
  /** Why nothing can be saved now, whatever was changed. */
  barred: string | false
  save: () => Promise<void>
  /** Cancelled, or saved. */
  onLeave: () => void
}

/** The end of a fees screen: whether anything is unsaved, Cancel, and Save with its dialog. */
export function SaveMargins({ rows, noun, owner, barred, save, onLeave }: SaveMarginsProps) {
  const [isSaving, setSaving] = useState(false)
  const changed = rows.filter(isUnsaved)
  const isWrong = changed.some((row) => !row.deleted && amountProblem(row) !== null)
  const why =
    barred || (changed.length === 0 ? 'Nothing was changed.' : isWrong && 'An amount is not right yet.')

  return (
    <>
      <div className={classes.buttons}>
        <span className={classes.quiet} role="status">
          {changed.length > 0 && 'Changes that are not saved yet.'}
        </span>
        <Button variant="default" size="md" onClick={onLeave}>
          Cancel
        </Button>
        <ActionButton size="md" reason={why} onClick={() => setSaving(true)}>
          Save
        </ActionButton>
      </div>
      <Suspense>
        {isSaving && (
          <SaveDialog
            title={`Save the ${noun} of ${owner}?`}
            save={save}
            saved={`The ${noun} have been saved.`}
            failed={`There was an error while saving the ${noun}`}
            explain={errorText}
            onBack={() => setSaving(false)}
            onSaved={onLeave}
          />
        )}
      </Suspense>
    </>
  )
}
