import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { isSearch } from './catalogue.ts'

/** A071: searches for the typed text a moment later. The letters draw nothing else again. */
export function CatalogueSearch({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  const apply = useDebouncedCallback((text: string) => {
    if (isSearch(text)) onSearch(text.trim())
  }, SEARCH_DEBOUNCE_MS)
  return (
    <TextInput
      aria-label="Search"
      type="search"
      size="md"
      placeholder="Search, at least 3 characters"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}
