import type { MailRow, MailWhole } from '#contract/mails/schema.ts'
import { MailStateChip } from '#src/kit/invoicing/MailStateChip.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import { whyNotMailed } from './mail-words.ts'
import classes from './mails.module.css'
import { mailQuery } from './queries.ts'

interface ReadMailDialogProps {
  mail: MailRow
  onSend: (mail: MailRow) => void
  onDrop: (mail: MailRow) => void
  onClose: () => void
}

/** What a mail says, what became of it, and what can be done about it. */
export default function ReadMailDialog({ mail, onSend, onDrop, onClose }: ReadMailDialogProps) {
  const reachable = useServerReachable()
  const reading = useServerQuery(mailQuery(mail.id))
  const now = reading.value ?? mail
  const why = (!reachable && NEEDS_SERVER) || whyNotMailed(now)
  return (
    <Modal title={now.subject} size="wide" onClose={onClose}>
      <WhenRead reading={reading}>{(whole) => <Whole mail={whole} />}</WhenRead>
      <ModalButtons>
        <Button isFirst onClick={onClose}>
          Close
        </Button>
        <Button kind="danger" reason={why} onClick={() => onDrop(now)}>
          Drop
        </Button>
        <Button kind="main" reason={why} onClick={() => onSend(now)}>
          {now.state === 'perhaps' ? 'Send again' : 'Send'}
        </Button>
      </ModalButtons>
    </Modal>
  )
}

function Whole({ mail }: { mail: MailWhole }) {
  const { to, cc, created_at, created_by, settled_at, settled_by, tries, attachment, message_id } = mail
  const facts: [string, string | null][] = [
    ['To', to],
    ['Copies to', cc.join(', ') || null],
    ['Attached', attachment],
    ['Written', [showTime(created_at), created_by].filter(Boolean).join(', ')],
    ['Since', settled_at && showTime(settled_at)],
    ['By hand', settled_by],
    ['Tries', String(tries)],
    ['Message-ID', message_id],
  ]
  return (
    <>
      <dl className={classes.facts}>
        <dt>State</dt>
        <dd>
          <MailStateChip mail={mail} /> {mail.server_said}
        </dd>
        {facts.map(([label, value]) => value && <Fact key={label} label={label} value={value} />)}
      </dl>
      {/* Keyboards must reach a box that scrolls (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.text} tabIndex={0} aria-label="What it says">
        {mail.text || 'What it said was not kept.'}
      </pre>
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)
