import type { KeyboardEvent, PointerEvent } from 'react'
import classes from './DataTable.module.css'

const NARROWEST_PX = 40
const WIDEST_PX = 1_200
const STEP_PX = 16

const bounded = (px: number) => Math.round(Math.max(NARROWEST_PX, Math.min(WIDEST_PX, px)))

/**
 * Returns a column's width after a key at its head: Alt with ← or → makes it narrower or wider. Null for any other key.
 */
export function widthOfKey(event: KeyboardEvent<HTMLElement>): number | null {
  const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
  if (step === undefined || !event.altKey) return null
  return bounded(event.currentTarget.offsetWidth + step)
}

/** The edge between two heads: pulled, it sets how wide its column is; pressed twice, the column is as wide as what it holds. */
export function WidthHandle({ onWidth }: { onWidth: (px: number | null) => void }) {
  function pull(event: PointerEvent<HTMLSpanElement>) {
    const handle = event.currentTarget
    const head = handle.closest('th')!
    const from = head.offsetWidth - event.clientX
    handle.setPointerCapture(event.pointerId)
    event.preventDefault()
    const moved = ({ clientX }: globalThis.PointerEvent) => onWidth(bounded(from + clientX))
    const end = () => handle.removeEventListener('pointermove', moved)
    handle.addEventListener('pointermove', moved)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  // For a mouse alone: by keyboard it is Alt with an arrow at the head itself.
  return (
    <span
      className={classes.handle}
      aria-hidden
      onPointerDown={pull}
      onDoubleClick={() => onWidth(null)}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
