import { isOutOfStock, stateOf } from '#contract/picking/state.ts'
import type { Line } from '#contract/picking/lines.ts'
import { piecesToWeigh } from '#contract/orders/before-invoice.ts'
import {
  IconBan,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconPlayerSkipForwardFilled,
  IconScale,
} from '@tabler/icons-react'
import classes from '#src/picking/floor.module.css'

/** Where a line stands: a shape and a word, never a colour alone. */
export function LineState({ line }: { line: Line }) {
  const missing = piecesToWeigh(line)
  return (
    <>
      <StateChip line={line} />
      {missing > 0 && (
        <span className={classes.state} data-state="missing">
          <IconScale size={20} aria-hidden /> {missing} to weigh
        </span>
      )}
    </>
  )
}

function StateChip({ line }: { line: Line }) {
  if (isOutOfStock(line))
    return (
      <span className={classes.state} data-state="aside">
        <IconBan size={20} aria-hidden /> Out of stock
      </span>
    )
  const state = stateOf(line)
  if (state === true)
    return (
      <span className={classes.state} data-state="picked">
        <IconCircleCheckFilled size={20} aria-hidden /> Done
      </span>
    )
  if (state === false)
    return (
      <span className={classes.state} data-state="aside">
        <IconPlayerSkipForwardFilled size={20} aria-hidden /> Set aside
      </span>
    )
  return (
    <span className={classes.state}>
      <IconCircleDashed size={20} aria-hidden /> Pending
    </span>
  )
}
