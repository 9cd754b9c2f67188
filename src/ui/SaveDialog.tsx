import { MODAL_WIDTH_PX } from '#contract/spec.ts'
import { useState } from 'react'
import { BigButton, BigModal } from './BigModal.tsx'
import classes from './big-modal.module.css'

/** Saved, but not all of it. */
interface SaveIssue {
  heading: string
  text: string
}

interface SaveDialogProps {
  /** What is about to be saved, as a question. */
  title: string
  /** What saving does, where the title does not say all. */
  children?: string
  /** Begins when the person confirms. Rejects with whatever `explain` reads; what could not be saved of it it returns. */
  save: () => Promise<SaveIssue | void>
  /** What is said meanwhile. */
  saving?: string
  /** What is said when it is saved. */
  saved: string
  /** The specified heading over a failure, and the failure in words. */
  failed: string
  explain: (error: unknown) => string
  /** Back to the form, which still holds what was typed: Cancel before, Continue after a failure, Close after an issue. */
  onBack: () => void
  /** Close, when it is saved: where that leads. */
  onSaved: () => void
}

type Step = 'ask' | 'busy' | 'saved' | { failure: string } | { issue: SaveIssue }

/** The button that had the focus is gone with its step: the next step's takes it. */
const focusFirst = (buttons: HTMLElement | null) =>
  buttons?.querySelector<HTMLElement>('[data-autofocus]')?.focus()

/** Saving as the office does it (B160, C §4): confirm, busy, then success or error. Nothing is sent before it is confirmed. */
export default function SaveDialog({
  title,
  children,
  save,
  saving = 'Saving …',
  saved,
  failed,
  explain,
  ...go
}: SaveDialogProps) {
  const [step, setStep] = useState<Step>('ask')

  async function confirm() {
    setStep('busy')
    try {
      const issue = await save()
      setStep(issue ? { issue } : 'saved')
    } catch (error) {
      setStep({ failure: explain(error) })
    }
  }
  const close = { ask: go.onBack, busy: () => undefined, saved: go.onSaved }
  const words =
    typeof step === 'string' ? null : 'issue' in step ? step.issue : { heading: failed, text: step.failure }

  return (
    <BigModal
      title={title}
      width={MODAL_WIDTH_PX}
      onClose={typeof step === 'string' ? close[step] : go.onBack}
    >
      {step === 'ask' && children && <p>{children}</p>}
      {step === 'busy' && <p role="status">{saving}</p>}
      {step === 'saved' && (
        <p role="status">
          <b>{saved}</b>
        </p>
      )}
      {words && (
        <div className={classes.failure} role="alert">
          <h3>{words.heading}</h3>
          {/* What scrolls inside is reached by keyboard (WCAG 2.1.1). */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <p tabIndex={0}>{words.text}</p>
        </div>
      )}
      {step === 'ask' || step === 'busy' ? (
        <div className={classes.buttons}>
          <BigButton onClick={go.onBack} reason={step === 'busy' && 'Saving'}>
            Cancel
          </BigButton>
          <BigButton main isFirst onClick={() => void confirm()} reason={step === 'busy' && 'Saving'}>
            Confirm
          </BigButton>
        </div>
      ) : (
        <div className={classes.buttons} ref={focusFirst}>
          <BigButton main isFirst onClick={step === 'saved' ? go.onSaved : go.onBack}>
            {typeof step === 'object' && 'failure' in step ? 'Continue' : 'Close'}
          </BigButton>
        </div>
      )}
    </BigModal>
  )
}
