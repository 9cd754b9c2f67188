import { type Line, nameOf } from '#contract/picking/lines.ts'
import { RETRY_REASONS } from '#contract/orders/doubts.ts'
import { errorText } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import type { CommitResult } from '#src/sync/store/outbox.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './failed.module.css'
import { refusalOfRow } from '../row-marks.ts'

interface FailedEditsProps {
  failed: readonly OutboxRecord[]
  rows: readonly Line[]
}

/** The most refused edits that are listed. The sync panel lists all. */
const SHOWN_EDITS = 5

/** A320: lists the edits that the server refused, in its words, and says what to do next. */
export function FailedEdits({ failed, rows }: FailedEditsProps) {
  const { engine } = useSignedIn()
  const [problem, setProblem] = useState<string | null>(null)
  if (failed.length === 0) return null

  const nameFor = ({ family, order }: OutboxRecord) => {
    const id = family.replace(/^orderitems:/, '')
    const row = rows.find(({ items }) => items.some((item) => item.id === id))
    return row ? nameOf(row) : `Order ${order}`
  }
  async function settle(decide: () => Promise<CommitResult | boolean>) {
    try {
      const result = await decide()
      setProblem(typeof result === 'object' && result.kind !== 'committed' ? result.message : null)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const again = ({ mutation_id, state }: OutboxRecord, reason?: string) =>
    settle(() =>
      state === 'conflict' ? engine.resolveConflict(mutation_id, 'mine') : engine.retry(mutation_id, reason),
    )

  return (
    <section className={classes.failed} role="alert">
      <h2>
        <IconAlertTriangle size={20} aria-hidden /> There was an error saving the PickList changes
      </h2>
      {problem && <p>{problem}</p>}
      <ul>
        {failed.slice(0, SHOWN_EDITS).map((record) => (
          <li key={record.mutation_id}>
            <span>{refusalOfRow(record, nameFor(record))}</span>
            {record.answer?.code === 'needs_reason'
              ? RETRY_REASONS.map((reason) => (
                  <Button key={reason} onClick={() => void again(record, reason)}>
                    {reason}
                  </Button>
                ))
              : // What was deleted or merged has nothing left to change.
                !record.answer?.deleted && (
                  <Button onClick={() => void again(record)}>
                    {record.state === 'conflict' ? 'Use mine' : 'Try again'}
                  </Button>
                )}
            <Button onClick={() => void settle(() => engine.discard(record.mutation_id))}>
              {record.state === 'conflict' && !record.answer?.deleted ? 'Use theirs' : 'Give it up'}
            </Button>
          </li>
        ))}
      </ul>
      {failed.length > SHOWN_EDITS && <p>… and {failed.length - SHOWN_EDITS} more.</p>}
    </section>
  )
}
