import { lineCount } from '#contract/picking/state.ts'
import { nameOf } from '#contract/picking/lines.ts'
import { useCell } from '#src/ui/cell.ts'
import { useWindowRows } from '#src/ui/use-window-rows.ts'
import { memo, useRef } from 'react'
import { LineState } from './LineState.tsx'
import classes from './list.module.css'
import type { ScanSession } from '../session/index.ts'

/** Below this number of lines, drawing all of them costs less than finding those in sight. */
const VIRTUAL_FROM_LINES = 60
const CARD_PX = 92

/** A051: the lines as cards, in the order of the walk. */
export function LineCards({ session, ids }: { session: ScanSession; ids: readonly string[] }) {
  if (ids.length >= VIRTUAL_FROM_LINES) return <VirtualCards session={session} ids={ids} />
  return (
    <div className={classes.cards} role="list" aria-label="Items">
      {ids.map((id) => (
        <div role="listitem" key={id}>
          <LineCard session={session} id={id} />
        </div>
      ))}
    </div>
  )
}

function VirtualCards({ session, ids }: { session: ScanSession; ids: readonly string[] }) {
  const top = useRef<HTMLDivElement>(null)
  const { virtual, margin } = useWindowRows(top, {
    count: ids.length,
    estimateSize: () => CARD_PX,
    overscan: 8,
    gap: 8,
    getItemKey: (i) => ids[i]!,
  })
  return (
    <div
      ref={top}
      role="list"
      aria-label="Items"
      style={{ position: 'relative', height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={virtual.measureElement}
          data-index={row.index}
          role="listitem"
          aria-posinset={row.index + 1}
          aria-setsize={ids.length}
          style={{
            position: 'absolute',
            inset: '0 0 auto',
            transform: `translateY(${row.start - margin}px)`,
          }}
        >
          <LineCard session={session} id={ids[row.index]!} />
        </div>
      ))}
    </div>
  )
}

/** One line, which is drawn again only when it changes. */
const LineCard = memo(function LineCard({ session, id }: { session: ScanSession; id: string }) {
  const line = useCell(session.list, (list) => list.byId.get(id))
  const isCurrent = useCell(session.view, (view) => view.current === id)
  const severalOrders = useCell(session.list, (list) => list.orders.length > 1)
  if (!line) return null
  return (
    <button
      type="button"
      className={classes.line}
      aria-current={isCurrent}
      onClick={() => {
        void session.choose(id)
        window.scrollTo({ top: 0 })
      }}
    >
      <span className={classes.lineBin}>{line.bin || '–'}</span>
      <span>
        <span className={classes.lineName}>{nameOf(line)}</span>
        <br />
        <span className={classes.lineCount}>
          {lineCount(line)}
          {severalOrders && ` · ${line.items.map((item) => `#${item.order}`).join(', ')}`}
        </span>
      </span>
      <span className={classes.lineSide}>
        <LineState line={line} />
      </span>
    </button>
  )
})
