import { BigButton, BigModal } from './BigModal.tsx'
import classes from './big-modal.module.css'

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
    <BigModal title={title} onClose={onLeave}>
      <p>{children}</p>
      <div className={classes.buttons}>
        <BigButton onClick={onLeave} isFirst>
          {leave}
        </BigButton>
        <BigButton main onClick={onAct}>
          {act}
        </BigButton>
      </div>
    </BigModal>
  )
}
