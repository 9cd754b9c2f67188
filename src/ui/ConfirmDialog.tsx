import { MODAL_WIDTH_PX } from '#contract/spec.ts'
import { Button, Group, Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { useState, type ReactNode } from 'react'
import { ErrorNote } from './ErrorNote.tsx'
import { useEscapeCloses } from './use-escape-closes.ts'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** What the button says: the act itself, never "OK". */
  act: string
  /** Rejects with an Error whose message is then shown in the dialog, which stays open. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export default function ConfirmDialog({ title, children, act, onConfirm, onClose }: ConfirmDialogProps) {
  useEscapeCloses(onClose)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm() {
    setBusy(true)
    setProblem(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      size={MODAL_WIDTH_PX}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div>{children}</div>
      <ErrorNote>{problem}</ErrorNote>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button size="lg" onClick={confirm} loading={busy} data-autofocus>
          {act}
        </Button>
      </Group>
    </Modal>
  )
}
