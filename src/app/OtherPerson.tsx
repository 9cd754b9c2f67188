import type { User } from '#contract/people/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { session } from './device.ts'
import classes from './Shell.module.css'

/**
 * Replaces every screen when another user has signed in in another tab, so that no person works as them unknowingly.
 */
export function OtherPerson({ user }: { user: User }) {
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username
  return (
    <main className={classes.main}>
      <div className={classes.panel} role="alert">
        <h1>{name} has signed in in another tab</h1>
        <p>
          From here on this tab works as {name}. What was stored by the person before is kept on this device
          and is sent when they sign in again.
        </p>
        <Button kind="main" onClick={session.follow}>
          Go on as {name}
        </Button>
      </div>
    </main>
  )
}
