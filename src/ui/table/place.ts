import { useEffect, useRef } from 'react'

/** A person's place in a list. */
export interface Place {
  /** The last page on show, from 0. */
  last: number
  /** The scrolled distance, in px. */
  top: number
}

/** Keeps the places of this visit of the screen, by the list's label, for the way back. */
export interface KeptPlace {
  read: (label: string) => Place | undefined
  keep: (label: string, place: Place) => void
}

/** How the rows go to a place, and report theirs. */
export interface RowsPlace {
  /** Where the rows begin, once they are here; undefined before, and where nothing is kept. */
  top?: number | undefined
  /** Missing until the rows are there. */
  onTop?: ((top: number) => void) | undefined
}

/** Scrolls to a place once. */
export function useReturnTo(top: number | undefined, scrollTo: (top: number) => void): void {
  const isThere = useRef(false)
  useEffect(() => {
    if (top === undefined || isThere.current) return
    isThere.current = true
    // The rows that hold the height are drawn by then.
    requestAnimationFrame(() => scrollTo(top))
  })
}
