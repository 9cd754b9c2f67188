/** What the open page calls itself, where that says more than the name of its address: "Order 21667". */
import { createCell, useCell } from '#src/ui/cell.ts'
import { useEffect } from 'react'

const title = createCell<string | null>(null)

/** For the shell: null where the page has said nothing. */
export const usePageTitle = (): string | null => useCell(title)

/** For the page, for as long as it is open. */
export function useSetPageTitle(text: string): void {
  useEffect(() => {
    title.set(text)
    return () => title.set(null)
  }, [text])
}
