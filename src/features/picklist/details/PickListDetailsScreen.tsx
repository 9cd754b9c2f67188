import { filterLines } from '../filter-lines.ts'
import { ScreenTitle } from '#src/kit/ScreenTitle.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { ButtonLink } from '#src/kit/ButtonLink.tsx'
import { orderCan } from '#contract/orders/can.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { keepAwake } from '#src/device/wake-lock.ts'
import { LOW_STOCK_NOTE, LOW_STOCK_TITLE } from '#contract/products/low-stock.ts'
import { to } from '#src/paths.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { offerOf } from '#src/ui/offer.ts'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { columnsFor, PickCards, PickTable } from '../table/index.ts'
import { ContextSummary } from '../ContextSummary.tsx'
import classes from './details.module.css'
import { DetailsBar } from './DetailsBar.tsx'
import { DetailsToolbar } from './DetailsToolbar.tsx'
import { FailedEdits } from './FailedEdits.tsx'
import { LockedOrders } from './LockedOrders.tsx'
import { cancelAddress, usePickingContext, type PickingContext } from '#src/picking/context.ts'
import { RowDialogs, type OpenDialog } from './RowDialogs.tsx'
import type { PickListScreenProps } from '../screen-props.ts'
import { useActs } from './use-acts.ts'
import { usePickList } from '../use-pick-list.ts'
import { OthersProvider } from '#src/picking/Others.tsx'
import { MissingOrders } from '#src/picking/MissingOrders.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useRowDoes } from './use-row-does.ts'

/** Narrower than the table's columns, or a finger instead of a mouse. */
const CARDS = '(max-width: 68em), (pointer: coarse)'

/** The pick list to work on (A024): handed over or remembered; without either the way back (A049). */
export function PickListDetailsScreen(props: PickListScreenProps) {
  const { handedOver, from } = props
  const { person } = useSignedIn()
  const context = usePickingContext('picklist', from, handedOver)
  if (context === null)
    return (
      <EmptyState
        title="No pick list is open"
        action={
          <ButtonLink kind="main" to={to.pickList()}>
            Pick List
          </ButtonLink>
        }
      >
        Choose orders in the generator first; their items then show here.
      </EmptyState>
    )
  if (context instanceof Error) return <ErrorNote>{context.message}</ErrorNote>
  if (context === 'looking' || !person) return <Loading />
  return <Details {...props} context={context} />
}

function Details(props: PickListScreenProps & { context: PickingContext }) {
  const { from, context, Fees } = props
  const { engine, person } = useSignedIn()
  const go = useGo()
  const { bulk, orders: orderIds } = context
  const reachable = useServerReachable()
  const list = usePickList(engine.db, context, reachable)
  // What is done asks for it when it is done; a new list must not make every row's acts anew.
  const away = useRef(list.away)
  useEffect(() => {
    away.current = list.away
  })
  const { reload } = list
  const { acts, last, problem, busy } = useActs({
    engine,
    away: useCallback(() => away.current, []),
    lay: list.lay,
    onServerEdit: reload,
  })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { does, memory, lowStock } = useRowDoes(acts, setOpen)
  const [fees, setFees] = useState(false)
  const [order] = list.orders
  const [filter, setFilter] = useState('')
  const settledFilter = useDeferredValue(filter)
  const isNarrow = useMediaQuery(CARDS, undefined, { getInitialValueInEffect: false })
  const [chosenView, setChosenView] = useState<'cards' | 'table' | null>(null)
  const view = chosenView ?? (isNarrow ? 'cards' : 'table')
  const columns = useMemo(() => columnsFor(person, 'details'), [person])
  const shown = useMemo(() => list.rows && filterLines(list.rows, settledFilter), [list.rows, settledFilter])

  // A192: storing is at once; sending every 15 s while this screen is open.
  useEffect(() => {
    engine.setCadence('picklist')
    const letSleep = keepAwake()
    return () => {
      engine.setCadence('idle')
      letSleep()
    }
  }, [engine])

  const Rows = view === 'cards' ? PickCards : PickTable

  return (
    <div className={classes.page} data-view={view} data-at={isNarrow || view === 'cards' ? 'hand' : 'desk'}>
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
      <LockedOrders orders={list.orders} reachable={reachable} onUnlocked={reload} />
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
        onView={setChosenView}
        onAdd={() => setOpen({ kind: 'add' })}
        addReason={addReason(list.orders)}
        onFees={() => setFees(true)}
        feesReason={feesReason(order, person, reachable)}
        onProblem={setNotice}
      />
      <ErrorNote>{problem && `There was an error saving the PickList changes\n${problem}`}</ErrorNote>
      <ErrorNote>{notice}</ErrorNote>
      <FailedEdits failed={list.marks.failed} rows={list.rows ?? []} />
      <MissingOrders
        orders={list.missing}
        className={classes.note}
        words={(orders) =>
          `Order ${orders} is not kept on this device. ${
            reachable ? 'The server does not give it either.' : 'It shows when the server is in reach.'
          }`
        }
      />
      {list.away.orders.length > 0 && (
        <p className={classes.note} role="status">
          {`Order ${list.away.orders.map(({ id }) => id).join(', ')} lies outside the days that this device keeps: changes to it need the server.`}
        </p>
      )}
      {!shown ? (
        <Skeleton height={480} radius="md" />
      ) : shown.length === 0 ? (
        <EmptyState title={filter ? 'No row has these words' : 'There are no items to pick'}>
          {filter
            ? 'Empty the filter to see every row.'
            : 'The chosen orders have no items at this location.'}
        </EmptyState>
      ) : (
        <OthersProvider orders={orderIds}>
          <Rows rows={shown} columns={columns} bulk={bulk} person={person} marks={list.marks} does={does} />
        </OthersProvider>
      )}
      {fees && order && (
        <Suspense>
          <Fees order={order} onClose={() => setFees(false)} />
        </Suspense>
      )}
      {lowStock && (
        <SaveDialog
          size="floor"
          isLeaveFirst
          title={LOW_STOCK_TITLE}
          act="Change it"
          save={() => lowStock.answer(true)}
          onBack={() => lowStock.answer(false)}
        >
          {LOW_STOCK_NOTE}
        </SaveDialog>
      )}
      <RowDialogs
        open={open}
        onClose={() => setOpen(null)}
        reachable={reachable}
        acts={acts}
        list={list}
        context={context}
        orderIds={orderIds}
        Picker={props.Picker}
      />
    </div>
  )
}

/** A238: of the orders themselves, whatever a location leaves of their items. */
function addReason(orders: readonly OrderRow[]): string | null {
  if (orders.length === 0) return 'No order of this list is here yet.'
  return orders.every(({ invoiced }) => invoiced) ? 'Every order of this list is locked.' : null
}

/** A208, A309: fees are those of one order's location, and of none that is invoiced. */
function feesReason(order: OrderRow | undefined, person: Person | null, reachable: boolean): string | null {
  if (!order || !person) return 'The order is on its way.'
  return offerOf(orderCan.fees(order, person), reachable)
}

/** The page's shape while the list is on its way. */
function Loading() {
  return (
    <div className={classes.page} aria-busy>
      <h1>Pick List</h1>
      <Skeleton height={42} radius="md" />
      <Skeleton height={480} radius="md" />
    </div>
  )
}
