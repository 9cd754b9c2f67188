import type { CompanyLocation, User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { Link } from '#src/kit/Link.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import type { Column, TableState } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { useRead } from '#src/ui/use-read.ts'
import { Button } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useCallback } from 'react'
import { fetchCustomers } from './calls.ts'
import classes from './customers.module.css'

interface CustomersScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  go: Go
  /** Kept in the address, so that the way back from a customer finds the same list. */
  table: TableState
  onTable: (table: TableState) => void
}

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
export function CustomersScreen(props: CustomersScreenProps) {
  const { client, person, serverReachable, go, table, onTable } = props
  const read = useCallback((signal: AbortSignal) => fetchCustomers(client, signal), [client])
  const reading = useRead(read, serverReachable)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Customer Location</h1>
        <Button
          size="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          renderRoot={(props) => <Link to={to.addCustomer()} {...props} />}
        >
          Add Customer
        </Button>
      </header>
      <WhenRead reading={reading} serverReachable={serverReachable} explain={errorText}>
        {(customers) => (
          <>
            {!serverReachable && (
              <OfflineNote>The server is not in reach: this is what it last said.</OfflineNote>
            )}
            <DataTable
              label="Customer Locations"
              columns={COLUMNS}
              source={allRows(customers)}
              rowKey={rowKey}
              onRow={({ id }) => go(to.customer(id))}
              person={person}
              state={table}
              onState={onTable}
              empty={
                <EmptyState icon={<IconMapPin size={40} />} title="There are no customers yet">
                  Add Customer makes the first one.
                </EmptyState>
              }
            />
          </>
        )}
      </WhenRead>
    </div>
  )
}
