import type { Pace } from '#contract/customers/glance.ts'
import { can } from '#contract/permissions.ts'
import { errorText } from '#src/api/errors.ts'
import { LISTED_LOCATIONS, type ListedLocation } from '#src/queries/locations.ts'
import { AddLink } from '#src/kit/links/AddLink.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useGo } from '#src/kit/links/use-go.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { IconMapPin } from '@tabler/icons-react'
import { useMemo } from 'react'
import classes from './customers.module.css'
import { QUIET_LOCATIONS } from './queries.ts'

/** C074: these two. A place that does not order any more, or not as usual, says so beside its name. */
const columnsOf = (quiet: ReadonlyMap<number, Pace>): readonly Column<ListedLocation>[] => [
  {
    id: 'id',
    label: 'Customer ID',
    value: ({ id }) => id,
    cell: ({ id, name }) => (
      <Link to={to.customer(id)} aria-label={`Customer ${id}, ${name}`} className={classes.link}>
        {id}
      </Link>
    ),
  },
  {
    id: 'name',
    label: 'Customer Location',
    value: ({ name }) => name,
    wide: true,
    lead: true,
    cell: ({ id, name, active, physical_address }) => (
      <span className={classes.name}>
        <span>
          {name}
          <small className={classes.quiet}>{physical_address?.complete_address ?? '–'}</small>
        </span>
        {!active && <Chip tone="plain">Inactive</Chip>}
        {quiet.has(id) && <Chip tone="warn">{`Last ordered ${showDay(quiet.get(id)!.last_ordered)}`}</Chip>}
      </span>
    ),
  },
]

const NONE: readonly ListedLocation[] = []

interface CustomersScreenProps {
  /** Whether the list has only locations that have not ordered for longer than they usually pause. */
  isQuiet: boolean
  onQuiet: (isQuiet: boolean) => void
}

/** `/customers` (C074–C076): the customers' locations. Nothing here is deleted. Online only. */
export function CustomersScreen({ isQuiet, onQuiet }: CustomersScreenProps) {
  const customers = useRows(LISTED_LOCATIONS)
  const { person } = useSignedIn()
  const mayNarrow = can(person, 'customers.write')
  const pacing = useServerQuery(QUIET_LOCATIONS, { enabled: mayNarrow })
  const paces = pacing.value
  const quiet = useMemo(() => new Map(paces?.map((pace) => [pace.company_location, pace])), [paces])
  // An empty list would say that no location is quiet, before that is known.
  const isWaiting = isQuiet && paces === null && pacing.busy
  const columns = useMemo(() => columnsOf(quiet), [quiet])
  const keeps = useMemo(
    () => (isQuiet && mayNarrow ? ({ id }: ListedLocation) => quiet.has(id) : undefined),
    [isQuiet, mayNarrow, quiet],
  )
  const filters: Filter[] = mayNarrow
    ? [
        {
          id: 'quiet',
          label: paces ? `Quiet (${quiet.size})` : 'Quiet',
          look: 'switch',
          value: isQuiet,
          onValue: onQuiet,
        },
      ]
    : []
  const table = useTableProps()
  const go = useGo()
  return (
    <div className={classes.page}>
      <PageHead title="Customer Location">
        <AddLink to={to.addCustomer()}>Add Customer</AddLink>
      </PageHead>
      {isQuiet && pacing.failure !== null && (
        <ReadFailure busy={pacing.busy} onRetry={pacing.reload}>
          Who is quiet could not be read. {errorText(pacing.failure)}
        </ReadFailure>
      )}
      <DataTable
        label="Customer Locations"
        columns={columns}
        filters={filters}
        filter={keeps}
        source={isWaiting ? { ...customers, rows: NONE, isLoading: true } : customers}
        onRow={({ id }) => go(to.customer(id))}
        {...table}
        empty={
          <EmptyState icon={<IconMapPin size={40} />} title="There are no customers yet">
            Add Customer makes the first one.
          </EmptyState>
        }
      />
    </div>
  )
}
