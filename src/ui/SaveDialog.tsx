import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { Failure } from './Failure.tsx'
import { Modal, ModalButtons } from './Modal.tsx'

/** Saved, but not all of it. */
export interface SaveIssue {
  heading: string
  text: string
}

interface StuckAct {
  label: string
  onAct: () => void
}

export interface SaveDialogProps {
  /** What is about to be done, as a question. */
  title: string
  /** What it does, where the title does not say all. */
  children?: ReactNode
  /** What the buttons say: the act itself where it is not saving, and leaving it. */
  act?: string
  leave?: string
  /** Why it cannot be done; false where it can. */
  reason?: string | false
  /** `danger` destroys something, and says so by its look too; `plain` is what the dialog advises against. */
  kind?: 'main' | 'danger' | 'plain' | undefined
  /** `floor` is for gloves. */
  size?: 'floor' | undefined
  /** Enter leaves: what is asked about is done by a press that means it. */
  isLeaveFirst?: boolean
  /** What it shows is filled in, or asked anew: after a failure it stays as it is, with the failure below, and can be tried again. */
  stays?: boolean
  /**
   * Begins when the person confirms. Rejects with whatever `explain` reads; what could not be saved of it it returns.
   * Without a promise it was done at once, and whoever draws the dialog takes it away.
   */
  save: () => Promise<SaveIssue | void> | void
  /** What is said meanwhile. */
  saving?: string
  /** What went wrong while it goes on, and what can be said to it. Closing the dialog says the first. */
  stuck?: { issue: SaveIssue; acts: readonly [StuckAct, ...StuckAct[]] } | null
  /** What is said when it is done, or what then says it. Without it the dialog closes then. */
  saved?: string | (() => string) | undefined
  /** The specified heading over a failure, and the failure in words. */
  failed?: string
  explain?: (error: unknown) => string
  /** What goes on in spite of this failure is called; null where nothing does. It calls `save` once more. */
  retry?: ((error: unknown) => string | null) | undefined
  /** Back to the form, which still holds what was typed: Cancel before, Continue after a failure, Close after an issue. */
  onBack: () => void
  /** When it is done: where that leads. Without it, where Back does. */
  onSaved?: (() => void) | undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Step =
  | 'ask'
  | 'busy'
  | { saved: string }
  | { failure: string; retry: string | null }
  | { issue: SaveIssue }

/** What is said of a step that went wrong. */
function wordsOf(step: Step, failed: string): SaveIssue | null {
  if (typeof step === 'string' || 'saved' in step) return null
  return 'issue' in step ? step.issue : { heading: failed, text: step.failure }
}

/** The button that had the focus is gone with its step: the next step's takes it. */
const focusFirst = (buttons: HTMLElement | null) =>
  buttons?.querySelector<HTMLElement>('[data-autofocus]')?.focus()

/** The one way in which something is done that needs a word before (B160, C §4): ask, busy, then done or failed. */
export default function SaveDialog({
  title,
  children,
  act = 'Confirm',
  leave = 'Cancel',
  reason = false,
  kind = 'main',
  size,
  isLeaveFirst = false,
  stays = false,
  save,
  saving = 'Saving …',
  stuck = null,
  saved,
  failed = 'It could not be done',
  explain = messageOf,
  retry = () => null,
  onBack,
  onSaved = onBack,
}: SaveDialogProps) {
  const [step, confirm] = useSteps({ save, saved, explain, retry, onSaved })
  const said = typeof step === 'object' && 'saved' in step ? step.saved : null
  const failure = typeof step === 'object' && 'failure' in step ? step : null
  const isStuck = step === 'busy' && stuck !== null
  const words = isStuck ? stuck.issue : wordsOf(step, failed)
  const waits = isStuck ? stuck.acts[0].onAct : () => undefined
  const close = step === 'busy' ? waits : said === null ? onBack : onSaved
  const isStill = stays && said === null
  const isAsking = step === 'ask' || isStill
  const button = size ? { size } : {}

  return (
    <Modal title={title} onClose={close} {...button}>
      {isAsking && !isStuck && children && <div>{children}</div>}
      {step === 'busy' && !isStuck && <p role="status">{saving}</p>}
      {said !== null && (
        <p role="status">
          <b>{said}</b>
        </p>
      )}
      {words && (isStill && !isStuck ? <ErrorNote>{words.text}</ErrorNote> : <Failure {...words} />)}
      {isStuck ? (
        <StuckButtons acts={stuck.acts} size={size} />
      ) : isAsking || step === 'busy' ? (
        <ModalButtons>
          <Button
            {...button}
            kind={kind === 'plain' ? 'main' : 'plain'}
            isFirst={isLeaveFirst}
            onClick={onBack}
            reason={step === 'busy' && 'Wait until it is done.'}
          >
            {leave}
          </Button>
          <Button
            {...button}
            kind={kind}
            isFirst={!isLeaveFirst}
            onClick={() => void confirm()}
            isBusy={step === 'busy'}
            reason={reason}
          >
            {act}
          </Button>
        </ModalButtons>
      ) : (
        <ModalButtons ref={focusFirst}>
          <Button {...button} kind="main" isFirst onClick={close}>
            {failure ? 'Continue' : 'Close'}
          </Button>
          {failure?.retry && (
            <Button {...button} onClick={() => void confirm()}>
              {failure.retry}
            </Button>
          )}
        </ModalButtons>
      )}
    </Modal>
  )
}

interface StepsOptions extends Pick<SaveDialogProps, 'save' | 'saved'> {
  explain: (error: unknown) => string
  retry: (error: unknown) => string | null
  onSaved: () => void
}

/** The step of the dialog, and what confirming does: busy, then done or failed. */
function useSteps({ save, saved, explain, retry, onSaved }: StepsOptions) {
  const [step, setStep] = useState<Step>('ask')
  async function confirm() {
    try {
      const going = save()
      if (!going) return
      setStep('busy')
      const issue = await going
      if (issue) setStep({ issue })
      else if (saved) setStep({ saved: typeof saved === 'function' ? saved() : saved })
      else onSaved()
    } catch (error) {
      setStep({ failure: explain(error), retry: retry(error) })
    }
  }
  return [step, confirm] as const
}

/** What can be said to what is stuck. */
function StuckButtons({ acts, size }: { acts: readonly StuckAct[]; size: SaveDialogProps['size'] }) {
  return (
    <ModalButtons ref={focusFirst}>
      {acts.map(({ label, onAct }, nth) => (
        <Button
          key={label}
          size={size}
          kind={nth === 0 ? 'main' : 'plain'}
          isFirst={nth === 0}
          onClick={onAct}
        >
          {label}
        </Button>
      ))}
    </ModalButtons>
  )
}
