import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'
import classes from './VirtualList.module.css'

interface VirtualListProps<Item> {
  /** Names the list and the box that it scrolls in. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** px; a guess, until a row is there and measured. */
  rowPx: number
  /** The classes of the box, which set its height, and of each row. */
  className?: string | undefined
  rowClassName?: string | undefined
  /** Stays above the rows. */
  head?: ReactNode
  children: (item: Item) => ReactNode
}

/** A list of thousands whose rows are of several heights: those in sight and some around them are in the page. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  rowPx,
  head,
  children,
  ...props
}: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  // The compiler leaves this component alone, which is right: the library's functions change under it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    getItemKey: (at) => keyOf(items[at]!),
    overscan: 10,
  })
  return (
    <div
      ref={box}
      className={`${classes.box} ${props.className ?? ''}`}
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {head}
      <ul aria-label={label} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-even={index % 2 === 1 || undefined}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={`${classes.row} ${props.rowClassName ?? ''}`}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(items[index]!)}
          </li>
        ))}
      </ul>
    </div>
  )
}
