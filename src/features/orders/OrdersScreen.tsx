import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { TableState } from '#src/ui/table-view.ts'
import { Button, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { orderColumns } from './order-columns.tsx'
import classes from './OrderScreens.module.css'
import { isPaid } from './paid-status.ts'
import { useOrders } from './use-orders.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

interface OrdersScreenProps {
  engine: Engine
  client: Client
  person: User | null
  serverReachable: boolean
  /** Kept in the address, so that the way back and a reload find the same list. */
  table: TableState
  onTable: (table: TableState) => void
  paidOnly: boolean
  onPaidOnly: (paidOnly: boolean) => void
}

const paid = (order: OrderRow) => isPaid(order.paid_status)
const rowKey = (order: OrderRow) => order.id

/** Orders home: every order that this person may see, newest delivery first. */
export function OrdersScreen({
  engine,
  client,
  person,
  serverReachable,
  paidOnly,
  onPaidOnly,
  ...rest
}: OrdersScreenProps) {
  const orders = useOrders(client, engine.db, serverReachable)
  const columns = useMemo(() => (person ? orderColumns(person) : []), [person])
  const staff = person?.is_staff ?? false

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>Orders</h1>
        {staff && (
          <Button
            variant="default"
            size="md"
            renderRoot={(props) => <Link to="/orders/picklist" {...props} />}
          >
            Pick List
          </Button>
        )}
        <Button size="md" renderRoot={(props) => <Link to="/orders/add" {...props} />}>
          Create Orders
        </Button>
      </div>
      {orders.fromDevice && !orders.loading && (
        <p className={classes.quiet} role="status">
          The server is not in reach. These are the orders that this device keeps.
        </p>
      )}
      <WaitingOrders engine={engine} />
      <DataTable
        label="Orders"
        hasEndpoint
        columns={columns}
        source={person ? orders : { ...orders, rows: [], loading: true }}
        rowKey={rowKey}
        person={person}
        state={rest.table}
        onState={rest.onTable}
        filter={staff && paidOnly ? paid : undefined}
        toolbar={
          staff && (
            <Switch
              label="Filter paid"
              checked={paidOnly}
              onChange={(event) => onPaidOnly(event.currentTarget.checked)}
            />
          )
        }
        empty={
          <EmptyState title="No orders yet">
            {orders.fromDevice
              ? 'This device keeps the orders of the last seven and the next fourteen days. They come when it is online.'
              : 'Orders that are placed show here. Create Orders begins one.'}
          </EmptyState>
        }
      />
    </div>
  )
}
