import type { Client } from '#src/api/client.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { CancelButton, Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useAttempt } from './use-attempt.ts'
import classes from './PasswordDialog.module.css'

const TITLE = 'Type your password to go on'

interface PasswordDialogProps {
  client: Client
  /** Called when the server has accepted the password, or the person goes back to the form. */
  onAnswer: (isGiven: boolean) => void
}

/** Asks the person at the device for their password, before a call that needs it (docs/decisions/0195). */
export default function PasswordDialog({ client, onAnswer }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const attempt = useAttempt(async () => {
    await client.api('POST', 'auth/proof', { body: { password } })
    onAnswer(true)
  })
  return (
    <Modal title={TITLE} onClose={() => onAnswer(false)} isBusy={attempt.isBusy}>
      <form
        className={classes.form}
        aria-label={TITLE}
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') void attempt.run()
        }}
      >
        <p>You typed it last more than 15 minutes ago, and this change asks for it again.</p>
        <PasswordInput
          label="Your password"
          size="md"
          data-autofocus
          maxLength={1024}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <ErrorNote>{attempt.problem}</ErrorNote>
        <ModalButtons>
          <CancelButton onClick={() => onAnswer(false)} />
          <Button
            kind="main"
            isSubmit
            reason={password === '' && 'Type your password.'}
            isBusy={attempt.isBusy}
          >
            Go on
          </Button>
        </ModalButtons>
      </form>
    </Modal>
  )
}
