import { BigButton, BigModal } from '#src/ui/BigModal.tsx'
import dialog from '#src/ui/big-modal.module.css'
import { Loader } from '@mantine/core'
import '@mantine/core/styles/Loader.css'
import { useRef, useState, type ReactNode } from 'react'
import classes from './bulk.module.css'
import type { Outcome, Progress } from './run-each.ts'

interface BulkDialogProps<T> {
  /** What is about to be done, as a question. */
  title: string
  children: ReactNode
  /** What it is done to, and what one of them is called. */
  work: readonly T[]
  noun: string
  run: (work: readonly T[], progress: Progress) => Promise<Outcome<T>>
  /** What is said when all of it is done. */
  done: string
  /** The way to an order. */
  orderLink: (order: number) => ReactNode
  /** Close and Continue: the operation begins anew (B148). `hasRun`: something may have been done. */
  onClose: (hasRun: boolean) => void
}

type Step<T> = { at: 'ask' } | { at: 'busy'; total: number; count: number } | ({ at: 'over' } & Outcome<T>)

/** The button that had the focus is gone with its step: the next step's takes it. */
const focusFirst = (buttons: HTMLElement | null) =>
  buttons?.querySelector<HTMLElement>('[data-autofocus]')?.focus()

/** B147, C189: confirm, in progress, then what became of it. */
export function BulkDialog<T>(props: BulkDialogProps<T>) {
  const { title, children, work, noun, done, orderLink, onClose } = props
  const [step, setStep] = useState<Step<T>>({ at: 'ask' })
  const stop = useRef(false)
  const [isStopping, setStopping] = useState(false)

  async function run(list: readonly T[]) {
    stop.current = false
    setStopping(false)
    setStep({ at: 'busy', total: list.length, count: 0 })
    const outcome = await props.run(list, {
      onDone: (count) => setStep({ at: 'busy', total: list.length, count }),
      isStopped: () => stop.current,
    })
    setStep({ at: 'over', ...outcome })
  }

  if (step.at === 'ask')
    return (
      <BigModal title={title} onClose={() => onClose(false)}>
        <div>{children}</div>
        <div className={dialog.buttons}>
          <BigButton onClick={() => onClose(false)}>Cancel</BigButton>
          <BigButton main isFirst onClick={() => void run(work)}>
            Confirm
          </BigButton>
        </div>
      </BigModal>
    )
  if (step.at === 'busy')
    return (
      <BigModal title={title} onClose={() => undefined}>
        <div role="status" className={classes.busy}>
          <Loader size="md" aria-hidden />
          <span>
            {step.total > 1 ? `${step.count} of ${step.total} ${noun}s` : 'In progress'}
            {isStopping ? ', stopping …' : ' …'}
          </span>
        </div>
        {step.total > 1 && (
          <div className={dialog.buttons}>
            <BigButton
              reason={isStopping && 'What has begun is finished first.'}
              onClick={() => {
                stop.current = true
                setStopping(true)
              }}
            >
              Stop
            </BigButton>
          </div>
        )}
      </BigModal>
    )
  const isWell = step.troubles.length === 0 && step.stopped === 0
  return (
    <BigModal title={isWell ? 'Done' : title} onClose={() => onClose(true)}>
      {isWell && (
        <p role="status">
          <b>{done}</b>
        </p>
      )}
      {step.troubles.map(({ heading, lines }) => (
        <div key={heading} className={dialog.failure} role="alert">
          <h3>{heading}</h3>
          <ul className={classes.failures}>
            {lines.map(({ order, text }) => (
              <li key={`${order} ${text}`}>
                {order !== undefined && orderLink(order)} <span>{text}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {step.stopped > 0 && <p role="status">{`Stopped. ${step.stopped} of the ${noun}s were not begun.`}</p>}
      <div className={dialog.buttons} ref={focusFirst}>
        {step.left.length > 0 && (
          <BigButton onClick={() => void run(step.left)}>
            {step.again ?? `Try ${step.left.length} again`}
          </BigButton>
        )}
        <BigButton main isFirst onClick={() => onClose(true)}>
          {isWell ? 'Close' : 'Continue'}
        </BigButton>
      </div>
    </BigModal>
  )
}
