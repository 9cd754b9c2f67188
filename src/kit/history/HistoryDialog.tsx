import type { Address } from '#src/paths.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { showTime } from '#src/ui/show-time.ts'
import type { ItemAct } from '#src/queries/item-history.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { Skeleton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import classes from './HistoryDialog.module.css'
import { Link } from '../links/Link.tsx'
import { useServerQuery } from '../use-server-query.ts'
import { useServerReachable } from '../use-sync-status.ts'
import { WhenRead } from '../page/WhenRead.tsx'

/** One act of a person, as the dialog shows it. */
export interface HistoryLine extends ItemAct {
  /** Where the result can be seen. */
  link?: { label: string; to: Address }
}

interface HistoryDialogProps {
  title: string
  /** Newest first. */
  query: ServerQuery<HistoryLine[]>
  /** This device's own lines, for when the server is not reachable. */
  here?: () => Promise<HistoryLine[]>
  /** The text where there are no lines. */
  empty?: string
  onClose: () => void
}

/** Shows who did what to one thing. */
export default function HistoryDialog({
  title,
  query,
  here,
  empty = 'Nobody has changed it since it was ordered.',
  onClose,
}: HistoryDialogProps) {
  const reading = useServerQuery(query)
  const serverReachable = useServerReachable()
  return (
    <Modal title={title} onClose={onClose} size="floorWide">
      <WhenRead
        reading={reading}
        waiting={<Skeleton height={160} radius="md" />}
        missing={!serverReachable && here && <Here title={title} read={here} />}
      >
        {(lines) => (lines.length === 0 ? <p>{empty}</p> : <Lines title={title} lines={lines} />)}
      </WhenRead>
    </Modal>
  )
}

/** Shows this device's own lines, and that they are not all. */
function Here({ title, read }: { title: string; read: () => Promise<HistoryLine[]> }) {
  const lines = useLiveQuery(read, [read])
  return (
    <>
      <p>The server is not in reach. This is what was done on this device.</p>
      {lines && <Lines title={title} lines={lines} />}
    </>
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
