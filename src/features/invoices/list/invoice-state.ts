/** How far an invoice is paid, in few words. */
import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import type { Tone } from '#src/ui/Chip.tsx'

const STATES: Record<InvoiceSummary['paid_status'], { tone: Tone; label: string }> = {
  '': { tone: 'plain', label: 'Open' },
  r: { tone: 'info', label: 'Ready for payment' },
  p: { tone: 'ok', label: 'Paid' },
  pe: { tone: 'ok', label: 'Paid externally' },
}
const ON_ITS_WAY = { tone: 'warn', label: 'Payment on its way' } as const

export const invoiceStateOf = ({
  paid_status,
  payment_in_progress,
}: Pick<InvoiceSummary, 'paid_status' | 'payment_in_progress'>) =>
  payment_in_progress ? ON_ITS_WAY : STATES[paid_status]
