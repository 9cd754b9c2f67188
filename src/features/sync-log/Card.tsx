import type { OutboxRecord } from '#src/db/database.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { useId, useState, type ReactNode } from 'react'
import type { SyncLog } from './use-sync-log.ts'
import { showTime } from '#src/ui/show-time.ts'
import classes from './sync-log.module.css'
import { editWords, showScan } from '#contract/sync/words.ts'

interface CardProps {
  title: string
  icon: ReactNode
  /** The subject of the card, for people who hear the buttons through a screen reader. */
  children: ReactNode
  acts: ReactNode
  problem: string | null
}

/** One thing to decide: what happened, and the buttons that settle it. */
export function Card({ title, icon, children, acts, problem }: CardProps) {
  const id = useId()
  return (
    <article className={classes.card} aria-labelledby={id}>
      <h3 id={id} className={classes.cardTitle}>
        {icon}
        <span>{title}</span>
      </h3>
      {children}
      <ErrorNote>{problem}</ErrorNote>
      <div className={classes.cardActs}>{acts}</div>
    </article>
  )
}

interface EditLineProps extends Pick<SyncLog, 'names' | 'madeAt'> {
  record: OutboxRecord
}

/** One edit: what was done, when, on which order and by which scan. */
export function EditLine({ record, names, madeAt }: EditLineProps) {
  const { title, detail } = editWords(record, names.of(record), names.product)
  return (
    <div className={classes.edit}>
      <strong>{title}</strong>
      {detail && <span>{detail}</span>}
      <span className={classes.quiet}>
        {record.order !== null && `Order ${record.order} · `}
        {showTime(madeAt(record))}
      </span>
      {record.raw_scan && <code className={classes.code}>{showScan(record.raw_scan)}</code>}
    </div>
  )
}

interface PartsProps extends Pick<SyncLog, 'names' | 'madeAt'> {
  parts: readonly OutboxRecord[]
}

/** The other edits of the same act. The server takes all of them or none, and the person does the same. */
export function OtherParts({ parts, ...shown }: PartsProps) {
  if (parts.length === 0) return null
  return (
    <div className={classes.parts}>
      <span className={classes.quiet}>
        Goes with it, and waits for it: all of this is sent, tried again or discarded together.
      </span>
      {parts.map((record) => (
        <EditLine key={record.mutation_id} record={record} {...shown} />
      ))}
    </div>
  )
}

const WAIT = 'Wait until the other is done.'

/** The acts of a card, one at a time, and the problem of the last. `button` returns the props of a `Button`. */
export function useCardActs() {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function run(name: string, act: () => Promise<string | null>) {
    setBusy(name)
    setProblem(null)
    try {
      setProblem(await act())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(null)
    }
  }
  return {
    problem,
    button: (name: string, act: () => Promise<string | null>) => ({
      isBusy: busy === name,
      reason: busy !== null && busy !== name && WAIT,
      onClick: () => void run(name, act),
    }),
  }
}
