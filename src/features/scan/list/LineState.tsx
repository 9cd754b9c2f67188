import { isOutOfStock, piecesLacking, stateOf } from '#contract/picking/state.ts'
import type { Line } from '#contract/picking/lines.ts'
import {
  IconBan,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconPlayerSkipForwardFilled,
  IconScale,
  IconTag,
} from '@tabler/icons-react'
import classes from '#src/picking/floor.module.css'
import { OtherName } from '#src/picking/Others.tsx'
import { plural } from '#src/ui/format.ts'

/**
 * The state of a line: a shape and a word, never a color alone. A line is not done while a weight or lot of it is
 * missing.
 */
export function LineState({ line }: { line: Line }) {
  const { weights, lots } = piecesLacking(line)
  return (
    <>
      {!(stateOf(line) === true && weights + lots > 0) && <StateChip line={line} />}
      {weights > 0 && (
        <span className={classes.state} data-state="missing">
          <IconScale size={20} aria-hidden /> {weights} to weigh
        </span>
      )}
      {lots > 0 && (
        <span className={classes.state} data-state="missing">
          <IconTag size={20} aria-hidden /> {plural(lots, 'lot')} missing
        </span>
      )}
      <OtherName items={line.items} />
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
