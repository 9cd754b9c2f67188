/** What narrows the orders list: its filters, and what they ask of the server and of the device's orders. */
import { isPaid } from '#contract/orders/paid-status.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { questionOf } from '#src/kit/list/list-query.ts'
import type { TableState } from '#src/ui/table/column.ts'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { useMemo } from 'react'
import { isUnassigned } from './day-strip/day-sums.ts'
import type { OrderDays } from './days.ts'
import type { OrdersFilter } from './orders-filter.ts'
import { PICKED_BY, UNASSIGNED, usePickerChoices } from './picker/use-picker-choices.ts'
import { orderingsFor, type OrdersQuestion } from './queries.ts'

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

/** Returns the server's question beside the days; null where nothing is searched, sorted or narrowed. */
export function useOrdersQuestion(
  { status, paid, picker, unassigned }: OrdersFilter,
  { search, sort }: TableState,
  staff: boolean,
) {
  return useMemo((): OrdersQuestion | null => {
    const asked = questionOf({ search, sort }, orderingsFor(staff))
    if (!asked && !status && !paid && !picker && !unassigned) return null
    return {
      ...asked,
      ...(status && { status }),
      ...(paid && { filter_paid: 1 }),
      ...(picker && { picker }),
      ...(unassigned && { unassigned: 1 }),
    }
  }, [search, sort, staff, status, paid, picker, unassigned])
}

/** Whether the filter keeps an order; undefined where it keeps all. */
export function useOrdersKept({ status, paid, picker, unassigned }: OrdersFilter) {
  return useMemo(
    () =>
      status || paid || picker || unassigned
        ? (order: OrderRow) =>
            (!status || order.status === status) &&
            (!paid || isPaid(order.paid_status)) &&
            (!picker || order.picker === picker) &&
            (!unassigned || isUnassigned(order))
        : undefined,
    [status, paid, picker, unassigned],
  )
}

/** Above the list: its days and statuses, for staff what is paid, for those who see pickers whose orders. */
export function useOrderFilters(
  { day, status, paid, picker, unassigned }: OrdersFilter & { day: OrderDays },
  staff: boolean,
  onFilter: (filter: OrdersFilter) => void,
): Filter[] {
  const filters: Filter[] = [
    {
      id: 'day',
      label: 'Delivery day',
      look: 'chips',
      options: DAYS,
      value: day,
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
  if (staff)
    filters.push({
      id: 'paid',
      label: 'Filter paid',
      look: 'switch',
      value: paid ?? false,
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
  return filters
}
