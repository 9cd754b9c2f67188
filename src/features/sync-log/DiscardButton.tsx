import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import ConfirmDialog from '#src/ui/ConfirmDialog.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { giveUp } from './acts.ts'

interface DiscardButtonProps {
  engine: Engine
  records: readonly OutboxRecord[]
  /** "this change", "all 40 changes of order 7". */
  what: string
  label?: string
  /** Where giving up is more than taking these records out. */
  onDiscard?: () => Promise<unknown>
}

/** Discards after it has asked twice (issue 3, "Needs attention"); the log keeps what was discarded. */
export function DiscardButton({ engine, records, what, label = 'Discard', onDiscard }: DiscardButtonProps) {
  const [asking, setAsking] = useState<'first' | 'again' | null>(null)

  async function discard() {
    await (onDiscard ? onDiscard() : giveUp(engine, records))
  }
  // A dialog closes itself when its act is done: the first has then made room for the second already.
  const closeFirst = () => setAsking((now) => (now === 'first' ? null : now))

  return (
    <>
      <Button variant="default" size="md" onClick={() => setAsking('first')}>
        {label}
      </Button>
      {asking === 'first' && (
        <ConfirmDialog
          key="first"
          title={`Discard ${what}?`}
          act="Discard"
          onConfirm={async () => setAsking('again')}
          onClose={closeFirst}
        >
          It is not sent any more. The log keeps what it was.
        </ConfirmDialog>
      )}
      {asking === 'again' && (
        <ConfirmDialog
          key="again"
          title="Really discard?"
          act="Discard for good"
          onConfirm={discard}
          onClose={() => setAsking(null)}
        >
          This cannot be taken back: {what} will never reach the server.
        </ConfirmDialog>
      )}
    </>
  )
}
