import { Button } from './Button.tsx'
import { Modal, ModalButtons } from './Modal.tsx'

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
    <Modal title={title} onClose={onStay}>
      <p>{fate}</p>
      <ModalButtons>
        <Button onClick={onLeave}>Leave</Button>
        <Button kind="main" isFirst onClick={onStay}>
          Stay
        </Button>
      </ModalButtons>
    </Modal>
  )
}
