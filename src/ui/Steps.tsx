import { IconCheck } from '@tabler/icons-react'
import classes from './Steps.module.css'

interface StepsProps {
  /** What the steps lead to, for a screen reader. */
  label: string
  steps: readonly string[]
  /** The index of the step that is on show. */
  current: number
}

/** The steps of something that is done one after the other, and where in it one is. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          data-done={at < current || undefined}
        >
          <span className={classes.number} aria-hidden>
            {at < current ? <IconCheck size={18} /> : at + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
