// oxlint-disable-next-line no-restricted-imports -- 0143: the scan screen's own, until it is moved
import { Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import type { ReactNode } from 'react'
import classes from './dialogs.module.css'
import { useEscapeCloses } from '#src/ui/use-escape-closes.ts'

interface FloorModalProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** The whole screen on a phone: for work, not for a question. */
  full?: boolean
}

/** A dialog for the floor: at once there, with a title and a close control that a glove finds. */
export function FloorModal({ title, onClose, children, full = false }: FloorModalProps) {
  useEscapeCloses(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      size={full ? 640 : 480}
      centered={!full}
      yOffset={full ? '2dvh' : undefined}
      xOffset={8}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close', size: 56, iconSize: 28 }}
      classNames={{ title: classes.title, body: classes.body, header: classes.header }}
    >
      {children}
    </Modal>
  )
}
