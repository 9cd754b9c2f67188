import type { Client } from '#src/api/client.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { SessionCard } from './SessionCard.tsx'
import { useAttempt } from './use-attempt.ts'

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
      <TextInput
        label="Username"
        size="md"
        name="username"
        maxLength={150}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <ErrorNote>{attempt.problem}</ErrorNote>
      <Button kind="main" isSubmit reason={!name && 'Type your username.'} isBusy={attempt.isBusy}>
        Mail me a link
      </Button>
    </SessionCard>
  )
}
