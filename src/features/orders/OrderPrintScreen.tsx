import { customerName } from '#contract/orders/customer-name.ts'
import { errorText } from '#src/api/errors.ts'
import { useSetPageTitle } from '#src/kit/page/page-title.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to, type From } from '#src/paths.ts'
import { showDay, showMoney } from '#src/ui/format.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lineBin, lineName } from './lines.ts'
import classes from './OrderPrint.module.css'
import { PrintedLines, type PrintedColumn } from './PrintedLines.tsx'
import { useOrder } from './use-order.ts'

/** B009, in this order. */
const COLUMNS: readonly PrintedColumn[] = [
  { label: 'Bin Location', cell: lineBin },
  { label: 'Item Code', cell: ({ product }) => product?.item_code.item_code },
  { label: 'Name', cell: lineName },
  { label: 'Unit', cell: ({ item }) => item.unit_quantity, isNumber: true },
  { label: 'Case', cell: ({ item }) => item.case_quantity, isNumber: true },
  {
    label: 'Pricing',
    cell: ({ item }) => `${showMoney(item.price_per_unit)} / ${showMoney(item.price_per_case)}`,
    isNumber: true,
  },
  { label: 'Combined Stock', cell: ({ product }) => product?.combined_stock_level ?? '', isNumber: true },
]

/** B008: a read-only picking summary. It shows what was picked (B016). */
export function OrderPrintScreen({ id, from }: { id: number; from: From | undefined }) {
  const { person } = useSignedIn()
  const go = useGo()
  const { order, lines, failure } = useOrder(id)
  const [details, setDetails] = useState(true)
  useSetPageTitle(`Order ${id}`)

  useEffect(() => {
    if (!failure) return
    // As the order's own screen does it.
    snackbar(`Order ${id} could not be loaded. ${errorText(failure)}`, 'bad')
    go(to.orders(), { replace: true })
  }, [failure, go, id])

  if (!order || !lines || !person) return <Skeleton height={480} radius="md" />
  const picked = lines.filter(({ item }) => item.unit_quantity > 0 || item.case_quantity > 0)
  return (
    <article className={classes.page}>
      <div className={classes.buttons}>
        <Button onClick={() => go(from === 'order' ? to.order(id) : to.orders())}>Back</Button>
        <Button isOpen={details} onClick={() => setDetails((shown) => !shown)}>
          {details ? 'Hide Details' : 'Show Details'}
        </Button>
        <Button kind="main" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <h1>Order {id}</h1>
      {details && (
        <dl className={classes.head}>
          <dt>Customer</dt>
          <dd>{customerName(order.customer)}</dd>
          <dt>Status</dt>
          <dd>{order.status_label}</dd>
          <dt>Placed date</dt>
          <dd>{showDay(order.placed_date) || '–'}</dd>
          <dt>Estimated delivery date</dt>
          <dd>{showDay(order.delivery_date)}</dd>
        </dl>
      )}
      {picked.length === 0 ? (
        <p>There are no picked items yet</p>
      ) : (
        <PrintedLines columns={COLUMNS} lines={picked} />
      )}
    </article>
  )
}
