import { MODAL_WIDTH_PX } from '#contract/spec.ts'
import { Modal as MantineModal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import classes from './Modal.module.css'
import { WAIT_UNTIL_DONE } from './wait-until-done.ts'

/** Whether the act of the dialog around an element is on its way. */
const BusyContext = createContext(false)

interface ModalProps {
  title: string
  onClose: () => void
  /**
   * The dialog's act is on its way: neither Escape nor a press closes the dialog. Its failure shows here, and its end
   * closes this dialog, and not one that is opened later.
   */
  isBusy?: boolean
  children: ReactNode
  /** Its title is for screen readers only, and it has no close control: Escape closes it, or a press beside it. */
  hasNoHead?: boolean
  /**
   * `office` is the specification's size of a question (C406); `wide` has room for a form, `list` for columns, `search`
   * for results. `floor` and `floorWide` are for gloves: large words, and a close control of 56 px.
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

/** A dialog without a transition. It is open while it is drawn; the focus goes back to what opened it. */
export function Modal({
  title,
  onClose,
  isBusy = false,
  children,
  hasNoHead = false,
  size = 'office',
}: ModalProps) {
  const close = isBusy ? () => undefined : onClose
  useEscapeCloses(close)
  useFocusReturn()
  const isFloor = size === 'floor' || size === 'floorWide'
  return (
    <MantineModal
      opened
      onClose={close}
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
      <BusyContext value={isBusy}>{children}</BusyContext>
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

/** Leaves a dialog without its act. While the act is on its way, the button says that it must be waited for. */
export const CancelButton = ({
  children = 'Cancel',
  ...props
}: Omit<ButtonProps, 'children' | 'reason'> & { children?: ReactNode }) => (
  <Button {...props} reason={use(BusyContext) && WAIT_UNTIL_DONE}>
    {children}
  </Button>
)

interface FloorButtonsProps {
  back?: ReactNode
  onBack: () => void
  act: ReactNode
  /** Why the act cannot be done now. */
  reason?: ButtonProps['reason']
  onAct: () => void
}

/** The two buttons at the end of a dialog for gloves: out of it, and its act. */
export const FloorButtons = ({ back, onBack, act, reason, onAct }: FloorButtonsProps) => (
  <ModalButtons>
    <CancelButton size="floor" onClick={onBack}>
      {back}
    </CancelButton>
    <Button size="floor" kind="main" reason={reason} onClick={onAct}>
      {act}
    </Button>
  </ModalButtons>
)

/** The dialogs that are open, the topmost last. */
const open: object[] = []
/**
 * Presses that a dialog has handled. The topmost dialog may close between two listeners of one press, and the next one
 * must not take itself for it.
 */
const handled = new WeakSet<Event>()

/**
 * Makes Escape close the topmost dialog and leave the one behind it open. For dialogs whose own handling is off
 * (`closeOnEscape={false}`): each of them would close at one press.
 */
function useEscapeCloses(onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const mine = {}
    open.push(mine)
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || handled.has(event) || open.at(-1) !== mine) return
      // A list that is open in the dialog closes first: it marks its field so.
      if ((event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true') return
      handled.add(event)
      latest.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      open.splice(open.indexOf(mine), 1)
    }
  }, [])
}

/**
 * Returns the focus, for a dialog that is open when it is first drawn and closes by going away: to what had it before,
 * and where that is gone too, to the title of the screen. Mantine's own return notes the opener only of a dialog that
 * was drawn closed.
 */
function useFocusReturn(): void {
  // During the first drawing the opener still has the focus.
  const [opener] = useState(() => document.activeElement)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      // Runs when the dialog is gone, and with it the focus, unless what closed it has put the focus somewhere.
      setTimeout(() => {
        if (isOpen.current || !isNobodys(document.activeElement)) return
        const target = opener?.isConnected && !isNobodys(opener) ? opener : document.querySelector('main h1')
        // A dialog that replaced this one takes the focus itself.
        const above = [...document.querySelectorAll('[role=dialog]')].at(-1)
        if (above && !above.contains(target)) return
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    }
  }, [opener])
}

const isNobodys = (element: Element | null) => element === null || element === document.body
