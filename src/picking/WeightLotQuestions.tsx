import { reasonText, type Doubt } from '#contract/orders/doubts.ts'
import { rowWithData, type WeightRow } from '#contract/picking/weight-rows.ts'
import { Button } from '#src/ui/Button.tsx'
import { FloorButtons } from '#src/ui/Modal.tsx'
import type { ReactNode } from 'react'
import { FloorNote } from './FloorNote.tsx'
import picking from './picking.module.css'
import { ReasonButtons, UnusualNote } from './Unusual.tsx'

interface LossQuestionProps {
  /** The rows that the save would delete. */
  loses: readonly WeightRow[]
  onKeep: () => void
  onDelete: () => void
  /** The text before the question. */
  children?: ReactNode
}

/** Asks whether rows with data may be deleted. */
export function LossQuestion({ loses, onKeep, onDelete, children }: LossQuestionProps) {
  return (
    <FloorNote tone="warn" isAlert ref={showWhole}>
      {children}
      <p>More rows than pieces. Saving deletes {loses.map(rowWithData).join(', ')}.</p>
      <FloorButtons back="Keep" onBack={onKeep} act="Delete and save" onAct={onDelete} />
    </FloorNote>
  )
}

interface DoubtQuestionProps {
  doubts: readonly Doubt[]
  onEdit: () => void
  /** Called with the reason in the words that are stored. */
  onReason: (reason: string) => void
  /** The text before the question. */
  children?: ReactNode
}

/** Names the doubts, and asks why the piece is right all the same. */
export function DoubtQuestion({ doubts, onEdit, onReason, children }: DoubtQuestionProps) {
  return (
    <div className={picking.reasons} ref={showWhole}>
      {children}
      <UnusualNote doubts={doubts} />
      <div className={picking.reasons}>
        <Button size="floor" kind="main" onClick={onEdit}>
          Change it
        </Button>
        <ReasonButtons doubts={doubts} onReason={(reason) => onReason(reasonText(doubts, reason))} />
      </div>
    </div>
  )
}

/** Scrolls to the end of a question, so that all its answers are in sight. */
function showWhole(question: HTMLElement | null): void {
  question?.scrollIntoView({ block: 'end' })
}
