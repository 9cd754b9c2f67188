import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import type { ItemCode } from '#contract/products/item-codes.ts'
import type { Client } from '#src/api/client.ts'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import { findItemCodes } from './calls.ts'
import { ORDER, type Form } from './fields.tsx'

/** C141: the item code, of those there are or a new one, which is made with the product (docs/decisions/0033). */
export function ItemCodeField({ form, client }: { form: Form; client: Client }) {
  const typed = form.values.item_code_id.trim()
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const [found, setFound] = useState<{ search: string; codes: ItemCode[] } | null>(null)
  const listId = useId()

  useEffect(() => {
    if (search === '') return undefined
    const abort = new AbortController()
    findItemCodes(client, search, abort.signal).then(
      (codes) => setFound({ search, codes }),
      // Without suggestions the code is typed.
      () => undefined,
    )
    return () => abort.abort()
  }, [client, search])

  const known = found?.codes.find(({ item_code }) => item_code === typed)
  const hint = known
    ? known.name
    : found?.search === typed && typed !== ''
      ? 'A new item code: it is made with this product.'
      : undefined
  return (
    <>
      <TextInput
        label="Item code"
        description={hint}
        inputWrapperOrder={ORDER}
        size="md"
        required
        withAsterisk={false}
        maxLength={50}
        autoComplete="off"
        list={listId}
        {...form.field('item_code_id')}
      />
      <datalist id={listId}>
        {found?.codes.map(({ item_code, name }) => (
          <option key={item_code} value={item_code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
