import { MODAL_WIDTH_PX } from '#contract/spec.ts'
import { BigButton, BigModal } from '#src/ui/BigModal.tsx'
import dialog from '#src/ui/big-modal.module.css'

interface FailureDialogProps {
  heading: string
  text: string
  onClose: () => void
}

/** C356: what went wrong, and Continue. */
export default function FailureDialog({ heading, text, onClose }: FailureDialogProps) {
  return (
    <BigModal title="Receipt Difference" width={MODAL_WIDTH_PX} onClose={onClose}>
      <div className={dialog.failure} role="alert">
        <h3>{heading}</h3>
        {/* What scrolls inside is reached by keyboard (WCAG 2.1.1). */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <p tabIndex={0}>{text}</p>
      </div>
      <div className={dialog.buttons}>
        <BigButton main isFirst onClick={onClose}>
          Continue
        </BigButton>
      </div>
    </BigModal>
  )
}
