import type { User } from '#contract/people/schema.ts'
import { ButtonLink } from '#src/kit/ButtonLink.tsx'
import { PageHead } from '#src/kit/PageHead.tsx'
import { useGo } from '#src/kit/use-go.ts'
import { useRows } from '#src/kit/use-rows.ts'
import { useTableProps } from '#src/kit/use-table-props.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { Skeleton } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { USERS } from './queries.ts'
import { USER_COLUMNS } from './user-columns.tsx'
import classes from './users.module.css'

const rowKey = ({ id }: User) => id

/** `/users` (B063–B067): who may sign in. Whoever is not staff is given their own record alone. Online only. */
export function UsersScreen() {
  const users = useRows(USERS)
  const table = useTableProps()
  const go = useGo()
  if (!table.person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title="Users">
        {(users.total > 0 || !users.needsServer) && (
          <ButtonLink kind="main" icon={<IconPlus size={20} aria-hidden />} to={to.addUser()}>
            Add User
          </ButtonLink>
        )}
      </PageHead>
      <DataTable
        label="Users"
        columns={USER_COLUMNS}
        source={users}
        rowKey={rowKey}
        onRow={({ id }) => go(to.user(id))}
        {...table}
        empty={
          <EmptyState icon={<IconUsers size={40} />} title="Nobody may sign in yet">
            Add User makes the first one.
          </EmptyState>
        }
      />
    </div>
  )
}
