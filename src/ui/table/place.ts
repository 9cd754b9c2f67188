import { useEffect, useRef } from 'react'

/** What a person sees of a list. */
export interface ListSpot {
  /** The scrolled distance, in px. */
  top: number
  /** For cards: the first one in sight, and how far from the top of the window it begins, in px. */
  card?: { key: string; top: number } | undefined
}

/** A person's place in a list. */
export interface Place extends ListSpot {
  /** The last page on show, from 0. */
  last: number
}

/** Keeps the places of this visit of the screen, by the list's label, for the way back. */
export interface KeptPlace {
  read: (label: string) => Place | undefined
  keep: (label: string, place: Place) => void
}

/** How the rows go to a place, and report theirs. */
export interface RowsPlace {
  /** Where the rows begin, once they are here; undefined before, and where nothing is kept. */
  spot?: ListSpot | undefined
  /** Missing until the rows are there. */
  onSpot?: ((spot: ListSpot) => void) | undefined
}

/** Scrolls to a place once. */
export function useReturnTo(spot: ListSpot | undefined, scrollTo: (spot: ListSpot) => void): void {
  const isThere = useRef(false)
  useEffect(() => {
    if (spot === undefined || isThere.current) return
    isThere.current = true
    // The rows that hold the height are drawn by then.
    requestAnimationFrame(() => scrollTo(spot))
  })
}

/** Where the first card in sight is looked for, in px from the top: below the bar, and below a gap between cards. */
const FIRST_IN_SIGHT_PX = [120, 150] as const

/** Returns what is seen of a list of cards in the page. Each card has its key in `data-key`. */
export function spotOfCards(list: HTMLElement | null): ListSpot {
  const top = window.scrollY
  const cards = FIRST_IN_SIGHT_PX.map((y) =>
    document.elementFromPoint(window.innerWidth / 2, y)?.closest<HTMLElement>('[data-key]'),
  )
  const card = cards.find((found) => found && list?.contains(found))
  if (!card) return { top }
  return { top, card: { key: card.dataset['key']!, top: card.getBoundingClientRect().top } }
}

/**
 * Goes to a place in a list of cards. A card that was not drawn yet has an estimated height, so the scrolled distance
 * alone would lead to another card.
 */
export function goToCard(list: HTMLElement | null, { top, card }: ListSpot): void {
  const element = card && list?.querySelector(`[data-key="${CSS.escape(card.key)}"]`)
  if (!element) return window.scrollTo(0, top)
  const align = () => window.scrollBy(0, element.getBoundingClientRect().top - card.top)
  align()
  // The cards around it are drawn by then, at their own heights.
  requestAnimationFrame(align)
}
