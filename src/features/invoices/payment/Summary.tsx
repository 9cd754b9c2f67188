import type { PaymentSummary } from '#contract/invoices/payment.ts'
import classes from './payment.module.css'
import { showAmount } from './words.ts'

/** The cost of paying, line by line, under the labels that the server gave (B095, B096). */
export function Summary({ summary }: { summary: PaymentSummary }) {
  const lines = Object.entries(summary)
  if (lines.length === 0) return null
  return (
    <dl className={classes.summary} aria-label="What is paid">
      {lines.map(([label, amount]) => (
        <div key={label} data-total={label === 'Total' || undefined}>
          <dt>{label}</dt>
          <dd>{showAmount(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
