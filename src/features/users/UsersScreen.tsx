import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { Link } from '#src/kit/Link.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import type { TableState } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { useRead } from '#src/ui/use-read.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useCallback } from 'react'
import { fetchUsers } from './calls.ts'
import { USER_COLUMNS } from './user-columns.tsx'
import classes from './users.module.css'

interface UsersScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  go: Go
  /** Kept in the address, so that the way back from a user finds the same list. */
  table: TableState
  onTable: (table: TableState) => void
}

const rowKey = ({ id }: User) => id

/** `/users` (B063–B067): who may sign in. Whoever is not staff is given their own record alone. Online only. */
export function UsersScreen(props: UsersScreenProps) {
  const { client, person, serverReachable, go, table, onTable } = props
  const read = useCallback((signal: AbortSignal) => fetchUsers(client, signal), [client])
  const { value: users, failure, reload } = useRead(read, serverReachable)
  const problem = failure ? errorText(failure) : null

  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Users</h1>
        {(users || serverReachable) && (
          <Button
            size="md"
            leftSection={<IconPlus size={20} aria-hidden />}
            renderRoot={(props) => <Link to={to.addUser()} {...props} />}
          >
            Add User
          </Button>
        )}
      </header>
      <ErrorNote>{problem}</ErrorNote>
      {problem && serverReachable && (
        <div>
          <Button variant="default" size="md" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {!serverReachable &&
        (users ? (
          <OfflineNote>The server is not in reach: this is what it last said.</OfflineNote>
        ) : (
          <NeedsServer />
        ))}
      {(users || (serverReachable && !problem)) && (
        <DataTable
          label="Users"
          columns={USER_COLUMNS}
          source={allRows(users)}
          rowKey={rowKey}
          onRow={({ id }) => go(to.user(id))}
          person={person}
          state={table}
          onState={onTable}
          empty={
            <EmptyState icon={<IconUsers size={40} />} title="Nobody may sign in yet">
              Add User makes the first one.
            </EmptyState>
          }
        />
      )}
    </div>
  )
}
