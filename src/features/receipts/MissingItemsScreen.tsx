import type { User } from '#contract/people/schema.ts'
import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { plural } from '#src/ui/format.ts'
import { UNSORTED, type Column } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconDeviceFloppy } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ignoreItem } from './calls.ts'
import { CategoryFilter } from './CategoryFilter.tsx'
import { categoriesOf, freshChoices, groupKey, handOver, readChoices } from './choices.ts'
import { ReceiptPage } from './ReceiptPage.tsx'
import { itemWithOrders, pickedColumns } from './result-columns.tsx'
import { ignoreGroups, missingGroups, toggled } from './result-view.ts'
import classes from './receipts.module.css'
import { useDifferences } from './use-differences.ts'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface MissingItemsScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  /** The choices of the difference page (C098). */
  handedOver: unknown
}

const NOTHING = freshChoices('2000-01-01')

/** `/missingItems`: what was picked otherwise than ordered, to be marked as ignored (C097–C101, C200–C204). */
export function MissingItemsScreen(props: MissingItemsScreenProps) {
  const { client, person, serverReachable, handedOver } = props
  const [carried] = useState(() => readChoices(handedOver))
  const [choices, setChoices] = useState(carried ?? NOTHING)
  const [orders, setOrders] = useState<number[]>([])
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [table, setTable] = useState(UNSORTED)
  const { groups, failure, isLoading, reload } = useDifferences(
    client,
    choices,
    serverReachable && carried !== null,
  )
  const shown = missingGroups(groups ?? [], { categories: choices.rdErrorsSet, orders })
  // C201: what is ignored by now is not missing any more, and so not among them.
  const chosen = shown.filter((group) => ticked.has(groupKey(group)))
  const columns: Column<DifferenceGroup>[] = [
    ignoreColumn(ticked, (key) => setTicked(toggled(ticked, key))),
    itemWithOrders,
    ...pickedColumns,
  ]

  return (
    <ReceiptPage
      title="Receipt difference results"
      serverReachable={serverReachable}
      tabs={
        <div className={classes.tools}>
          <Button
            variant="default"
            size="md"
            leftSection={<IconArrowLeft size={20} aria-hidden />}
            renderRoot={(props) => (
              <Link to={to.receiptDifference()} state={carried ? handOver(choices) : undefined} {...props} />
            )}
          >
            Back
          </Button>
          <ActionButton
            size="md"
            leftSection={<IconDeviceFloppy size={20} aria-hidden />}
            reason={(!serverReachable && NEEDS_SERVER) || (chosen.length === 0 && 'Tick a row to ignore it.')}
            onClick={() => setAsking(true)}
          >
            Save
          </ActionButton>
        </div>
      }
    >
      {failure !== null && (
        <ReadFailure busy={isLoading} onRetry={reload}>
          {failure}
        </ReadFailure>
      )}
      <CategoryFilter
        categories={categoriesOf(missingGroups(groups ?? [], { categories: [], orders: [] }))}
        chosen={choices.rdErrorsSet}
        onChoose={(rdErrorsSet) => setChoices({ ...choices, rdErrorsSet })}
      />
      <OrderFilter orders={choices.orders} chosen={orders} onChoose={setOrders} />
      <DataTable
        label="Missing items"
        columns={columns}
        source={allRows(shown, { isLoading: Boolean(carried) && !groups && failure === null })}
        rowKey={groupKey}
        person={person}
        state={table}
        onState={setTable}
        empty={
          <EmptyState title="There are no difference results or they are all hidden.">
            {carried
              ? 'Everything that was ordered was picked, is out of stock, or is ignored.'
              : 'Choose orders and receipts on the receipt difference page first.'}
          </EmptyState>
        }
      />
      <Suspense>
        {isAsking && (
          <SaveDialog
            title={`Ignore the difference of ${plural(chosen.length, 'item')}?`}
            save={() => ignoreGroups(chosen, (id) => ignoreItem(client, id))}
            saved="The differences are ignored."
            failed="There was an error while saving the differences"
            explain={(error) => (error instanceof Error ? error.message : String(error))}
            onBack={() => {
              setAsking(false)
              reload()
            }}
            onSaved={() => {
              setAsking(false)
              setTicked(new Set())
              reload()
            }}
          >
            They are not listed here again.
          </SaveDialog>
        )}
      </Suspense>
    </ReceiptPage>
  )
}

const ignoreColumn = (
  ticked: ReadonlySet<string>,
  onTick: (key: string) => void,
): Column<DifferenceGroup> => ({
  id: 'ignore',
  label: 'Ignore Qty Diff',
  value: (group) => (ticked.has(groupKey(group)) ? 'yes' : ''),
  cell: (group) => (
    <label className={classes.tick}>
      <input
        type="checkbox"
        aria-label={`Ignore ${group.differences[0]?.product.name ?? ''}`}
        checked={ticked.has(groupKey(group))}
        onChange={() => onTick(groupKey(group))}
      />
    </label>
  ),
})

interface OrderFilterProps {
  orders: readonly { id: number; place: string }[]
  chosen: readonly number[]
  onChoose: (orders: number[]) => void
}

/** C203. */
function OrderFilter({ orders, chosen, onChoose }: OrderFilterProps) {
  if (orders.length < 2) return null
  return (
    <div className={classes.filter} role="group" aria-label="Orders">
      {orders.map(({ id, place }) => (
        <Button
          key={id}
          size="sm"
          radius="xl"
          variant={chosen.includes(id) ? 'filled' : 'default'}
          aria-pressed={chosen.includes(id)}
          onClick={() => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
        >
          {id} · {place}
        </Button>
      ))}
    </div>
  )
}
