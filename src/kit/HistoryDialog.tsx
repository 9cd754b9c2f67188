import { errorText } from '#src/api/errors.ts'
import type { Address } from '#src/paths.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { showTime } from '#src/ui/show-time.ts'
import { Skeleton } from '@mantine/core'
import classes from './HistoryDialog.module.css'
import { Link } from './Link.tsx'
import { useSignedIn } from './signed-in.ts'
import { useServerQuery, type ServerQuery } from './use-server-query.ts'
import { useServerReachable } from './use-sync-status.ts'
import { WhenRead } from './WhenRead.tsx'

/** One thing that somebody did. */
export interface HistoryLine {
  id: string
  title: string
  detail: string
  /** Who did it, and on which device. */
  who: string
  /** When, as an ISO time. */
  at: string
  /** Why, and what became of it, where that is not the usual. */
  note: string
  /** The code that was read, with what cannot be seen spelt out. */
  code: string
  /** Where what came of it can be seen. */
  link?: { label: string; to: Address }
}

interface HistoryDialogProps {
  title: string
  /** Newest first. */
  query: ServerQuery<HistoryLine[]>
  /** What is said where there is none. */
  empty?: string
  onClose: () => void
}

/** Who did what to one thing. */
export default function HistoryDialog({
  title,
  query,
  empty = 'Nobody has changed it since it was ordered.',
  onClose,
}: HistoryDialogProps) {
  const reading = useServerQuery(query)
  const serverReachable = useServerReachable(useSignedIn().engine)
  return (
    <Modal title={title} onClose={onClose} size="floorWide">
      <WhenRead
        reading={reading}
        serverReachable={serverReachable}
        explain={errorText}
        waiting={<Skeleton height={160} radius="md" />}
      >
        {(lines) => (lines.length === 0 ? <p>{empty}</p> : <Lines title={title} lines={lines} />)}
      </WhenRead>
    </Modal>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly HistoryLine[] }) => (
  <ol className={classes.history} aria-label={title}>
    {lines.map(({ id, title: act, detail, who, at, note, code, link }) => (
      <li key={id}>
        <strong>{act}</strong>
        {detail && <span>{detail}</span>}
        {note && <span>{note}</span>}
        <span className={classes.quiet}>
          {who} · <time dateTime={at}>{showTime(at)}</time>
        </span>
        {code && <code className={classes.code}>{code}</code>}
        {link && <Link to={link.to}>{link.label}</Link>}
      </li>
    ))}
  </ol>
)
