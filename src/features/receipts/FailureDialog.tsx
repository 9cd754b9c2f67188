import { Button } from '#src/ui/Button.tsx'
import { Failure } from '#src/ui/Failure.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'

interface FailureDialogProps {
  heading: string
  text: string
  onClose: () => void
}

/** C356: what went wrong, and Continue. */
export default function FailureDialog({ heading, text, onClose }: FailureDialogProps) {
  return (
    <Modal title="Receipt Difference" onClose={onClose}>
      <Failure heading={heading} text={text} />
      <ModalButtons>
        <Button kind="main" isFirst onClick={onClose}>
          Continue
        </Button>
      </ModalButtons>
    </Modal>
  )
}
