import { isLocked, nameOf } from '#contract/picking/lines.ts'
import { leftOver, lockedUndone, nextPending, stateOf } from '#contract/picking/state.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { memo } from 'react'
import { useCell } from '#src/ui/cell.ts'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import type { ScanSession } from '../session/index.ts'

/** Leads to the next item once the current one needs nothing more, or says that no item is left. */
export const NextUp = memo(function NextUp({ session }: { session: ScanSession }) {
  const current = useCell(session.view, (view) => view.current)
  const next = useCell(session.list, (list) => nextPending(list.lines, current))
  const isOver = useCell(session.list, (list) => {
    const line = current === null ? undefined : list.byId.get(current)
    return line === undefined || isLocked(line) || stateOf(line) !== null
  })
  const left = useCell(session.list, (list) => (isOver && !next ? leftOver(list.lines) : ''))
  const locked = useCell(session.list, (list) => (isOver && !next ? lockedUndone(list.lines) : 0))
  const hasLines = useCell(session.list, (list) => list.ids.length > 0)
  if (!hasLines || !isOver) return null
  if (next)
    return (
      <Button
        size="floor"
        icon={<IconArrowRight size={24} aria-hidden />}
        onClick={() => void session.choose(next.id)}
      >
        Next: {next.bin} {nameOf(next)}
      </Button>
    )
  return (
    <p className={classes.meta} role="status">
      {doneText(left, locked)}
    </p>
  )
})

/** Returns the words where nothing is pending. Lines of invoiced orders cannot be changed, and stay in "Left". */
function doneText(left: string, locked: number): string {
  if (left) return `Nothing is pending; ${left}.`
  if (locked > 0)
    return `Every other item is done. ${plural(locked, 'item')} of invoiced orders cannot be changed.`
  return 'Every item is done. Press Save to send it.'
}
