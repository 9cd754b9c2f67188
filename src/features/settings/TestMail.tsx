import { Link } from '#src/kit/links/Link.tsx'
import { usePress } from '#src/kit/form/use-press.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { useState } from 'react'
import { sendTestMail } from './queries.ts'
import classes from './settings.module.css'

interface TestMailProps {
  /** From which address mails are sent; null where none can be sent. */
  from: string | null
  offline: string | null
}

/** From where mails come, and a way to see whether they arrive. */
export function TestMail({ from, offline }: TestMailProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { press, isBusy, problem } = usePress()
  const send = useCall({ call: sendTestMail, invalidates: [['mails']] })

  const sendTest = () =>
    press(async () => {
      setSentTo(null)
      setSentTo((await send()).to)
    })
  return (
    <>
      <p className={classes.note}>
        {from
          ? `Mails come from ${from}.`
          : 'No mails are sent. A mail server is set up where the server runs: see docs/mail.md.'}
      </p>
      <div className={classes.acts}>
        <Button
          isBusy={isBusy}
          reason={offline ?? (from === null && 'No mail server is set up.')}
          onClick={() => void sendTest()}
        >
          Send me a test
        </Button>
        {sentTo && (
          <span role="status">
            A test is on its way to {sentTo}. <Link to={to.mail()}>What became of it</Link>
          </span>
        )}
      </div>
      <ErrorNote>{problem}</ErrorNote>
    </>
  )
}
