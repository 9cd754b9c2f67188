import { type Line, nameOf, upcOf } from '#contract/picking/lines.ts'
import { pickedAndOrdered } from '#contract/picking/state.ts'
import { SCAN_HEADER_EVERY_ROWS } from '#contract/spec.ts'
import type { UnitType } from '#contract/values.ts'
import { useCell } from '#src/ui/cell.ts'
import { useWindowRows } from '#src/ui/use-window-rows.ts'
import { Fragment, memo, useRef } from 'react'
import { LineState } from './LineState.tsx'
import classes from './list.module.css'
import type { ScanSession } from '../session/index.ts'

const BLOCK_PX = 60 * SCAN_HEADER_EVERY_ROWS + 40
/** Blocks of ten rows. Below this number, drawing all of them costs less. */
const VIRTUAL_FROM_BLOCKS = 6

/** A051, A052: the lines as a table that repeats its header before every tenth row. */
export function LineTable({ session, ids }: { session: ScanSession; ids: readonly string[] }) {
  const blocks = Array.from({ length: Math.ceil(ids.length / SCAN_HEADER_EVERY_ROWS) }, (_, i) =>
    ids.slice(i * SCAN_HEADER_EVERY_ROWS, (i + 1) * SCAN_HEADER_EVERY_ROWS),
  )
  return (
    // A person without a mouse scrolls it by the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Items as a table">
      <table className={classes.table} aria-label="Items">
        {blocks.length < VIRTUAL_FROM_BLOCKS ? (
          <tbody>
            {blocks.map((block) => (
              <Block key={block[0]} session={session} ids={block} />
            ))}
          </tbody>
        ) : (
          <VirtualBlocks session={session} blocks={blocks} />
        )}
      </table>
    </div>
  )
}

function VirtualBlocks({ session, blocks }: { session: ScanSession; blocks: (readonly string[])[] }) {
  const top = useRef<HTMLTableSectionElement>(null)
  const { virtual, above, below } = useWindowRows(top, {
    count: blocks.length,
    estimateSize: () => BLOCK_PX,
    overscan: 1,
  })
  return (
    <tbody ref={top}>
      <tr aria-hidden style={{ height: above }} />
      {virtual.getVirtualItems().map(({ index }) => (
        <Block key={index} session={session} ids={blocks[index]!} />
      ))}
      <tr aria-hidden style={{ height: below }} />
    </tbody>
  )
}

const HEADERS = ['Bin', 'Name', 'Units', 'Cases', 'State', 'UPC', 'Order'] as const

const Block = memo(function Block({ session, ids }: { session: ScanSession; ids: readonly string[] }) {
  return (
    <Fragment>
      <tr>
        {HEADERS.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
      {ids.map((id) => (
        <Row key={id} session={session} id={id} />
      ))}
    </Fragment>
  )
})

/** "1 of 3"; a dash where nothing is ordered or picked by the unit, or by the case. */
function ofOrdered(line: Line, type: UnitType): string {
  const counts = pickedAndOrdered(line, type)
  return counts ? `${counts.picked} of ${counts.ordered}` : '–'
}

const Row = memo(function Row({ session, id }: { session: ScanSession; id: string }) {
  const line = useCell(session.list, (list) => list.byId.get(id))
  const isCurrent = useCell(session.view, (view) => view.current === id)
  if (!line) return null
  return (
    <tr aria-current={isCurrent}>
      <td className={classes.tableBin}>{line.bin || '–'}</td>
      <td>
        <button
          type="button"
          onClick={() => {
            void session.choose(id)
            window.scrollTo({ top: 0 })
          }}
        >
          {nameOf(line)}
        </button>
      </td>
      <td className={classes.number}>{ofOrdered(line, 'u')}</td>
      <td className={classes.number}>{ofOrdered(line, 'c')}</td>
      <td>
        <LineState line={line} />
      </td>
      <td>{upcOf(line)}</td>
      <td>{line.items.map((item) => item.order).join(', ')}</td>
    </tr>
  )
})
