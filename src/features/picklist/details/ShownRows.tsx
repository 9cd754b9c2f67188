import { useSignedIn } from '#src/kit/signed-in.ts'
import type { PickingContext } from '#src/picking/context.ts'
import { OthersProvider } from '#src/picking/Others.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { filterLines } from '../filter-lines.ts'
import { columnsFor, PickCards, PickTable, type RowDoes } from '../table/index.ts'
import type { PickList } from '../use-pick-list.ts'

interface ShownRowsProps {
  list: PickList
  context: PickingContext
  filter: string
  view: 'cards' | 'table'
  does: RowDoes
}

/** The rows that the filter leaves, as cards or as a table. */
export function ShownRows({ list, context, filter, view, does }: ShownRowsProps) {
  const { person } = useSignedIn()
  const settledFilter = useDeferredValue(filter)
  const columns = useMemo(() => columnsFor(person, 'details'), [person])
  const shown = useMemo(() => list.rows && filterLines(list.rows, settledFilter), [list.rows, settledFilter])
  if (!shown) return <Skeleton height={480} radius="md" />
  if (shown.length === 0)
    return (
      <EmptyState title={filter ? 'No row has these words' : 'There are no items to pick'}>
        {filter ? 'Empty the filter to see every row.' : 'The chosen orders have no items at this location.'}
      </EmptyState>
    )
  const Rows = view === 'cards' ? PickCards : PickTable
  return (
    <OthersProvider orders={context.orders}>
      <Rows
        rows={shown}
        columns={columns}
        bulk={context.bulk}
        person={person}
        marks={list.marks}
        does={does}
      />
    </OthersProvider>
  )
}
