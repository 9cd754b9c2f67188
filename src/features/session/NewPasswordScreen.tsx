import { isTooShort, PASSWORD_MIN_CHARACTERS, PASSWORDS_DIFFER } from '#contract/people/password.ts'
import type { Client } from '#src/api/client.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { SessionCard } from './SessionCard.tsx'
import { useAttempt } from './use-attempt.ts'

interface NewPasswordScreenProps {
  client: Client
  /** The text after the # of the link; '' where there is none. */
  token: string
}

/**
 * `/newPassword#…` (docs/decisions/0112): the page of the mailed link. The server decides whether a password is good.
 */
export function NewPasswordScreen({ client, token }: NewPasswordScreenProps) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const attempt = useAttempt(() =>
    client.api('POST', 'auth/newpassword', {
      body: { token, new_password: password, new_password_confirm: confirm },
      withoutToken: true,
    }),
  )
  // Shown while typing, as soon as no further letter can correct it.
  const differs = !password.startsWith(confirm)
  const missing =
    (isTooShort(password) && `At least ${PASSWORD_MIN_CHARACTERS} characters.`) ||
    (password !== confirm && 'The two passwords differ.')

  if (attempt.isDone)
    return (
      <SessionCard title="Set a new password">
        <p role="status">
          <b>Your new password is set.</b> Every device on which you were signed in asks for it.
        </p>
      </SessionCard>
    )
  if (token === '')
    return (
      <SessionCard title="Set a new password">
        <p>Open the link exactly as it is in the mail: a part of it is missing here.</p>
        <Link to={to.forgotPassword()}>Ask for a new link</Link>
      </SessionCard>
    )
  const field = {
    size: 'md' as const,
    maxLength: 1024,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password', tabIndex: 0 },
  }
  return (
    <SessionCard title="Set a new password" onSubmit={() => !missing && void attempt.run()}>
      <PasswordInput
        {...field}
        label="New password"
        description={`At least ${PASSWORD_MIN_CHARACTERS} characters, not only digits, no common word, nothing of your name.`}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        {...field}
        label="Confirm password"
        error={differs && PASSWORDS_DIFFER}
        value={confirm}
        onChange={(event) => setConfirm(event.currentTarget.value)}
      />
      {attempt.problem && (
        <>
          <ErrorNote>{attempt.problem}</ErrorNote>
          <Link to={to.forgotPassword()}>Ask for a new link</Link>
        </>
      )}
      <Button kind="main" isSubmit reason={missing} isBusy={attempt.isBusy}>
        Set password
      </Button>
    </SessionCard>
  )
}
