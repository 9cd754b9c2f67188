import type { CompanyLocation, User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { DataTable } from '#src/ui/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { WhenRead } from '#src/ui/WhenRead.tsx'
import type { Column, TableState } from '#src/ui/table-view.ts'
import { wholeSource } from '#src/ui/use-paged-rows.ts'
import { useRead } from '#src/ui/use-read.ts'
import { Button } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { fetchCustomers } from './calls.ts'
import classes from './customers.module.css'

interface CustomersScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  go: (path: string) => void
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
      <Link
        to="/customer/$id"
        params={{ id: String(id) }}
        aria-label={`Customer ${id}, ${name}`}
        className={classes.link}
      >
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
          renderRoot={(props) => <Link to="/customer/add" {...props} />}
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
              hasEndpoint={false}
              columns={COLUMNS}
              source={wholeSource(customers, false)}
              rowKey={rowKey}
              onRow={({ id }) => go(`/customer/${id}`)}
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
