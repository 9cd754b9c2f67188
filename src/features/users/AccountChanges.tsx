import type { AccountChange } from '#contract/people/account-change.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { showTime } from '#src/ui/show-time.ts'
import { accountChangesQuery } from './queries.ts'
import classes from './users.module.css'

const whatText = ({ what, before, after }: AccountChange) =>
  what === 'password' ? 'New password' : `Email ${before || 'none'} → ${after}`

/**
 * The people who set the passwords and addresses of an account (docs/decisions/0182). Draws nothing where there are
 * none.
 */
export function AccountChanges({ user }: { user: number }) {
  const { value } = useServerQuery(accountChangesQuery(user))
  if (!value?.length) return null
  return (
    <section className={classes.group} aria-label="Changes of password and email">
      <b>Changes of password and email</b>
      <ul className={classes.changes}>
        {value.map((line) => (
          <li key={line.id}>
            {whatText(line)} ·{' '}
            <span className={classes.quiet}>
              {line.by ?? 'somebody who is no more'} · <time dateTime={line.at}>{showTime(line.at)}</time>
              {line.undone_at && ` · undone ${showTime(line.undone_at)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
