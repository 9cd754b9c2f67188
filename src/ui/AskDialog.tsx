import { Button } from './Button.tsx'
import { Modal, ModalButtons } from './Modal.tsx'

interface AskDialogProps {
  title: string
  children: string
  /** What the buttons say: the act itself, and leaving it. */
  act: string
  leave?: string
  onAct: () => void
  onLeave: () => void
}

/** Asks before something that is stored at once. Leaving is what Enter does. */
export default function AskDialog({
  title,
  children,
  act,
  leave = 'Cancel',
  onAct,
  onLeave,
}: AskDialogProps) {
  return (
    <Modal size="floor" title={title} onClose={onLeave}>
      <p>{children}</p>
      <ModalButtons>
        <Button size="floor" onClick={onLeave} isFirst>
          {leave}
        </Button>
        <Button size="floor" kind="main" onClick={onAct}>
          {act}
        </Button>
      </ModalButtons>
    </Modal>
  )
}
