/** Which blocks of a catalogue are in the page: a long one has those in sight and some around them. */
import { roomOf, useWindowRows } from '#src/ui/use-window-rows.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { sectionsOf, type Block, type Section } from './catalogue.ts'

/** Up to so many are in the page, all of them: find-in-page and printing then work. */
const PLAIN_BLOCKS = 100
/** px; guesses, until a block is there and measured. */
const HEAD_PX = 60

export interface ShownBlocks {
  sections: readonly Section[]
  /** px that the blocks which are not in the page would take, above and below those that are. */
  above: number
  below: number
  /** For one element of each block, which has its place in `data-index`. */
  measure: (element: HTMLElement | null) => void
}
/** The same of a catalogue that scrolls with the window. */
export interface WindowBlocks extends ShownBlocks {
  /** Scrolls to a block, by its place among all. */
  jumpTo: (at: number) => void
}

interface Options {
  /** px of a row of products; a guess. */
  rowPx: number
  /** px between two rows, which belong to no element. */
  gapPx?: number
  /** px of what stays above the blocks when they scroll. */
  headsPx?: number
}

const options = (blocks: readonly Block[], { rowPx, gapPx = 0, headsPx = 0 }: Options) => ({
  count: blocks.length,
  enabled: blocks.length > PLAIN_BLOCKS,
  estimateSize: (at: number) => (blocks[at]!.products ? rowPx : HEAD_PX),
  getItemKey: (at: number) => blocks[at]!.key,
  measureElement: (element: Element) => element.getBoundingClientRect().height + gapPx,
  overscan: 6,
  scrollPaddingStart: headsPx,
})

/** What both of the library's virtualizers can do. */
interface Virtual {
  getVirtualItems(): readonly { index: number; start: number; end: number }[]
  getTotalSize(): number
  measureElement: (element: Element | null) => void
}

function shown(blocks: readonly Block[], virtual: Virtual, margin: number): ShownBlocks {
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const all = { sections: sectionsOf(blocks, 0, blocks.length), above: 0, below: 0 }
  const some = first &&
    last && {
      sections: sectionsOf(blocks, first.index, last.index + 1),
      ...roomOf(virtual, margin),
    }
  return {
    ...(some ?? (blocks.length > PLAIN_BLOCKS ? { ...all, sections: [] } : all)),
    measure: virtual.measureElement,
  }
}

/** The blocks of a catalogue that scrolls with the window. `top` is the element that holds them. */
export function useWindowBlocks(
  blocks: readonly Block[],
  top: RefObject<HTMLElement | null>,
  how: Options,
): WindowBlocks {
  const { virtual, margin } = useWindowRows(top, options(blocks, how))
  return {
    ...shown(blocks, virtual, margin),
    jumpTo(at) {
      const block = top.current?.querySelector(`[data-index="${at}"]`)
      if (block) block.scrollIntoView()
      else virtual.scrollToIndex(at, { align: 'start' })
    },
  }
}

/** The blocks of a catalogue that scrolls inside `box`. */
export function useBoxBlocks(
  blocks: readonly Block[],
  box: RefObject<HTMLElement | null>,
  how: Options,
): ShownBlocks {
  // The compiler leaves this hook alone, which is right: the library's functions change under it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLElement, Element>({
    ...options(blocks, how),
    getScrollElement: () => box.current,
  })
  return shown(blocks, virtual, 0)
}
