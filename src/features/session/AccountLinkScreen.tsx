import type { Client } from '#src/api/client.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { SessionCard } from './SessionCard.tsx'
import { useAttempt } from './use-attempt.ts'

const WORDS = {
  confirmaddress: {
    title: 'Confirm your mail address',
    asked: 'The mails of your account then go to this address.',
    act: 'Confirm address',
    done: 'Your mail address is confirmed.',
    next: 'The mails of your account go there from now on.',
  },
  undochange: {
    title: 'Undo the change of your account',
    asked:
      'Your mail address is then what it was, you are signed out on every device, and your password holds no more. A link that sets a new one is mailed to you.',
    act: 'Undo the change',
    done: 'The change is undone.',
    next: 'Look into your mail: the link there sets a new password within 30 minutes.',
  },
} as const

interface AccountLinkScreenProps {
  client: Client
  /** The call that the link makes. */
  call: keyof typeof WORDS
  /** The text after the # of the link; '' where there is none. */
  token: string
}

/**
 * `/confirmAddress#…` and `/undoChange#…` (docs/decisions/0182): the pages of the mailed links. A person must press the
 * button, so that a program that reads the links of a mail changes nothing.
 */
export function AccountLinkScreen({ client, call, token }: AccountLinkScreenProps) {
  const { title, asked, act, done, next } = WORDS[call]
  const attempt = useAttempt(() =>
    client.api('POST', `auth/${call}`, { body: { token }, withoutToken: true }),
  )
  if (attempt.isDone)
    return (
      <SessionCard title={title}>
        <p role="status">
          <b>{done}</b> {next}
        </p>
        {call === 'undochange' && <Link to={to.forgotPassword()}>No mail? Ask for a new link</Link>}
      </SessionCard>
    )
  if (token === '')
    return (
      <SessionCard title={title}>
        <p>Open the link exactly as it is in the mail: a part of it is missing here.</p>
      </SessionCard>
    )
  return (
    <SessionCard title={title} onSubmit={() => void attempt.run()}>
      <p>{asked}</p>
      <ErrorNote>{attempt.problem}</ErrorNote>
      <Button kind="main" isSubmit isBusy={attempt.isBusy}>
        {act}
      </Button>
    </SessionCard>
  )
}
