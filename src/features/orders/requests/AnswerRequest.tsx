import { REQUEST_CHARACTERS, type OrderRequest } from '#contract/orders/requests.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { lazy, Suspense } from 'react'
import { answerRequest, REQUESTS } from './queries.ts'
import classes from './requests.module.css'

const NoteDialog = lazy(() => import('#src/kit/NoteDialog.tsx'))

/** A request and the answer that the office is about to give. */
export interface BegunAnswer {
  request: OrderRequest
  answer: 'done' | 'declined'
}

interface AnswerRequestProps {
  request: OrderRequest
  onAnswer: (begun: BegunAnswer) => void
}

/** The office's two answers to a request. */
export const AnswerRequest = ({ request, onAnswer }: AnswerRequestProps) => (
  <div className={classes.acts}>
    <Button onClick={() => onAnswer({ request, answer: 'done' })}>Done</Button>
    <Button onClick={() => onAnswer({ request, answer: 'declined' })}>Decline</Button>
  </div>
)

interface AnswerDialogProps {
  begun: BegunAnswer
  onClose: () => void
}

/**
 * Asks for the words of an answer. It is beside the list of requests, and not within a line of it: a line goes when a
 * colleague answers, and the typed words and the server's reason must stay.
 */
export function AnswerDialog({
  begun: {
    request: { id, order, kind },
    answer,
  },
  onClose,
}: AnswerDialogProps) {
  const send = useCall({ call: answerRequest, invalidates: [REQUESTS] })
  const about = `${kind === 'cancel' ? 'cancellation' : 'change'} of order ${order}`
  return (
    <Suspense>
      <NoteDialog
        title={answer === 'done' ? `Is the ${about} done?` : `Decline the ${about}?`}
        label={answer === 'done' ? 'Words to the customer' : 'Why'}
        act={answer === 'done' ? 'Send answer' : 'Decline'}
        missing={answer === 'done' ? null : 'Say why.'}
        maxLength={REQUEST_CHARACTERS}
        save={(text) => send({ id, answer, text })}
        onClose={onClose}
      />
    </Suspense>
  )
}
