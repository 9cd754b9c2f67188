import { customerName } from '#contract/orders/customer-name.ts'
import { nextBusinessDay } from '#contract/day.ts'
import { cents, money } from '#contract/money.ts'
import type { MergeOrders } from '#contract/orders/merge.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { numbered, plural, showDay, showDollars } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconArrowMerge } from '@tabler/icons-react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useStayingDay } from '#src/kit/list/use-staying-day.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useToday } from '#src/kit/use-today.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { BulkFrame, orderLink, type BulkScreenProps } from './BulkScreen.tsx'
import classes from './bulk.module.css'
import { baseOrders, byLocation, mergeable } from './merge-choices.ts'
import { judgeMerge, MERGE_FAILED, mergeOrders, MERGE_QUESTIONS } from './merge-orders.ts'
import { MergedItems } from './MergedItems.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import type { Days } from '#contract/day.ts'
import { ORDERS_CHANGED, ordersOf } from './queries.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'

const NO_ORDERS = 'No orders without an invoice on these days'

/** Readings, "Merged late fee": the dialog states the fee and offers no choice. */
function lateFeeWords(orders: readonly OrderRow[]): string {
  const fees = orders.map(({ late_fee }) => cents(late_fee ?? '0.00'))
  const highest = fees.reduce((most, fee) => (fee > most ? fee : most), 0n)
  return highest > 0n ? `The highest late fee of them stays: ${showDollars(money(highest))}.` : ''
}

/** `/mergeOrders`: merges orders of one location into one (B081, C135). */
export function MergeOrdersScreen({ tabs }: BulkScreenProps) {
  const { engine, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const next = useStayingDay(nextBusinessDay(useToday(engine).today))
  const [days, setDays] = useState<Days | null>(null)
  const { start, end } = days ?? { start: next.day, end: next.day }
  const orders = useRows(ordersOf({ start, end }))
  const [baseId, setBaseId] = useState<number | null>(null)
  const bases = useMemo(() => baseOrders(orders.rows), [orders.rows])
  const base = bases.find(({ id }) => id === baseId)
  const offered = useMemo(() => mergeable(bases, base), [bases, base])
  const choice = useChoice(offered)
  const { chosen } = choice
  const run = useMerge(bases, choice.reset)
  const isEmpty = !orders.isLoading && !orders.trouble && !orders.needsServer && bases.length === 0
  const reason = !can(person, 'orders.merge')
    ? 'Only the office may merge orders.'
    : !serverReachable
      ? NEEDS_SERVER
      : !base
        ? 'Choose a base order.'
        : chosen.length === 0 && 'Choose at least one order to merge.'
  const merges = base ? [{ base_order: base.id, orders_to_merge: chosen.map(({ id }) => id) }] : []

  return (
    <BulkFrame
      title="Merge Orders"
      tabs={tabs}
      days={
        <>
          <DaysInputs
            days={{ start, end }}
            onDays={setDays}
            startLabel="Delivery start date"
            endLabel="Delivery end date"
          />
          {days === null && next.note}
        </>
      }
      act={{ label: 'Merge Orders', Icon: IconArrowMerge, reason, chosen: merges, run }}
    >
      <BaseOrder
        bases={bases}
        base={base}
        isEmpty={isEmpty}
        onBase={(id) => {
          setBaseId(id)
          choice.reset()
        }}
      />
      <OrderChoice
        label="Orders to merge"
        orders={{ ...orders, rows: offered, total: offered.length }}
        choice={choice}
        withDay
        empty={<NothingToMerge base={base} isEmpty={isEmpty} />}
      />
      {base && chosen.length > 0 && <MergedItems orders={[base, ...chosen].map(({ id }) => id)} />}
    </BulkFrame>
  )
}

/** Asks, and merges the chosen orders into the base order. */
function useMerge(bases: readonly OrderRow[], onMerged: () => void) {
  const { client } = useSignedIn()
  return useLongRun<MergeOrders>({
    name: 'merge',
    idOf: ({ base_order }) => base_order,
    callOf: (merge) => JSON.stringify(merge),
    labelOf: (id) => orderLink(Number(id)),
    leftLabelOf: (id, call) => leftMerge(call, orderLink(Number(id))),
    atOnce: 1,
    act: (merge, call) => mergeOrders(client, merge, call),
    judge: judgeMerge,
    failed: MERGE_FAILED,
    words: ([{ base_order, orders_to_merge } = { base_order: 0, orders_to_merge: [] }]) => ({
      title: 'Merge these orders?',
      body: [
        `The items of ${plural(orders_to_merge.length, 'order')} (${orders_to_merge.join(', ')}) go into order ${base_order}. The merged orders are then gone.`,
        lateFeeWords(bases.filter(({ id }) => id === base_order || orders_to_merge.includes(id))),
      ]
        .filter(Boolean)
        .join(' '),
      noun: 'order',
      done: 'The orders were merged successfully.',
      questions: MERGE_QUESTIONS,
    }),
    invalidates: ORDERS_CHANGED,
    onClose: (hasRun) => hasRun && onMerged(),
  })
}

interface BaseOrderProps {
  bases: readonly OrderRow[]
  /** The chosen base order. */
  base: OrderRow | undefined
  /** No base order can be chosen. */
  isEmpty: boolean
  onBase: (id: number | null) => void
}

function BaseOrder({ bases, base, isEmpty, onBase }: BaseOrderProps) {
  return (
    <NativeSelect
      label="Base order"
      size="md"
      className={classes.base}
      value={base?.id ?? ''}
      data={[
        {
          value: '',
          label: isEmpty ? NO_ORDERS : 'Choose a base order',
        },
        ...byLocation(bases).map(({ group, orders }) => ({
          group,
          items: orders.map((order) => ({ value: String(order.id), label: labelOf(order) })),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => onBase(value === '' ? null : Number(value))}
    />
  )
}

function NothingToMerge({ base, isEmpty }: Pick<BaseOrderProps, 'base' | 'isEmpty'>) {
  if (base)
    return (
      <EmptyState title="No other order of this location">
        {`${base.company_location.name} has no other order without an invoice on these days.`}
      </EmptyState>
    )
  if (isEmpty) return <EmptyState title={NO_ORDERS}>Choose other delivery dates.</EmptyState>
  return (
    <EmptyState title="Choose a base order">
      The orders of its location that have no invoice are offered then, to be merged into it.
    </EmptyState>
  )
}

/** A merge whose result this page did not receive. Once the merge is done, its orders are not offered any more. */
function leftMerge(call: string, base: ReactNode): ReactNode {
  const { orders_to_merge } = JSON.parse(call) as MergeOrders
  return (
    <>
      {`merging ${numbered('order', orders_to_merge)} into `}
      {base}
    </>
  )
}

const labelOf = (order: OrderRow): string =>
  [order.id, order.company_location.name, showDay(order.delivery_date), customerName(order.customer)].join(
    ' · ',
  )
