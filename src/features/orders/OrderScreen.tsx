import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import { can, isPicker } from '#contract/permissions.ts'
import { errorText } from '#src/api/errors.ts'
import { HistoryButton } from '#src/kit/history/HistoryButton.tsx'
import { invoiceHistoryQuery } from '#src/kit/history/invoice-history.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { WalkButtons } from '#src/kit/links/WalkButtons.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay } from '#src/ui/format.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { allRows } from '#src/ui/table/source.ts'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react'
import { lineColumns } from './line-columns.tsx'
import type { OrderLine } from './lines.ts'
import { OrderActs } from './OrderActs.tsx'
import { OrderHistoryButton } from './OrderHistoryButton.tsx'
import { OrderFactList } from './OrderFacts.tsx'
import type { OrderScreenProps } from './order-screen-props.ts'
import classes from './OrderScreens.module.css'
import { PickerFact } from './picker/PickerFact.tsx'
import { OrderRequests } from './requests/OrderRequests.tsx'
import { useOrder } from './use-order.ts'

const OrderForm = lazy(() => import('./OrderForm.tsx'))

const keyOf = ({ item }: OrderLine) => item.id
const PHONE = '(max-width: 40em)'

/** One order: what it is, what can be done with it, and its items. */
export function OrderScreen({ id, Fees, replicate, isAssigning, onAssigning }: OrderScreenProps) {
  const { person } = useSignedIn()
  const view = useOrder(id)
  const { order, lines, failure } = view
  const go = useGo()
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const table = useOwnTable()
  const columns = useMemo(() => lineColumns(person), [person])

  useEffect(() => {
    if (!failure) return
    snackbar(`Order ${id} could not be loaded. ${errorText(failure)}`, 'bad')
    go(to.orders(), { replace: true })
  }, [failure, go, id])

  const isHere = order !== null && person !== null
  return (
    <div className={classes.page} aria-busy={!isHere}>
      <PageHead title={`Order ${id}`} crumbs={[{ label: 'Orders', to: to.orders() }]} crumb={String(id)}>
        <span className={classes.headActs}>
          {can(person, 'orders.pick') && <OrderHistoryButton order={id} />}
          {order && !order.invoiced && can(person, 'orders.invoice') && (
            <HistoryButton
              label="Invoice history"
              title={`Earlier invoices of order ${id}`}
              query={invoiceHistoryQuery(id)}
              empty="No invoice of this order was made."
            />
          )}
          <WalkButtons id={id} through="orders" onOpen={(next) => go(to.order(next), { replace: true })} />
        </span>
      </PageHead>
      {isHere ? (
        <>
          <OrderActs
            order={order}
            person={person}
            lines={lines}
            isPhone={isPhone}
            Fees={Fees}
            replicate={replicate}
            onChanged={view.reload}
          />
          <OrderFactList
            order={order}
            person={person}
            picker={<PickerFact order={order} person={person} isOpen={isAssigning} onOpen={onAssigning} />}
          />
          <OrderRequests order={order} />
          <Folded isFolded={isPhone && isPicker(person)}>
            {person.is_staff && !order.invoiced ? (
              <Suspense fallback={<Skeleton height={148} radius="md" />}>
                <OrderForm order={order} onSaved={view.reload} />
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
          </Folded>
          <DataTable
            label={`Order ${order.id} items`}
            columns={columns}
            source={allRows(lines, keyOf)}
            {...table}
            empty={<EmptyState title="This order has no items" />}
          />
        </>
      ) : (
        LOADING
      )}
    </div>
  )
}

/** On a picker's phone the items come first: a press unfolds the dates and the note. */
const Folded = ({ isFolded, children }: { isFolded: boolean; children: ReactNode }) =>
  isFolded ? (
    <details className={classes.folded}>
      <summary>Dates and note</summary>
      {children}
    </details>
  ) : (
    children
  )

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shown in place of the page while the order is read. */
const LOADING = (
  <>
    <Skeleton height={42} radius="md" />
    <Skeleton height={120} radius="md" />
    <Skeleton height={148} radius="md" />
    <Skeleton height={400} radius="md" />
  </>
)
