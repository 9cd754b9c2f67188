import { nameOf } from '#contract/picking/lines.ts'
import { ScreenTitle } from '#src/kit/page/ScreenTitle.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { orderCan } from '#contract/orders/can.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { offerOf } from '#src/ui/offer.ts'
import { Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { ContextSummary } from '../ContextSummary.tsx'
import { NoPickList } from '../NoPickList.tsx'
import classes from './details.module.css'
import { DetailsBar } from './DetailsBar.tsx'
import { DetailsToolbar } from './DetailsToolbar.tsx'
import { FailedEdits } from './FailedEdits.tsx'
import { LockedOrders } from './LockedOrders.tsx'
import { cancelAddress, usePickingContext, type PickingContext } from '#src/picking/context.ts'
import { RowDialogs, type OpenDialog } from './RowDialogs.tsx'
import type { PickListScreenProps } from '../screen-props.ts'
import { ShownRows } from './ShownRows.tsx'
import { OrdersElsewhere } from './OrdersElsewhere.tsx'
import { useListActs, useListView, useSendingPace } from './use-list.ts'
import { usePickList } from '../use-pick-list.ts'
import { LowStockDialog } from '#src/picking/LowStockDialog.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useRowDoes } from './use-row-does.ts'

/** The pick list to work on (A024): handed over or remembered. Without either it shows the way back (A049). */
export function PickListDetailsScreen(props: PickListScreenProps) {
  const { handedOver, from } = props
  const { person } = useSignedIn()
  const context = usePickingContext('picklist', from, handedOver)
  if (context === null)
    return <NoPickList>Choose orders in the generator first; their items then show here.</NoPickList>
  if (context instanceof Error) return <ErrorNote>{context.message}</ErrorNote>
  if (context === 'looking' || !person) return <Loading />
  return <Details {...props} context={context} />
}

function Details({ from, context, Fees, Picker }: PickListScreenProps & { context: PickingContext }) {
  const { engine, person } = useSignedIn()
  const go = useGo()
  const reachable = useServerReachable()
  const list = usePickList(engine.db, context, reachable)
  const { acts, last, problem, busy } = useListActs(list)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { does, memory, lowStock } = useRowDoes(acts, setOpen)
  const [fees, setFees] = useState(false)
  const [order] = list.orders
  const [filter, setFilter] = useState('')
  const { view, setView, at } = useListView()
  useSendingPace()

  return (
    <div className={classes.page} data-view={view} data-at={at}>
      <div className={classes.head}>
        <ScreenTitle>Pick List</ScreenTitle>
        <ContextSummary context={context} db={engine.db} rows={list.rows} />
        <DetailsBar
          marks={list.marks}
          busy={busy}
          last={last}
          onUndo={() => void acts.undo()}
          onSave={() => setOpen({ kind: 'save' })}
          onCancel={() => go(cancelAddress(from, context))}
        />
      </div>
      <LockedOrders orders={list.orders} reachable={reachable} onUnlocked={list.reload} />
      <DetailsToolbar
        from={from}
        context={context}
        rows={list.rows}
        items={list.items}
        products={list.products}
        memory={memory}
        acts={acts}
        busy={busy}
        reachable={reachable}
        filter={filter}
        onFilter={setFilter}
        view={view}
        onView={setView}
        onAdd={() => setOpen({ kind: 'add' })}
        addReason={addReason(list.orders)}
        onFees={() => setFees(true)}
        feesReason={feesReason(order, person, reachable)}
        onProblem={setNotice}
      />
      <ErrorNote>{problem && `There was an error saving the PickList changes\n${problem}`}</ErrorNote>
      <ErrorNote>{notice}</ErrorNote>
      <FailedEdits failed={list.marks.failed} rows={list.rows ?? []} />
      <OrdersElsewhere list={list} reachable={reachable} />
      <ShownRows list={list} context={context} filter={filter} view={view} does={does} />
      {fees && order && (
        <Suspense>
          <Fees order={order} onClose={() => setFees(false)} />
        </Suspense>
      )}
      {lowStock && (
        <LowStockDialog
          key={lowStock.row.id}
          save={() => lowStock.answer(true)}
          onBack={() => lowStock.answer(false)}
        >
          <p>{nameOf(lowStock.row)}</p>
        </LowStockDialog>
      )}
      <RowDialogs
        open={open}
        onClose={() => setOpen(null)}
        reachable={reachable}
        acts={acts}
        list={list}
        context={context}
        orderIds={context.orders}
        Picker={Picker}
      />
    </div>
  )
}

/** A238: depends on the orders themselves, whichever of their items a location filter leaves. */
function addReason(orders: readonly OrderRow[]): string | null {
  if (orders.length === 0) return 'No order of this list is here yet.'
  return orders.every(({ invoiced }) => invoiced) ? 'Every order of this list is locked.' : null
}

/** A208, A309: the fees are those of one order's location. An invoiced order offers none. */
function feesReason(order: OrderRow | undefined, person: Person | null, reachable: boolean): string | null {
  if (!order || !person) return 'The order is on its way.'
  return offerOf(orderCan.fees(order, person), reachable)
}

/** The page's skeleton while the list loads. */
function Loading() {
  return (
    <div className={classes.page} aria-busy>
      <h1>Pick List</h1>
      <Skeleton height={42} radius="md" />
      <Skeleton height={480} radius="md" />
    </div>
  )
}
