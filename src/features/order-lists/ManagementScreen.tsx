import { ProductsByOrderList } from '#contract/order-lists/schema.ts'
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { searchProducts } from './management.ts'
import classes from './management.module.css'

const ProductRows = lazy(() => import('./ProductRows.tsx'))
const ProductListsDialog = lazy(() => import('./ProductListsDialog.tsx'))

/** C324. */
const fetchAll = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'productsbyorderlist', { schema: ProductsByOrderList, signal })

/** `/orderlistPrototype` (C121): every product with its order lists, to put it on them and take it off. Online only. */
export function ManagementScreen({ client, serverReachable }: { client: Client; serverReachable: boolean }) {
  const read = useCallback((signal: AbortSignal) => fetchAll(client, signal), [client])
  const { value, failure, busy, reload } = useRead(read, serverReachable)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const [open, setOpen] = useState<string | null>(null)
  const names = useMemo(
    () => new Map(value?.order_list_names.map((list) => [list.order_list_id, list])),
    [value],
  )
  const all = value?.all_products
  const products = useMemo(() => searchProducts(all ?? [], search), [all, search])
  const opened = all?.find(({ upc }) => upc === open)

  return (
    <div className={classes.page}>
      <div>
        <h1>Orderlist Management</h1>
        <p className={classes.quiet} role="status">
          {!serverReachable && value
            ? 'The server is not in reach: this is what it last said.'
            : value && `${products.length} of ${value.all_products.length} products`}
        </p>
      </div>
      {failure !== null && serverReachable && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      {!value && !serverReachable && <NeedsServer />}
      {!value && serverReachable && failure === null && <Skeleton height={420} radius="md" />}
      {value && (
        <>
          <TextInput
            label="Search"
            type="search"
            size="md"
            placeholder={`Name, UPC or item code, at least ${SEARCH_MIN_CHARACTERS} characters`}
            leftSection={<IconSearch size={18} aria-hidden />}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {products.length === 0 && (
            <EmptyState icon={<IconSearchOff size={40} />} title="No product has these words">
              Type fewer of them, or another one.
            </EmptyState>
          )}
          <Suspense fallback={<Skeleton height={420} radius="md" />}>
            {products.length > 0 && (
              <ProductRows products={products} names={names} onOpen={({ upc }) => setOpen(upc)} />
            )}
            {opened && (
              <ProductListsDialog
                client={client}
                product={opened}
                all={value.all_products}
                lists={value.order_list_names}
                onDone={reload}
                onClose={() => setOpen(null)}
              />
            )}
          </Suspense>
        </>
      )}
    </div>
  )
}
