import type { OrderRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useKeptChoice } from '#src/kit/list/use-kept-choice.ts'
import { useToday } from '#src/kit/use-today.ts'
import { keepWalkedOrders } from '#src/kit/links/walked-orders.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button } from '#src/ui/Button.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { ContinuePicking, useOrderToContinue } from './ContinuePicking.tsx'
import { DayStrip } from './day-strip/DayStrip.tsx'
import { daysOf, firstDays } from './days.ts'
import { orderColumns } from './order-columns.tsx'
import type { OrdersFilter } from './orders-filter.ts'
import classes from './OrderScreens.module.css'
import { OpenRequests } from './requests/OpenRequests.tsx'
import { useLoads } from './use-loads.ts'
import { useOrderFilters, useOrdersKept, useOrdersQuestion } from './use-order-filters.ts'
import { useOrders } from './use-orders.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

interface OrdersScreenProps {
  /** The last order to place again, for a person who orders for themselves. */
  again: ReactNode
  /** The views that the person has saved. */
  views: ReactNode
  /** The figures of the last days, beside today and tomorrow. */
  figures: ReactNode
  /** Kept in the address, so that Back and a reload find the same list. */
  filter: OrdersFilter
  onFilter: (filter: OrdersFilter) => void
}

const AssignDialog = lazy(() => import('./picker/AssignDialog.tsx'))

/** Orders home: every order that this person may see, newest delivery first. */
export function OrdersScreen({ again, views, figures, filter, onFilter }: OrdersScreenProps) {
  const { engine, person } = useSignedIn()
  const { today: now } = useToday(engine)
  const day = filter.day ?? firstDays(engine.user)
  const days = useMemo(() => daysOf(day, now), [day, now])
  const table = useTableProps()
  const go = useGo()
  /** The orders whose picker is asked for. */
  const [assigned, setAssigned] = useState<readonly OrderRow[] | null>(null)
  const loads = useLoads(person)
  const columns = useMemo(
    () =>
      person ? orderColumns(person, { onAssign: (order) => setAssigned([order]), today: now, loads }) : [],
    [person, now, loads],
  )
  const staff = person?.is_staff ?? false
  // Only staff can filter by the paid state.
  const narrowed = { ...filter, day, paid: staff ? filter.paid : undefined }
  const orders = useOrders(days, useOrdersQuestion(narrowed, table.state, staff))
  const filters = useOrderFilters(narrowed, staff, onFilter)
  const keeps = useOrdersKept(narrowed)

  const choice = useKeptChoice('orders', orders.rows)
  const toContinue = useOrderToContinue(engine)
  const mayPlace = person === null || can(person, 'orders.place')

  return (
    <div className={classes.page}>
      <PageHead title="Orders">
        {toContinue && <ContinuePicking order={toContinue} />}
        {staff && <ButtonLink to={to.pickList()}>Pick List</ButtonLink>}
        <ButtonLink
          kind={toContinue || !mayPlace ? 'plain' : 'main'}
          to={to.createOrder()}
          reason={!mayPlace && 'A picker places no orders.'}
        >
          Create Orders
        </ButtonLink>
      </PageHead>
      {orders.fromDevice && !orders.trouble && !orders.isLoading && (
        <p className={classes.quiet} role="status">
          The server is not in reach. These are the orders that this device keeps.
        </p>
      )}
      <WaitingOrders engine={engine} />
      <OpenRequests />
      {again}
      {can(person, 'orders.pick') && <DayStrip filter={filter} onFilter={onFilter} more={figures} />}
      {views}
      <DataTable
        label="Orders"
        columns={columns}
        source={person ? orders : { ...orders, rows: [], isLoading: true }}
        onRow={({ id }) => go(to.order(id))}
        onListed={keepWalkedOrders}
        {...table}
        filters={filters}
        filter={keeps}
        choice={
          staff
            ? { ...choice, actions: <ChosenActs chosen={choice.chosen} onAssign={setAssigned} /> }
            : undefined
        }
        empty={<NoOrders isOfDays={days !== null} fromDevice={orders.fromDevice} />}
      />
      {assigned && (
        <Suspense>
          <AssignDialog
            // A colleague may change them while the dialog is open.
            orders={assigned.map((order) => orders.rows.find(({ id }) => id === order.id) ?? order)}
            onClose={() => setAssigned(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface ChosenActsProps {
  chosen: readonly OrderRow[]
  onAssign: (orders: readonly OrderRow[]) => void
}

/** The acts on the chosen orders. */
function ChosenActs({ chosen, onAssign }: ChosenActsProps) {
  const { person } = useSignedIn()
  const go = useGo()
  const handed = { state: { orders: chosen.map(({ id }) => id), bulk: false } }
  return (
    <>
      <Button onClick={() => go(to.pickListDetails('picklist'), handed)}>Pick List</Button>
      <Button onClick={() => go(to.scan('picklist'), handed)}>Scan</Button>
      {can(person, 'orders.assign') && <Button onClick={() => onAssign(chosen)}>Assign picker</Button>}
    </>
  )
}

/** Shows in place of the rows. */
const NoOrders = ({ isOfDays, fromDevice }: { isOfDays: boolean; fromDevice: boolean }) =>
  isOfDays ? (
    <EmptyState title="No orders are delivered then">Choose other days, or All.</EmptyState>
  ) : (
    <EmptyState title="No orders yet">
      {fromDevice
        ? 'This device keeps the orders of the last seven and the next fourteen days. They come when it is online.'
        : 'Orders that are placed show here. Create Orders begins one.'}
    </EmptyState>
  )
