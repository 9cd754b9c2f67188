import { useEffect, useRef } from 'react'

/** Where somebody is in a list. */
export interface Place {
  /** The last page that is on show, from 0. */
  last: number
  /** px that are scrolled. */
  top: number
}

/** What is kept of this visit of the screen, by the list's label: for the way back. */
export interface KeptPlace {
  read: (label: string) => Place | undefined
  keep: (label: string, place: Place) => void
}

/** How the rows go to a place, and say where they are. */
export interface RowsPlace {
  /** Where they begin, once they are here; undefined before, and where nothing is kept. */
  top?: number | undefined
  /** Missing until they are there. */
  onTop?: ((top: number) => void) | undefined
}

/** Goes to a place once. */
export function useReturnTo(top: number | undefined, scrollTo: (top: number) => void): void {
  const isThere = useRef(false)
  useEffect(() => {
    if (top === undefined || isThere.current) return
    isThere.current = true
    // The rows that hold the height are drawn by then.
    requestAnimationFrame(() => scrollTo(top))
  })
}
