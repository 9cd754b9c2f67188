import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button } from '#src/ui/Button.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import type { ReactNode } from 'react'
import classes from './receipts.module.css'

interface ReceiptPageProps {
  title: string
  /** The four modes (C086). */
  tabs: ReactNode
  children: ReactNode
}

/** The common frame of the receipts' screens: the way to each other, and the note without the server. */
export function ReceiptPage({ title, tabs, children }: ReceiptPageProps) {
  const serverReachable = useServerReachable()
  return (
    <div className={classes.page}>
      <PageHead title={title} />
      {tabs}
      {!serverReachable && (
        <OfflineNote>
          The server is not in reach. What is chosen and typed here stays; it goes on when the server is back.
        </OfflineNote>
      )}
      {children}
    </div>
  )
}

interface StepButtonsProps {
  onCancel?: () => void
  onBack?: () => void
  onNext?: () => void
  /** Why there is no going on. */
  nextReason?: string | false | null
  onFinish?: () => void
  finishReason?: string | false | null
}

/** C093, C094: from step to step, and the end of it. */
export function StepButtons({
  onCancel,
  onBack,
  onNext,
  nextReason,
  onFinish,
  finishReason,
}: StepButtonsProps) {
  return (
    <div className={classes.steps}>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      {onBack && <Button onClick={onBack}>Back</Button>}
      {onNext && (
        <Button kind="main" reason={nextReason} onClick={onNext}>
          Next
        </Button>
      )}
      {onFinish && (
        <Button kind="main" reason={finishReason} onClick={onFinish}>
          Finish
        </Button>
      )}
    </div>
  )
}
