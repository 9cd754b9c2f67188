import type { Client } from '#src/api/client.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { useState } from 'react'
import { SessionCard } from './SessionCard.tsx'
import { useAttempt } from './use-attempt.ts'
import { UsernameInput } from './UsernameInput.tsx'

/** `/forgotPassword` (docs/decisions/0112): mails a link to the address of the account that a person names. */
export function ForgotPasswordScreen({ client }: { client: Client }) {
  const [username, setUsername] = useState('')
  const name = username.trim()
  const attempt = useAttempt(() =>
    client.api('POST', 'auth/forgotpassword', { body: { username: name }, withoutToken: true }),
  )
  if (attempt.isDone)
    return (
      <SessionCard title="Look into your mail">
        <p role="status">
          If <b>{name}</b> is an account with an email address, a link is on its way there. It sets a new
          password, once, within 30 minutes.
        </p>
        <p>No mail after a few minutes? The office can set a new password for you.</p>
      </SessionCard>
    )
  return (
    <SessionCard title="Forgotten password" onSubmit={() => name && void attempt.run()}>
      <p>We mail you a link that sets a new one.</p>
      <UsernameInput maxLength={150} value={username} onChange={setUsername} />
      <ErrorNote>{attempt.problem}</ErrorNote>
      <Button kind="main" isSubmit reason={!name && 'Type your username.'} isBusy={attempt.isBusy}>
        Mail me a link
      </Button>
    </SessionCard>
  )
}
