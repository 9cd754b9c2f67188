import { errorText } from '#src/api/errors.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { showDay, showMoney } from '#src/ui/format.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { lineName } from './lines.ts'
import classes from './OrderPrint.module.css'
import type { OrderScreenProps } from './OrderScreen.tsx'
import { PrintedLines, type PrintedColumn } from './PrintedLines.tsx'
import { useOrder } from './use-order.ts'

const COLUMNS: readonly PrintedColumn[] = [
  { label: 'Item Code', cell: ({ product }) => product?.item_code.item_code },
  { label: 'Name', cell: lineName },
  { label: 'Unit', cell: ({ item }) => item.unit_quantity, isNumber: true },
  { label: 'Case', cell: ({ item }) => item.case_quantity, isNumber: true },
  { label: 'Unit Price', cell: ({ item }) => showMoney(item.price_per_unit), isNumber: true },
  { label: 'Case Price', cell: ({ item }) => showMoney(item.price_per_case), isNumber: true },
  { label: 'Price', cell: ({ item }) => showMoney(item.final_price), isNumber: true },
]

/**
 * A029: what an order was invoiced for, as the order itself has it. Fees, payments and the invoice's own calls come with
 * the invoice (docs/decisions/0022).
 */
export function InvoiceScreen({
  id,
  engine,
  client,
  go,
}: Pick<OrderScreenProps, 'id' | 'engine' | 'client' | 'go'>) {
  const { order, lines, failure } = useOrder(client, engine.db, id)
  const billed = lines?.filter(({ item }) => item.unit_quantity > 0 || item.case_quantity > 0) ?? []
  return (
    <article className={classes.page}>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => go(`/order/${id}`)}>
          Back
        </Button>
        {order?.invoiced && (
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      <h1>Invoice</h1>
      {failure ? (
        // B044.
        <ErrorNote>{`There was an issue trying to get the invoice information for Order ${id}.\n${errorText(failure)}`}</ErrorNote>
      ) : !order || !lines ? (
        <Skeleton height={480} radius="md" />
      ) : !order.invoiced ? (
        <EmptyState icon={<IconFileInvoice size={40} />} title={`Order ${id} has no invoice yet`}>
          It is generated on the order, when what was picked is complete.
        </EmptyState>
      ) : (
        <>
          <dl className={classes.head}>
            <dt>Order</dt>
            <dd>{id}</dd>
            <dt>Company</dt>
            <dd>{order.company_location.name}</dd>
            <dt>Address</dt>
            <dd>{order.company_location.physical_address.complete_address || '–'}</dd>
            <dt>Delivery date</dt>
            <dd>{showDay(order.delivery_date)}</dd>
            <dt>Invoice total</dt>
            <dd>
              <strong>{showMoney(order.invoice_total)}</strong>
            </dd>
          </dl>
          {billed.length === 0 ? (
            <p>Nothing was picked for it.</p>
          ) : (
            <PrintedLines columns={COLUMNS} lines={billed} />
          )}
        </>
      )}
    </article>
  )
}
