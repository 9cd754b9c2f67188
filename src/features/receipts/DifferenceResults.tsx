import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { allRows } from '#src/ui/table/source.ts'
import { Skeleton } from '@mantine/core'
import { IconListSearch, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CalculationFailure } from './CalculationFailure.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { categoriesOf, groupKey, type Choices } from './choices.ts'
import { resultColumns } from './result-columns.tsx'
import { FRESH_LOOK, toggled, visibleGroups, type ResultLook } from './result-view.ts'
import classes from './receipts.module.css'
import { useDifferences } from './use-differences.ts'

const LinesOfGroup = lazy(() => import('./LinesOfGroup.tsx'))

interface DifferenceResultsProps {
  choices: Choices
  onChange: (part: Partial<Choices>) => void
  /** C103. */
  onMissing: () => void
}

/** C196–C199, C366: what differs, and what of it is on show. */
export function DifferenceResults({ choices, onChange, onMissing }: DifferenceResultsProps) {
  const { groups, failure, isLoading, reload } = useDifferences(choices)
  const [look, setLook] = useState(FRESH_LOOK)
  const view = { ...look, hidden: new Set(choices.hidden) }
  const table = useOwnTable()
  /** The group whose receipt lines are open. */
  const [lined, setLined] = useState<DifferenceGroup | null>(null)
  const change = (part: Partial<ResultLook>) => setLook((before) => ({ ...before, ...part }))
  if (!groups && !failure) return <Skeleton height={320} radius="md" />

  const rows = visibleGroups(groups ?? [], view, choices.rdErrorsSet)
  const hidden = (groups ?? []).filter((group) => view.hidden.has(groupKey(group))).length
  const columns = resultColumns({
    condensed: view.condensed,
    hidden: view.hidden,
    onLines: view.print || choices.receiptsSelected.length === 0 ? null : setLined,
    onHide: view.print ? null : (group) => onChange({ hidden: [...toggled(view.hidden, groupKey(group))] }),
  })
  return (
    <section
      className={classes.results}
      aria-label="Results"
      aria-busy={isLoading}
      data-print={view.print || undefined}
      data-condensed={view.condensed || undefined}
    >
      <div className={classes.tools} data-tools>
        <LookToggles look={look} onChange={change} />
        <Button icon={<IconListSearch size={20} aria-hidden />} onClick={onMissing}>
          Missing items
        </Button>
        {failure !== null && (
          <Button icon={<IconRefresh size={20} aria-hidden />} onClick={reload}>
            Calculate again
          </Button>
        )}
      </div>
      <CategoryFilter
        categories={categoriesOf(groups ?? [])}
        chosen={choices.rdErrorsSet}
        onChoose={(rdErrorsSet) => onChange({ rdErrorsSet })}
      />
      <p className={classes.quiet} role="status">
        {isLoading ? 'Calculating …' : `Hidden rows: ${hidden}`}
      </p>
      <DataTable
        label="Receipt difference"
        columns={columns}
        source={allRows(rows, groupKey)}
        {...table}
        empty={<EmptyState title="There are no difference results or they are all hidden." />}
      />
      <CalculationFailure failure={failure} />
      {lined && (
        <Suspense>
          <LinesOfGroup
            group={lined}
            receipts={choices.receiptsSelected}
            pricing={choices.pricingType}
            onClose={() => setLined(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

const TOGGLES = [
  ['showHidden', 'Show hidden'],
  ['hideErrors', 'Hide errors'],
  ['hideOthers', 'Hide non-errors'],
  ['print', 'Print view'],
  ['condensed', 'Condensed view'],
] as const

interface LookTogglesProps {
  look: ResultLook
  onChange: (part: Partial<ResultLook>) => void
}

const LookToggles = ({ look, onChange }: LookTogglesProps) =>
  TOGGLES.map(([what, label]) => (
    <Button key={what} isPressed={look[what]} onClick={() => onChange({ [what]: !look[what] })}>
      {label}
    </Button>
  ))
