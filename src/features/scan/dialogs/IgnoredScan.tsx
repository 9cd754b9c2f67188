import { NotCounted } from '#src/picking/NotCounted.tsx'
import { useCell } from '#src/ui/cell.ts'
import { useEffect } from 'react'
import type { ScanSession } from '../session/index.ts'

/** Says that a scan was not counted, because a question waits for its answer. */
export function IgnoredScan({ session }: { session: ScanSession }) {
  const isIgnoring = useCell(session.view, (view) => view.isIgnoring)
  return isIgnoring && <NotCounted />
}

/** In a dialog that waits for an answer: no scan is counted while it is open, and the dialog says so. */
export function AnswerFirst({ session }: { session: ScanSession }) {
  useEffect(() => session.hold(), [session])
  return <IgnoredScan session={session} />
}
