import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { useCallback, useRef } from 'react'
import { amountFieldProblem } from './amounts.ts'
import { isUnsaved, type MarginRow } from './margin-rows.ts'
import classes from './margins.module.css'

interface SaveMarginsProps {
  rows: readonly MarginRow[]
  /** Something is typed into the form that adds one, and is not added. */
  isTyping: boolean
  noun: 'margins' | 'fees'
  /** Whose they are. */
  owner: string
  /** Why no change can be saved now. */
  barred: string | false
  save: () => Promise<void>
  /** Cancelled, or saved. */
  onLeave: () => void
}

/** The end of a fees screen: whether anything is unsaved, Cancel, Save with its dialog, and the question on the way out. */
export function SaveMargins({ rows, isTyping, noun, owner, barred, save, onLeave }: SaveMarginsProps) {
  const { ask, dialog } = useSave({
    call: save,
    words: () => ({
      title: `Save the ${noun} of ${owner}?`,
      saved: `The ${noun} have been saved.`,
      failed: `There was an error while saving the ${noun}`,
    }),
    onDone: onLeave,
  })
  const changed = rows.filter(isUnsaved)
  const hasUnsaved = changed.length > 0
  /** Cancel gives up what was changed, without a question. */
  const isGivenUp = useRef(false)
  const isLost = hasUnsaved || isTyping
  const question = useLeaveGuard(
    useCallback(() => isLost && !isGivenUp.current, [isLost]),
    hasUnsaved
      ? `The ${noun} that you changed are not saved.`
      : `You have not added the ${noun.slice(0, -1)} that you typed. It is lost when you leave.`,
  )
  const isWrong = changed.some((row) => !row.deleted && amountFieldProblem(row) !== null)
  const why = barred || (!hasUnsaved ? 'Nothing was changed.' : isWrong && 'An amount is not right yet.')

  return (
    <>
      <div className={classes.buttons}>
        <span className={classes.quiet} role="status">
          {hasUnsaved && 'Changes that are not saved yet.'}
        </span>
        <Button
          onClick={() => {
            isGivenUp.current = true
            onLeave()
          }}
        >
          Cancel
        </Button>
        <Button kind="main" reason={why} onClick={ask}>
          Save
        </Button>
      </div>
      {dialog}
      {question}
    </>
  )
}
