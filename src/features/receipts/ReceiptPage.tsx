import { ActionButton } from '#src/ui/ActionButton.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './receipts.module.css'

interface ReceiptPageProps {
  title: string
  /** The four modes (C086). */
  tabs: ReactNode
  serverReachable: boolean
  children: ReactNode
}

/** What the receipts' screens have in common: the way to each other, and what is said without the server. */
export function ReceiptPage({ title, tabs, serverReachable, children }: ReceiptPageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
      </header>
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
      {onCancel && (
        <Button variant="default" size="md" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {onBack && (
        <Button variant="default" size="md" onClick={onBack}>
          Back
        </Button>
      )}
      {onNext && (
        <ActionButton size="md" reason={nextReason} onClick={onNext}>
          Next
        </ActionButton>
      )}
      {onFinish && (
        <ActionButton size="md" reason={finishReason} onClick={onFinish}>
          Finish
        </ActionButton>
      )}
    </div>
  )
}
