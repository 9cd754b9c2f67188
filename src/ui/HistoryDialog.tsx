import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Modal } from './Modal.tsx'
import classes from './HistoryDialog.module.css'
import { ErrorNote } from './ErrorNote.tsx'
import { showTime } from './show-time.ts'

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
}

interface HistoryDialogProps {
  title: string
  /** Newest first. Rejects with an Error whose message is shown. */
  load: () => Promise<HistoryLine[]>
  /** What is said where there is none. */
  empty?: string
  onClose: () => void
}

/** Who did what to one thing. */
export default function HistoryDialog({
  title,
  load,
  empty = 'Nobody has changed it since it was ordered.',
  onClose,
}: HistoryDialogProps) {
  const [lines, setLines] = useState<HistoryLine[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    load().then(
      (found) => !left && setLines(found),
      (error: unknown) => !left && setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      left = true
    }
    // What was done until it was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <Modal title={title} onClose={onClose} size="floorWide">
      <ErrorNote>{problem}</ErrorNote>
      {!lines && !problem && <Skeleton height={160} radius="md" />}
      {lines?.length === 0 && <p>{empty}</p>}
      <ol className={classes.history} aria-label={title}>
        {lines?.map(({ id, title: act, detail, who, at, note, code }) => (
          <li key={id}>
            <strong>{act}</strong>
            {detail && <span>{detail}</span>}
            {note && <span>{note}</span>}
            <span className={classes.quiet}>
              {who} · <time dateTime={at}>{showTime(at)}</time>
            </span>
            {code && <code className={classes.code}>{code}</code>}
          </li>
        ))}
      </ol>
    </Modal>
  )
}
