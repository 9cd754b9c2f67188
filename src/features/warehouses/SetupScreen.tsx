import { can } from '#contract/permissions.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import { AddLink } from '#src/kit/links/AddLink.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { Skeleton } from '@mantine/core'
import { IconBuildingWarehouse, IconEdit, IconLock } from '@tabler/icons-react'
import { WAREHOUSES } from './queries.ts'
import classes from './warehouses.module.css'

/** C111. */
const COLUMNS: readonly Column<Warehouse>[] = [
  {
    id: 'id',
    label: 'id',
    value: ({ id }) => id,
    cell: ({ id, name }) => (
      <Link to={to.warehouse(id)} aria-label={`Edit warehouse ${id}, ${name}`} className={classes.link}>
        <IconEdit size={18} aria-hidden />
        {id}
      </Link>
    ),
  },
  { id: 'name', label: 'name', value: ({ name }) => name, wide: true },
]

/** `/setup` and `/warehouse` (C021, C028, C113): the warehouses. Online only. */
export function SetupScreen() {
  const { person } = useSignedIn()
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title="Setup" />
      {can(person, 'warehouses.write') ? (
        <Warehouses />
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may set up warehouses" />
      )}
    </div>
  )
}

function Warehouses() {
  const warehouses = useRows(WAREHOUSES)
  const table = useTableProps()
  const go = useGo()
  return (
    <>
      <div className={classes.head}>
        <h2>Warehouses</h2>
        <AddLink to={to.addWarehouse()}>Add Warehouse</AddLink>
      </div>
      <DataTable
        label="Warehouses"
        columns={COLUMNS}
        source={warehouses}
        onRow={({ id }) => go(to.warehouse(id))}
        {...table}
        empty={<EmptyState icon={<IconBuildingWarehouse size={40} />} title="There are no warehouses" />}
      />
    </>
  )
}
