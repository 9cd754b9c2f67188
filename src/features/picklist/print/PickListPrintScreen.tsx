import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { filterLines } from '../filter-lines.ts'
import { isPicked } from '#contract/picking/state.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { Button } from '#src/ui/Button.tsx'
import { to, type From } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { columnsFor } from '../table/index.ts'
import { PickListPaper } from './PickListPaper.tsx'
import { ContextSummary } from '../ContextSummary.tsx'
import { NoPickList } from '../NoPickList.tsx'
import { usePickingContext, type PickingContext } from '#src/picking/context.ts'
import classes from './print.module.css'
import type { PickListScreenProps } from '../screen-props.ts'
import { usePickList } from '../use-pick-list.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import type { Engine } from '#src/sync/engine.ts'

/** The name under which the choice is stored. */
const PRICES = 'picklist:prices'

/** A025, A120–A122: the same items on paper. Read-only, with a filter and two toggles. */
export function PickListPrintScreen(props: PickListScreenProps) {
  const { handedOver, from } = props
  const { person } = useSignedIn()
  const context = usePickingContext('picklist', from, handedOver)
  if (context === null)
    return <NoPickList>Choose orders in the generator first; their items can then be printed.</NoPickList>
  if (context instanceof Error) return <ErrorNote>{context.message}</ErrorNote>
  if (context === 'looking' || !person) return <Skeleton height={480} radius="md" />
  return <Sheet from={from} context={context} />
}

function Sheet({ from, context }: { from: From; context: PickingContext }) {
  const { engine, person } = useSignedIn()
  const go = useGo()
  const { rows } = usePickList(engine.db, context, useServerReachable())
  const [filter, setFilter] = useState('')
  const settled = useDeferredValue(filter)
  const [hasPrices, setPrices] = usePrices(engine)
  const [hasPicked, setPicked] = useState(true)
  const columns = useMemo(() => columnsFor(person, 'print'), [person])
  const shown = useMemo(
    () => rows && filterLines(rows, settled).filter((row) => hasPicked || !isPicked(row)),
    [rows, settled, hasPicked],
  )

  return (
    <article className={classes.page}>
      <h1>Pick List</h1>
      <ContextSummary context={context} db={engine.db} rows={rows} />
      <div className={classes.controls}>
        <TextInput
          type="search"
          aria-label="Filter"
          placeholder="Filter"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button onClick={() => setPrices(!hasPrices)}>{hasPrices ? 'Hide Prices' : 'Show Prices'}</Button>
        <Button onClick={() => setPicked((on) => !on)}>
          {hasPicked ? 'Hide Picked Items' : 'Show Picked Items'}
        </Button>
        <Button onClick={() => go(to.pickListDetails(from), { state: { ...context } })}>Back</Button>
        <Button kind="main" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {!shown ? (
        <Skeleton height={480} radius="md" />
      ) : shown.length === 0 ? (
        <EmptyState title="There is nothing to print">
          No item of these orders fits the filter and the toggles.
        </EmptyState>
      ) : (
        // Thousands of rows: a style shows and hides the prices, without drawing anything again.
        <div data-hide-prices={!hasPrices || undefined}>
          <PickListPaper rows={shown} columns={columns} />
        </div>
      )}
    </article>
  )
}

/** Whether prices are printed: at first they are (A121), and the person's choice is remembered. */
function usePrices(engine: Engine): [boolean, (on: boolean) => void] {
  const [chosen, setChosen] = useState<boolean>()
  useEffect(() => {
    // A press is newer than the choice that is read meanwhile.
    void engine.recall<boolean>(PRICES).then((kept) => setChosen((pressed) => pressed ?? kept))
  }, [engine])
  return [
    chosen ?? true,
    (on) => {
      setChosen(on)
      // A choice that cannot be stored holds for this sheet.
      void engine.remember(PRICES, on).catch(() => undefined)
    },
  ]
}
