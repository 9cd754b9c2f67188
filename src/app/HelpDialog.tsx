import type { Person } from '#contract/permissions.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { helpOf } from './help.ts'

interface HelpDialogProps {
  /** The address of the screen's route. */
  path: string
  title: string
  person: Person
  onClose: () => void
}

/** What one does on the screen that is open. */
export default function HelpDialog({ path, title, person, onClose }: HelpDialogProps) {
  const lines = helpOf(path, person) ?? ['There is nothing to say about this screen.']
  return (
    <Modal title={`Help: ${title}`} onClose={onClose}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ModalButtons>
        <Button kind="main" isFirst onClick={onClose}>
          OK
        </Button>
      </ModalButtons>
    </Modal>
  )
}
