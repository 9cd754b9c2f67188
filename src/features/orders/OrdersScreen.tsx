import { isPaid } from '#contract/orders/paid-status.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { ButtonLink } from '#src/kit/ButtonLink.tsx'
import { questionOf } from '#src/kit/list-query.ts'
import { PageHead } from '#src/kit/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { useKeptChoice } from '#src/kit/use-kept-choice.ts'
import { useToday } from '#src/kit/use-today.ts'
import { keepWalkedOrders } from '#src/kit/walked-orders.ts'
import { useTableProps } from '#src/kit/use-table-props.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button } from '#src/ui/Button.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { ContinuePicking, useOrderToContinue } from './ContinuePicking.tsx'
import { DayStrip } from './day-strip/DayStrip.tsx'
import { isUnassigned } from './day-strip/day-sums.ts'
import { daysOf, firstDays, type OrderDays } from './days.ts'
import { orderColumns } from './order-columns.tsx'
import type { OrdersFilter } from './orders-filter.ts'
import classes from './OrderScreens.module.css'
import { PICKED_BY, UNASSIGNED, usePickerChoices } from './picker/use-picker-choices.ts'
import { orderingsFor, type OrdersQuestion } from './queries.ts'
import { OpenRequests } from './requests/OpenRequests.tsx'
import { useLoads } from './use-loads.ts'
import { useOrders } from './use-orders.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

interface OrdersScreenProps {
  /** What somebody who orders for themselves can order again. */
  again: ReactNode
  /** The views that the person has saved. */
  views: ReactNode
  /** The last days' figures, beside today and tomorrow. */
  figures: ReactNode
  /** Kept in the address, so that the way back and a reload find the same list. */
  filter: OrdersFilter
  onFilter: (filter: OrdersFilter) => void
}

const AssignDialog = lazy(() => import('./picker/AssignDialog.tsx'))

const DAYS: readonly { value: OrderDays; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'week', label: 'This week' },
  { value: 'all', label: 'All' },
]
const STATUSES = [
  { value: '', label: 'Every status' },
  { value: 'placed', label: 'Placed' },
  { value: 'picking', label: 'Picking' },
  { value: 'picked', label: 'Picked' },
  { value: 'invoiced', label: 'Invoiced' },
]
const rowKey = (order: OrderRow) => order.id

/** Orders home: every order that this person may see, newest delivery first. */
export function OrdersScreen({ again, views, figures, filter, onFilter }: OrdersScreenProps) {
  const { day, status, paid, picker, unassigned } = filter
  const { engine, person } = useSignedIn()
  const { today: now } = useToday(engine)
  const shownDay = day ?? firstDays(engine.user)
  const days = useMemo(() => daysOf(shownDay, now), [shownDay, now])
  const table = useTableProps()
  const go = useGo()
  /** Those whose picker is asked for. */
  const [assigned, setAssigned] = useState<readonly OrderRow[] | null>(null)
  const loads = useLoads(person)
  const columns = useMemo(
    () =>
      person ? orderColumns(person, { onAssign: (order) => setAssigned([order]), today: now, loads }) : [],
    [person, now, loads],
  )
  const staff = person?.is_staff ?? false
  const paidOnly = staff && paid === true
  const { search, sort } = table.state
  const question = useMemo((): OrdersQuestion | null => {
    const asked = questionOf({ search, sort }, orderingsFor(staff))
    if (!asked && !status && !paidOnly && !picker && !unassigned) return null
    return {
      ...asked,
      ...(status && { status }),
      ...(paidOnly && { filter_paid: 1 }),
      ...(picker && { picker }),
      ...(unassigned && { unassigned: 1 }),
    }
  }, [search, sort, staff, status, paidOnly, picker, unassigned])
  const orders = useOrders(days, question)

  const filters: Filter[] = [
    {
      id: 'day',
      label: 'Delivery day',
      look: 'chips',
      options: DAYS,
      value: shownDay,
      onValue: (value) => onFilter({ day: value as OrderDays }),
    },
    {
      id: 'status',
      label: 'Status',
      look: 'select',
      options: STATUSES,
      value: status ?? '',
      onValue: (value) => onFilter({ status: value || undefined }),
    },
  ]
  // A041.
  if (staff)
    filters.push({
      id: 'paid',
      label: 'Filter paid',
      look: 'switch',
      value: paidOnly,
      onValue: (on) => onFilter({ paid: on || undefined }),
    })
  const pickers = usePickerChoices(picker)
  if (pickers)
    filters.push({
      id: 'picker',
      label: 'Picker',
      look: 'select',
      options: pickers,
      value: unassigned ? UNASSIGNED : picker ? `${PICKED_BY}${picker}` : '',
      onValue: (value) =>
        onFilter({
          unassigned: value === UNASSIGNED || undefined,
          picker: value.startsWith(PICKED_BY) ? value.slice(PICKED_BY.length) : undefined,
        }),
    })
  const keeps = useMemo(
    () =>
      status || paidOnly || picker || unassigned
        ? (order: OrderRow) =>
            (!status || order.status === status) &&
            (!paidOnly || isPaid(order.paid_status)) &&
            (!picker || order.picker === picker) &&
            (!unassigned || isUnassigned(order))
        : undefined,
    [status, paidOnly, picker, unassigned],
  )

  const choice = useKeptChoice('orders', orders.rows)
  const toContinue = useOrderToContinue(engine)
  const mayPlace = person === null || can(person, 'orders.place')
  const handed = { state: { orders: choice.chosen.map(({ id }) => id), bulk: false } }

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
        rowKey={rowKey}
        onRow={({ id }) => go(to.order(id))}
        onListed={keepWalkedOrders}
        {...table}
        filters={filters}
        filter={keeps}
        choice={
          staff
            ? {
                ...choice,
                actions: (
                  <>
                    <Button onClick={() => go(to.pickListDetails('picklist'), handed)}>Pick List</Button>
                    <Button onClick={() => go(to.scan('picklist'), handed)}>Scan</Button>
                    {can(person, 'orders.assign') && (
                      <Button onClick={() => setAssigned(choice.chosen)}>Assign picker</Button>
                    )}
                  </>
                ),
              }
            : undefined
        }
        empty={
          days ? (
            <EmptyState title="No orders are delivered then">Choose other days, or All.</EmptyState>
          ) : (
            <EmptyState title="No orders yet">
              {orders.fromDevice
                ? 'This device keeps the orders of the last seven and the next fourteen days. They come when it is online.'
                : 'Orders that are placed show here. Create Orders begins one.'}
            </EmptyState>
          )
        }
      />
      {assigned && (
        <Suspense>
          <AssignDialog orders={assigned} onClose={() => setAssigned(null)} />
        </Suspense>
      )}
    </div>
  )
}
