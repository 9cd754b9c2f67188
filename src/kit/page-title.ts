/** What the open page calls itself, where that says more than the name of its address: "Order 21667". */
import { useEffect, useSyncExternalStore } from 'react'

let current: string | null = null
const listeners = new Set<() => void>()

function set(title: string | null) {
  current = title
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For the shell: null where the page has said nothing. */
export const usePageTitle = (): string | null => useSyncExternalStore(subscribe, () => current)

/** For the page, for as long as it is open. */
export function useSetPageTitle(title: string): void {
  useEffect(() => {
    set(title)
    return () => set(null)
  }, [title])
}
