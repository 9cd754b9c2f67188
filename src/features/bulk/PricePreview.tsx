import { PricePreview as Preview } from '#contract/orders/price-refresh.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { plural, showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { WholeTable } from '#src/ui/table/WholeTable.tsx'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'

type Change = Preview['changes'][number]

const COLUMNS: readonly Column<Change>[] = [
  { id: 'product', label: 'Product', value: ({ name }) => name, wide: true },
  {
    id: 'unit',
    label: 'Price of a',
    value: ({ unit_type, per_lb }) => `${unit_type === 'u' ? 'unit' : 'case'}${per_lb ? ', per lb' : ''}`,
  },
  { id: 'from', label: 'From', align: 'right', value: ({ from }) => showMoney(from) },
  { id: 'to', label: 'To', align: 'right', value: ({ to }) => showMoney(to) },
  { id: 'lines', label: 'Lines', align: 'right', value: ({ lines }) => lines },
]
const rowKey = ({ product, unit_type, per_lb, from, to }: Change) =>
  [product, unit_type, per_lb, from, to].join(' ')

const previewQuery = (orders: readonly number[]): ServerQuery<Preview> => ({
  queryKey: ['price preview', ...orders],
  read: (client, signal) =>
    client.api('POST', 'orderpricerefresh/preview', {
      body: { order_ids: orders },
      schema: Preview,
      signal,
    }),
  isForm: true,
})

/** The changes of a price refresh of these orders, before anything is written. */
export function PricePreviewTable({ orders }: { orders: readonly number[] }) {
  const query = useMemo(() => previewQuery(orders), [orders])
  const reading = useServerQuery(query)
  return (
    <WhenRead reading={reading} explain={wholeText} waiting={<Skeleton height={120} radius="md" />}>
      {({ changes, items, orders: count }) =>
        items === 0 ? (
          <p>The prices are up to date: nothing would change.</p>
        ) : (
          <>
            <p>
              {plural(items, 'line')} of {plural(count, 'order')} would change.
            </p>
            {changes.length > 0 && (
              <WholeTable label="What changes" columns={COLUMNS} rows={changes} rowKey={rowKey} hasCards />
            )}
          </>
        )
      }
    </WhenRead>
  )
}
