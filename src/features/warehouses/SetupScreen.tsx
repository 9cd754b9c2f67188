import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { Link } from '#src/kit/Link.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { UNSORTED, type Column } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { Button, Skeleton } from '@mantine/core'
import { IconBuildingWarehouse, IconEdit, IconLock, IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { fetchWarehouses } from './calls.ts'
import { withFixed } from './warehouse-form.ts'
import classes from './warehouses.module.css'

interface SetupScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  go: Go
}

interface Listed {
  id: number
  name: string
}
/** C111. */
const COLUMNS: readonly Column<Listed>[] = [
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
const rowKey = ({ id }: Listed) => id

/** `/setup` and `/warehouse` (C021, C028, C113): the warehouses. Online only. */
export function SetupScreen({ client, person, serverReachable, go }: SetupScreenProps) {
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <h1>Setup</h1>
      {can(person, 'warehouses.write') ? (
        <Warehouses client={client} person={person} serverReachable={serverReachable} go={go} />
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may set up warehouses" />
      )}
    </div>
  )
}

function Warehouses({ client, person, serverReachable, go }: SetupScreenProps) {
  const read = useCallback((signal: AbortSignal) => fetchWarehouses(client, signal), [client])
  const reading = useRead(read, serverReachable)
  const [table, setTable] = useState(UNSORTED)
  return (
    <>
      <header className={classes.head}>
        <h2>Warehouses</h2>
        <Button
          size="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          renderRoot={(props) => <Link to={to.addWarehouse()} {...props} />}
        >
          Add Warehouse
        </Button>
      </header>
      <WhenRead reading={reading} serverReachable={serverReachable} explain={errorText}>
        {(warehouses) => (
          <DataTable
            label="Warehouses"
            columns={COLUMNS}
            source={allRows(withFixed(warehouses))}
            rowKey={rowKey}
            onRow={({ id }) => go(to.warehouse(id))}
            person={person}
            state={table}
            onState={setTable}
            empty={<EmptyState icon={<IconBuildingWarehouse size={40} />} title="There are no warehouses" />}
          />
        )}
      </WhenRead>
    </>
  )
}
