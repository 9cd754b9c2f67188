import { ROLE_NAMES } from '#contract/people/user-rules.ts'
import { LISTED_LOCATIONS } from '#src/queries/locations.ts'
import { AddLink } from '#src/kit/links/AddLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { Skeleton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { companiesOf } from './companies.ts'
import { USERS, type ListedUser } from './queries.ts'
import classes from './users.module.css'
import { Link } from '#src/kit/links/Link.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import type { Column } from '#src/ui/table/column.ts'

/** B243: it is "–" where it is absent. */
const plainColumn = (id: 'email' | 'first_name' | 'last_name', label: string): Column<ListedUser> => ({
  id,
  label,
  value: (user) => user[id] || null,
  text: (user) => user[id] ?? '–',
})

/** B065: these five, in this order. Who cannot sign in says so beside the name. */
const USER_COLUMNS: readonly Column<ListedUser>[] = [
  { id: 'id', label: 'ID', value: ({ id }) => id, cell: (user) => <UserLink user={user} /> },
  {
    id: 'username',
    label: 'Username',
    value: ({ username }) => username,
    cell: ({ username, is_active, account_lock }) => (
      <span className={classes.name}>
        {username}
        {is_active === false && <Chip tone="plain">Inactive</Chip>}
        {account_lock === true && <Chip tone="warn">Locked</Chip>}
      </span>
    ),
  },
  { ...plainColumn('email', 'Email'), wide: true },
  plainColumn('first_name', 'First name'),
  plainColumn('last_name', 'Last name'),
]

/** B066. */
function UserLink({ user: { id, username } }: { user: ListedUser }) {
  return (
    <Link to={to.user(id)} aria-label={`Edit user ${id}, ${username}`} className={classes.link}>
      {id}
    </Link>
  )
}

/** What narrows the list besides the table's own search. */
interface UsersFilter {
  role?: number | undefined
  company?: number | undefined
}

interface UsersScreenProps {
  filter: UsersFilter
  onFilter: (filter: UsersFilter) => void
}

/** `/users` (B063–B067): who may sign in. People outside staff are given their own record alone. Online only. */
export function UsersScreen({ filter: { role, company }, onFilter }: UsersScreenProps) {
  const users = useRows(USERS)
  const table = useTableProps()
  const go = useGo()
  const { value: locations } = useServerQuery(LISTED_LOCATIONS, { enabled: table.person?.is_staff === true })
  const keeps = useMemo(
    () =>
      role === undefined && company === undefined
        ? undefined
        : (user: ListedUser) =>
            (role === undefined || user.role_id === role) &&
            (company === undefined || user.company === company),
    [role, company],
  )
  const filters: Filter[] = table.person?.is_staff
    ? [
        {
          id: 'role',
          label: 'Role',
          look: 'select',
          options: [
            { value: '', label: 'Every role' },
            ...Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label })),
          ],
          value: role === undefined ? '' : String(role),
          onValue: (value) => onFilter({ role: value === '' ? undefined : Number(value), company }),
        },
        {
          id: 'company',
          label: 'Company',
          look: 'select',
          options: [
            { value: '', label: 'Every company' },
            ...companiesOf(locations ?? []).map(({ id, label }) => ({ value: String(id), label })),
          ],
          value: company === undefined ? '' : String(company),
          onValue: (value) => onFilter({ role, company: value === '' ? undefined : Number(value) }),
        },
      ]
    : []
  if (!table.person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title="Users">
        {(users.total > 0 || !users.needsServer) && <AddLink to={to.addUser()}>Add User</AddLink>}
      </PageHead>
      <DataTable
        label="Users"
        columns={USER_COLUMNS}
        source={users}
        onRow={({ id }) => go(to.user(id))}
        filters={filters}
        filter={keeps}
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
