import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay } from '#src/ui/format.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { UNSORTED, type TableState } from '#src/ui/table-view.ts'
import { wholeSource } from '#src/ui/use-paged-rows.ts'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentType } from 'react'
import { lineColumns } from './line-columns.tsx'
import type { OrderLine } from './lines.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import classes from './OrderScreens.module.css'
import { useOrder } from './use-order.ts'

const OrderForm = lazy(() => import('./OrderForm.tsx'))

export interface OrderScreenProps {
  id: number
  engine: Engine
  client: Client
  person: User | null
  serverReachable: boolean
  go: (path: string, options?: { state?: object; replace?: boolean }) => void
  /** The fees dialog, which is a feature of its own. */
  Fees: ComponentType<FeesProps>
  /**
   * Puts the order's products into its customer's cart, another feature. Where the cart holds something that may not be
   * replaced nothing is done: returns how many products are in the way, else 0.
   */
  replicate: (
    what: { order: OrderRow; lines: readonly OrderLine[]; person: User },
    mayReplace: boolean,
  ) => Promise<number>
}

interface FeesProps {
  order: OrderRow
  client: Client
  newId: () => string
  onClose: () => void
}

const rowKey = ({ item }: OrderLine) => item.id

/** One order: what it is, what can be done with it, and its items. */
export function OrderScreen({
  id,
  engine,
  client,
  person,
  serverReachable,
  go,
  Fees,
  replicate,
}: OrderScreenProps) {
  const view = useOrder(client, engine.db, id)
  const { order, lines, failure } = view
  const [table, setTable] = useState<TableState>(UNSORTED)
  const columns = useMemo(() => lineColumns(person), [person])

  useEffect(() => {
    if (!failure) return
    // B030.
    snackbar(`Order ${id} could not be loaded. ${errorText(failure)}`, 'bad')
    go('/orders', { replace: true })
  }, [failure, go, id])

  if (!order || !person) return <Loading id={id} />
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>Order {order.id}</h1>
      </div>
      <OrderActions
        order={order}
        engine={engine}
        client={client}
        person={person}
        serverReachable={serverReachable}
        go={go}
        Fees={Fees}
        lines={lines}
        replicate={replicate}
        onChanged={view.reload}
      />
      <OrderFacts order={order} person={person} />
      {person.is_staff && !order.invoiced ? (
        <Suspense fallback={<Skeleton height={148} radius="md" />}>
          <OrderForm
            order={order}
            engine={engine}
            client={client}
            onDevice={view.onDevice}
            onSaved={view.reload}
          />
        </Suspense>
      ) : (
        <dl className={classes.facts}>
          <Fact label="Placed date">{showDay(order.placed_date) || '–'}</Fact>
          <Fact label="Delivery date">{showDay(order.delivery_date)}</Fact>
          <div className={classes.wide}>
            <Fact label="Note">{order.note || '–'}</Fact>
          </div>
        </dl>
      )}
      <DataTable
        label={`Order ${order.id} items`}
        hasEndpoint={false}
        columns={columns}
        source={wholeSource(lines, Boolean(failure))}
        rowKey={rowKey}
        person={person}
        state={table}
        onState={setTable}
        empty={<EmptyState title="This order has no items" />}
      />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The page's shape while the order is on its way. */
function Loading({ id }: { id: number }) {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.head}>
        <h1>Order {id}</h1>
      </div>
      <Skeleton height={42} radius="md" />
      <Skeleton height={120} radius="md" />
      <Skeleton height={148} radius="md" />
      <Skeleton height={400} radius="md" />
    </div>
  )
}
