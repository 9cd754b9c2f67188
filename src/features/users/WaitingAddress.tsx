import type { User } from '#contract/people/schema.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { changeUser, mailAddressAgain, USERS_CHANGED, withdrawAddress } from './queries.ts'
import classes from './users.module.css'

interface WaitingAddressProps {
  user: User
  /** Whether this is the person's own record. */
  isSelf: boolean
  /** Called when the person has changed their own record. */
  onSelf: (user: User) => Promise<void>
}

/** The person's new address that is not confirmed yet, and the acts on it (docs/decisions/0182). */
export function WaitingAddress({ user, isSelf, onSelf }: WaitingAddressProps) {
  const { id, username, email, waiting_email: waiting } = user
  const reason = !useServerReachable() && NEEDS_SERVER
  const again = useSave({
    call: (client) => mailAddressAgain(client, id),
    words: () => ({
      title: 'Send the link again?',
      body: `To ${waiting}.`,
      act: 'Send',
      saved: 'The link is on its way.',
      failed: 'The link was not sent',
    }),
  })
  const withdrawal = useSave({
    async call(client) {
      const saved = await withdrawAddress(client, id)
      if (isSelf) await onSelf(saved)
    },
    invalidates: USERS_CHANGED,
    words: () => ({
      title: `Withdraw ${waiting}?`,
      body: email === '' ? 'Then there is no mail address.' : `Mails go to ${email}, as until now.`,
      act: 'Withdraw',
      failed: 'The address was not withdrawn',
    }),
  })
  const confirmation = useSave({
    async call(client) {
      await changeUser(client, id, { email: waiting, base: { email, waiting_email: waiting } })
    },
    invalidates: USERS_CHANGED,
    words: () => ({
      title: `Confirm ${waiting} for ${username}?`,
      body: 'Mails go there from now on, also those that set a new password. They are signed out everywhere.',
      act: 'Confirm address',
      failed: 'The address was not confirmed',
    }),
  })
  const button = { reason }
  return (
    <div className={classes.waiting} role="group" aria-label="Address that waits">
      <span>
        Waiting for confirmation: <b>{waiting}</b>
      </span>
      <span className={classes.buttons}>
        {isSelf ? (
          <Button {...button} onClick={() => again.ask()}>
            Send the link again
          </Button>
        ) : (
          <Button {...button} onClick={() => confirmation.ask()}>
            Confirm address
          </Button>
        )}
        <Button {...button} onClick={() => withdrawal.ask()}>
          Withdraw
        </Button>
      </span>
      {again.dialog}
      {withdrawal.dialog}
      {confirmation.dialog}
    </div>
  )
}
