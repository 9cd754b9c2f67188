import { MODAL_WIDTH_PX } from '#contract/spec.ts'
import { Modal as MantineModal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import type { ReactNode } from 'react'
import classes from './Modal.module.css'
import { useEscapeCloses } from './use-escape-closes.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Its title is heard and not seen, and it has no control to close it: Escape, or a press beside it. */
  hasNoHead?: boolean
  /**
   * `office` is what the specification says of a question (C406); `wide` has room for a form, `list` for columns, `search`
   * for what is found. `floor` and `floorWide` are for gloves: large words, and a control to close it of 56 px.
   */
  size?: keyof typeof WIDTH_PX
}

const WIDTH_PX = { office: MODAL_WIDTH_PX, wide: 680, list: 1120, search: 640, floor: 480, floorWide: 680 }

const OFFICE = { title: classes.title, body: classes.body }
const FLOOR = {
  title: `${classes.title} ${classes.floorTitle}`,
  header: classes.floorHeader,
  body: `${classes.body} ${classes.floorBody}`,
}

/** A dialog, there at once. It is open while it is drawn; the focus goes back to what opened it. */
export function Modal({ title, onClose, children, hasNoHead = false, size = 'office' }: ModalProps) {
  useEscapeCloses(onClose)
  useFocusReturn()
  const isFloor = size === 'floor' || size === 'floorWide'
  return (
    <MantineModal
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      {...(hasNoHead
        ? { withCloseButton: false, attributes: { content: { 'aria-label': title } } }
        : { title })}
      size={WIDTH_PX[size]}
      centered={!hasNoHead && !isFloor}
      xOffset={8}
      yOffset={isFloor ? '2dvh' : undefined}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close', ...(isFloor && { size: 56, iconSize: 28 }) }}
      classNames={isFloor ? FLOOR : OFFICE}
    >
      {children}
    </MantineModal>
  )
}

/** The buttons at a dialog's end, its main one the last. */
export const ModalButtons = ({
  children,
  ref,
}: {
  children: ReactNode
  ref?: (element: HTMLElement | null) => void
}) => (
  <div className={classes.buttons} ref={ref}>
    {children}
  </div>
)
