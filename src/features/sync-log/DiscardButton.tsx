import type { OutboxRecord } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { errorText } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { useState, type ReactNode } from 'react'
import { giveUp } from './acts.ts'

interface DiscardButtonProps {
  records: readonly OutboxRecord[]
  /** "this change", "all 40 changes of order 7". */
  what: string
  label?: string
  /** Where giving up is more than taking these records out. */
  onDiscard?: () => Promise<unknown>
  /** The words for the edits, where the button is not on their card. */
  children?: ReactNode
}

/**
 * Discards after it has asked twice (issue 3, "Needs attention"); the log keeps what was discarded. It discards only
 * the edits that it asked about, also where more have come meanwhile.
 */
export function DiscardButton({ label = 'Discard', ...props }: DiscardButtonProps) {
  const { engine } = useSignedIn()
  const [asked, setAsked] = useState<(typeof props & { isAgain: boolean }) | null>(null)
  const open = <Button onClick={() => setAsked({ ...props, isAgain: false })}>{label}</Button>
  if (!asked) return open
  const { records, what, onDiscard, children } = asked
  const [are, were] = records.length === 1 ? ['It is', 'it was'] : ['They are', 'they were']

  async function discard() {
    await (onDiscard ? onDiscard() : giveUp(engine, records))
  }
  // A dialog closes itself when its act is done: the first has then made room for the second already.
  const closeFirst = () => setAsked((now) => (now?.isAgain ? now : null))

  return (
    <>
      {open}
      {asked.isAgain ? (
        <SaveDialog
          key="again"
          title="Really discard?"
          act="Discard for good"
          kind="danger"
          save={discard}
          failed="It was not discarded"
          explain={errorText}
          onBack={() => setAsked(null)}
        >
          This cannot be taken back: {what} will never reach the server.
        </SaveDialog>
      ) : (
        <SaveDialog
          key="first"
          title={`Discard ${what}?`}
          act="Discard"
          save={async () => setAsked({ ...asked, isAgain: true })}
          explain={errorText}
          onBack={closeFirst}
        >
          {children} {are} not sent any more. The log keeps what {were}.
        </SaveDialog>
      )}
    </>
  )
}
