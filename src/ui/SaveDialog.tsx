import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { Failure } from './Failure.tsx'
import { Modal, ModalButtons } from './Modal.tsx'
import { WAIT_UNTIL_DONE } from './wait-until-done.ts'

/** The part of a save that failed. */
export interface SaveIssue {
  heading: string
  text: string
}

interface StuckAct {
  label: string
  onAct: () => void
}

export interface SaveDialogProps {
  /** The act, as a question. */
  title: string
  /** What the act does, where the title does not say all. */
  children?: ReactNode
  /** The buttons' words: for the act, where it is not saving, and for leaving. */
  act?: string
  leave?: string
  /** Why the act cannot be done; false where it can. */
  reason?: string | false
  /** `danger` destroys something, and looks so too; the dialog advises against `plain`. */
  kind?: 'main' | 'danger' | 'plain' | undefined
  /** `floor` is for gloves. */
  size?: 'floor' | undefined
  /** Enter leaves: the act takes a deliberate press. */
  isLeaveFirst?: boolean
  /**
   * Its content is filled in, or asked again: after a failure it stays as it is, with the failure below, and can be
   * tried again.
   */
  stays?: boolean
  /**
   * Begins when the person confirms. Rejects with an error that `explain` reads; resolves with what could not be saved.
   * Without a promise it was done at once, and the caller takes the dialog away.
   */
  save: () => Promise<SaveIssue | void> | void
  /** The text during the save. */
  saving?: string
  /** A problem while it goes on, and the person's answers to it. Closing the dialog gives the first answer. */
  stuck?: { issue: SaveIssue; acts: readonly [StuckAct, ...StuckAct[]] } | null
  /** The text when it is done, or a function that returns it. Without it the dialog closes then. */
  saved?: string | (() => string) | undefined
  /** The specified heading over a failure, and the failure in words. */
  failed?: string
  explain?: (error: unknown) => string
  /**
   * Returns the words for going on in spite of this failure; null where that is not possible. The button calls `save`
   * once more.
   */
  retry?: ((error: unknown) => string | null) | undefined
  /**
   * Goes back to the form, which still holds the typed text: Cancel before, Continue after a failure, Close after an
   * issue.
   */
  onBack: () => void
  /** Called when it is done. Without it, `onBack` is called. */
  onSaved?: (() => void) | undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Step =
  | 'ask'
  | 'busy'
  | { saved: string }
  | { failure: string; retry: string | null }
  | { issue: SaveIssue }

/** Returns the words for a step that went wrong. */
function wordsOf(step: Step, failed: string): SaveIssue | null {
  if (typeof step === 'string' || 'saved' in step) return null
  return 'issue' in step ? step.issue : { heading: failed, text: step.failure }
}

/** Focuses the next step's button: the one that had the focus is gone with its step. */
const focusFirst = (buttons: HTMLElement | null) =>
  buttons?.querySelector<HTMLElement>('[data-autofocus]')?.focus()

/** The one way to do something that needs a confirmation (B160, C §4): ask, busy, then done or failed. */
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
            reason={step === 'busy' && WAIT_UNTIL_DONE}
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

/** Returns the step of the dialog and the function that confirms: busy, then done or failed. */
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

/** The person's answers to a save that is stuck. */
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
