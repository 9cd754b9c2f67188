import { REQUEST_CHARACTERS, type OrderRequest } from '#contract/orders/requests.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { lazy, Suspense, useState } from 'react'
import { answerRequest, REQUESTS } from './queries.ts'
import classes from './requests.module.css'

const NoteDialog = lazy(() => import('#src/kit/NoteDialog.tsx'))

/** The office's two answers to a request. */
export function AnswerRequest({ request: { id, order, kind } }: { request: OrderRequest }) {
  const [answer, setAnswer] = useState<'done' | 'declined' | null>(null)
  const send = useCall({ call: answerRequest, invalidates: [REQUESTS] })
  const about = `${kind === 'cancel' ? 'cancellation' : 'change'} of order ${order}`
  return (
    <div className={classes.acts}>
      <Button onClick={() => setAnswer('done')}>Done</Button>
      <Button onClick={() => setAnswer('declined')}>Decline</Button>
      {answer && (
        <Suspense>
          <NoteDialog
            title={answer === 'done' ? `Is the ${about} done?` : `Decline the ${about}?`}
            label={answer === 'done' ? 'Words to the customer' : 'Why'}
            act={answer === 'done' ? 'Send answer' : 'Decline'}
            missing={answer === 'done' ? null : 'Say why.'}
            maxLength={REQUEST_CHARACTERS}
            save={(text) => send({ id, answer, text })}
            onClose={() => setAnswer(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
