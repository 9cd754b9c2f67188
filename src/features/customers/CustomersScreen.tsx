import type { CompanyLocation } from '#contract/people/schema.ts'
import { ButtonLink } from '#src/kit/ButtonLink.tsx'
import { LOCATIONS } from '#src/kit/choices-queries.ts'
import { Link } from '#src/kit/Link.tsx'
import { PageHead } from '#src/kit/PageHead.tsx'
import { useGo } from '#src/kit/use-go.ts'
import { useRows } from '#src/kit/use-rows.ts'
import { useTableProps } from '#src/kit/use-table-props.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import classes from './customers.module.css'

/** C074: these two. A place that does not order any more says so beside its name. */
const COLUMNS: readonly Column<CompanyLocation>[] = [
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
    cell: ({ name, active, physical_address: { complete_address } }) => (
      <span className={classes.name}>
        <span>
          {name}
          <small className={classes.quiet}>{complete_address}</small>
        </span>
        {!active && <Chip tone="plain">Inactive</Chip>}
      </span>
    ),
  },
]
const rowKey = ({ id }: CompanyLocation) => id

/** `/customers` (C074–C076): the customers' locations. Nothing here is deleted. Online only. */
export function CustomersScreen() {
  const customers = useRows(LOCATIONS)
  const table = useTableProps()
  const go = useGo()
  return (
    <div className={classes.page}>
      <PageHead title="Customer Location">
        <ButtonLink kind="main" icon={<IconPlus size={20} aria-hidden />} to={to.addCustomer()}>
          Add Customer
        </ButtonLink>
      </PageHead>
      <DataTable
        label="Customer Locations"
        columns={COLUMNS}
        source={customers}
        rowKey={rowKey}
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
