import { MODAL_WIDTH_PX } from '#contract/spec.ts'
import { BigButton, BigModal } from './BigModal.tsx'
import classes from './big-modal.module.css'

interface LeaveQuestionProps {
  title?: string | undefined
  /** What becomes of what was typed, in a sentence. */
  fate: string
  onStay: () => void
  onLeave: () => void
}

/** Asks whoever leaves something that they have not saved. */
export default function LeaveQuestion({
  title = 'Leave without saving?',
  fate,
  onStay,
  onLeave,
}: LeaveQuestionProps) {
  return (
    <BigModal title={title} width={MODAL_WIDTH_PX} onClose={onStay}>
      <p>{fate}</p>
      <div className={classes.buttons}>
        <BigButton onClick={onLeave}>Leave</BigButton>
        <BigButton main isFirst onClick={onStay}>
          Stay
        </BigButton>
      </div>
    </BigModal>
  )
}
