import { cents, money } from '#contract/money.ts'
import type { MergeOrders } from '#contract/orders/merge.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { numbered, plural, showDollars } from '#src/ui/format.ts'
import type { ReactNode } from 'react'
import { orderLink } from './BulkScreen.tsx'
import { judgeMerge, MERGE_FAILED, mergeOrders, MERGE_QUESTIONS } from './merge-orders.ts'
import { ORDERS_CHANGED, type BulkOrder } from './queries.ts'

/** Asks, and merges the chosen orders into the base order. */
export function useMerge(bases: readonly BulkOrder[], onMerged: () => void) {
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

/** Readings, "Merged late fee": the dialog states the fee and offers no choice. */
function lateFeeWords(orders: readonly BulkOrder[]): string {
  const fees = orders.map(({ late_fee }) => cents(late_fee ?? '0.00'))
  const highest = fees.reduce((most, fee) => (fee > most ? fee : most), 0n)
  return highest > 0n ? `The highest late fee of them stays: ${showDollars(money(highest))}.` : ''
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
