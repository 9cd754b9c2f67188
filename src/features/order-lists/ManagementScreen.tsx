import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { nameOfList, foundProducts, type OffTheList } from './management.ts'
import classes from './management.module.css'
import { OffNote } from './OffNote.tsx'
import { PRODUCTS_BY_LIST } from './queries.ts'

const ProductRows = lazy(() => import('./ProductRows.tsx'))
const ProductListsDialog = lazy(() => import('./ProductListsDialog.tsx'))

/** `/orderlistPrototype` (C121): every product with its order lists, to put it on them and take it off. Online only. */
export function ManagementScreen() {
  const serverReachable = useServerReachable()
  const reading = useServerQuery(PRODUCTS_BY_LIST)
  const { value } = reading
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const [open, setOpen] = useState<string | null>(null)
  const names = useMemo(
    () => new Map(value?.order_list_names.map((list) => [list.order_list_id, list])),
    [value],
  )
  const all = value?.all_products
  const products = useMemo(() => foundProducts(all ?? [], search), [all, search])
  const opened = all?.find(({ upc }) => upc === open)
  const [off, setOff] = useState<readonly OffTheList[]>([])
  const settled = (one: OffTheList) => setOff((before) => before.filter((other) => other !== one))
  const question = useLeaveGuard(
    () => off.length > 0,
    'A product that was to be moved is off its order list.',
    {
      title: 'Leave without putting it back?',
    },
  )

  return (
    <div className={classes.page}>
      <PageHead
        title="Orderlist Management"
        bar="Orderlist Prototype"
        note={
          value &&
          (serverReachable
            ? `${products.length} of ${value.all_products.length} products`
            : 'The server is not in reach: this is what it last said.')
        }
      />
      <WhenRead reading={reading} waiting={<Skeleton height={420} radius="md" />}>
        {({ all_products, order_list_names }) => (
          <>
            {off.map((one) => (
              <OffNote
                key={`${one.list} ${one.from.upc}`}
                off={one}
                product={all_products.find(({ upc }) => upc === one.from.upc)?.name ?? one.from.upc}
                list={nameOfList(names.get(one.list)!)}
                onSettled={() => settled(one)}
              />
            ))}
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
                  onOff={(one) => {
                    setOff((before) => [...before, one])
                    setOpen(null)
                  }}
                  product={opened}
                  all={all_products}
                  lists={order_list_names}
                  onClose={() => setOpen(null)}
                />
              )}
            </Suspense>
          </>
        )}
      </WhenRead>
      {question}
    </div>
  )
}
