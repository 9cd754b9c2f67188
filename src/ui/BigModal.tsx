import { Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import type { ReactNode } from 'react'
import classes from './big-modal.module.css'
import { useEscapeCloses } from './use-escape-closes.ts'

interface BigModalProps {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
  /** px, where the specification says it. */
  width?: number
}

/** A dialog that is there at once, with a title and a close control that a glove finds. */
export function BigModal({
  title,
  onClose,
  children,
  wide = false,
  width = wide ? 680 : 480,
}: BigModalProps) {
  useEscapeCloses(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      size={width}
      xOffset={8}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close', size: 56, iconSize: 28 }}
      classNames={{ title: classes.title, body: classes.body, header: classes.header }}
    >
      {children}
    </Modal>
  )
}

interface BigButtonProps {
  children: ReactNode
  onClick: () => void
  main?: boolean
  /** Why it cannot be pressed now. */
  reason?: string | false | null | undefined
  /** Has the focus when the dialog opens. */
  isFirst?: boolean
}

export function BigButton({ children, onClick, main = false, reason, isFirst = false }: BigButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-look={main ? 'main' : undefined}
      data-autofocus={isFirst || undefined}
      disabled={Boolean(reason)}
      title={reason || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
