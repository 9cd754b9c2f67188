import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/**
 * The text of a search field. A338: `onSearch` gets a new search 300 ms after the last key, without the spaces around
 * it. A search that changes elsewhere (back, a link, the drawer) replaces the typed text.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  /** `sent` is the last search that was typed here: when it comes back as `search`, the typed text stays. */
  const [state, setState] = useState({ text: search, seen: search, sent: search })
  if (search !== state.seen)
    setState(({ text, sent }) => ({ text: search === sent ? text : search, seen: search, sent: search }))
  const later = useDebouncedCallback((sent: string) => {
    setState((before) => ({ ...before, sent }))
    if (sent !== search || sent !== state.sent) onSearch(sent)
  }, SEARCH_DEBOUNCE_MS)
  function type(text: string) {
    setState((before) => ({ ...before, text }))
    later(text.trim())
  }
  return [state.text, type] as const
}
