import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { numbered } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { IconArrowLeft, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { CalculationFailure } from './CalculationFailure.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { categoriesOf, freshChoices, groupKey, handOverChoices, readChoices } from './choices.ts'
import { OrderFilter } from './OrderFilter.tsx'
import { ReceiptPage } from './ReceiptPage.tsx'
import { itemWithOrders, pickedColumns } from './result-columns.tsx'
import { missingGroups, orderItemOf, toggled } from './result-view.ts'
import classes from './receipts.module.css'
import { useDifferences } from './use-differences.ts'
import { useIgnoring } from './use-ignoring.ts'

interface MissingItemsScreenProps {
  /** The choices of the difference page (C098). */
  handedOver: unknown
}

const NOTHING = freshChoices('2000-01-01')

/** `/missingItems`: what was picked otherwise than ordered, to be marked as ignored (C097–C101, C200–C204). */
export function MissingItemsScreen({ handedOver }: MissingItemsScreenProps) {
  const serverReachable = useServerReachable()
  const [carried] = useState(() => readChoices(handedOver))
  const [choices, setChoices] = useState(carried ?? NOTHING)
  const [orders, setOrders] = useState<number[]>([])
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const table = useOwnTable()
  const { groups, failure, isLoading, reload } = useDifferences(choices, { enabled: carried !== null })
  const shown = missingGroups(groups ?? [], { categories: choices.rdErrorsSet, orders })
  // A product that is ignored by now is not missing any more, so it is not among them.
  const chosen = shown.filter((group) => ticked.has(groupKey(group)) && lockedBy(group) === null)
  const { ask, dialog } = useIgnoring(orders, () => {
    setTicked(new Set())
    reload()
  })
  const columns: Column<DifferenceGroup>[] = [
    ignoreColumn(ticked, (key) => setTicked(toggled(ticked, key))),
    itemWithOrders,
    ...pickedColumns,
  ]

  return (
    <ReceiptPage
      title="Receipt difference results"
      tabs={
        <div className={classes.tools}>
          <ButtonLink
            icon={<IconArrowLeft size={20} aria-hidden />}
            to={to.receiptDifference()}
            state={carried ? handOverChoices(choices) : undefined}
          >
            Back
          </ButtonLink>
          <Button
            kind="main"
            icon={<IconDeviceFloppy size={20} aria-hidden />}
            reason={(!serverReachable && NEEDS_SERVER) || (chosen.length === 0 && 'Tick a row to ignore it.')}
            onClick={() => ask(chosen)}
          >
            Save
          </Button>
        </div>
      }
    >
      {failure !== null && (
        <ReadFailure busy={isLoading} onRetry={reload}>
          {failure.text}
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
        source={allRows(shown, groupKey, { isLoading: Boolean(carried) && !groups && failure === null })}
        {...table}
        empty={
          <EmptyState title="There are no difference results or they are all hidden.">
            {carried
              ? failure === null
                ? 'Everything that was ordered was picked, is out of stock, or is ignored.'
                : 'What is missing is not known: the comparison failed.'
              : 'Choose orders and receipts on the receipt difference page first.'}
          </EmptyState>
        }
      />
      <CalculationFailure failure={failure} />
      {dialog}
    </ReceiptPage>
  )
}

/** Why a difference cannot be ignored: an order of it is invoiced; null where it can. */
function lockedBy(group: DifferenceGroup): string | null {
  const invoiced = orderItemOf(group)?.invoiced_orders ?? []
  if (invoiced.length === 0) return null
  return `${numbered('Order', invoiced)} ${invoiced.length === 1 ? 'is' : 'are'} invoiced: unlock to ignore its difference.`
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
        disabled={lockedBy(group) !== null}
        aria-label={`Ignore ${group.differences[0]?.product.name ?? ''}`}
        checked={ticked.has(groupKey(group))}
        onChange={() => onTick(groupKey(group))}
      />
      {lockedBy(group) !== null && <small>{lockedBy(group)}</small>}
    </label>
  ),
})
