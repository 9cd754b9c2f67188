import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId } from 'react'
import { ORDER, type Form } from './fields.tsx'
import { itemCodesQuery } from './queries.ts'

/** C141: the item code, of those there are or a new one, which is made with the product (docs/decisions/0033). */
export function ItemCodeField({ form }: { form: Form }) {
  const typed = form.values.item_code_id.trim()
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const listId = useId()
  // If they cannot be read, the code is typed without suggestions.
  const { value: found } = useServerQuery(itemCodesQuery(search), {
    enabled: search !== '',
    keepsPrevious: true,
  })

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
