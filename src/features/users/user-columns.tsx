import type { User } from '#contract/people/schema.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import type { Column } from '#src/ui/table/column.ts'
import classes from './users.module.css'

/** B065: these five, in this order. Who cannot sign in says so beside the name. */
export const USER_COLUMNS: readonly Column<User>[] = [
  { id: 'id', label: 'ID', value: ({ id }) => id, cell: (user) => <UserLink user={user} /> },
  {
    id: 'username',
    label: 'Username',
    value: ({ username }) => username,
    cell: ({ username, is_active, account_lock }) => (
      <span className={classes.name}>
        {username}
        {!is_active && <Chip tone="plain">Inactive</Chip>}
        {account_lock && <Chip tone="warn">Locked</Chip>}
      </span>
    ),
  },
  { id: 'email', label: 'Email', value: ({ email }) => email || null, wide: true },
  { id: 'first_name', label: 'First name', value: ({ first_name }) => first_name || null },
  { id: 'last_name', label: 'Last name', value: ({ last_name }) => last_name || null },
]

/** B066. */
function UserLink({ user: { id, username } }: { user: User }) {
  return (
    <Link to={to.user(id)} aria-label={`Edit user ${id}, ${username}`} className={classes.link}>
      {id}
    </Link>
  )
}
