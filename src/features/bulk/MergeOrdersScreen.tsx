import { nextBusinessDay } from '#contract/day.ts'
import { can } from '#contract/permissions.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { IconArrowMerge } from '@tabler/icons-react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useStayingDay } from '#src/kit/list/use-staying-day.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useToday } from '#src/kit/use-today.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useMemo, useState } from 'react'
import { BaseOrder, NothingToMerge } from './BaseOrder.tsx'
import { BulkFrame, type BulkScreenProps } from './BulkScreen.tsx'
import { baseOrders, mergeable } from './merge-choices.ts'
import { MergedItems } from './MergedItems.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import type { Days } from '#contract/day.ts'
import { ordersOf } from './queries.ts'
import { useMerge } from './use-merge.tsx'
import { useChoice } from '#src/ui/table/use-choice.ts'

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
