/** How an order's paid status is shown (A047, A165–A169). */
import type { Tone } from '#src/ui/Chip.tsx'

export interface PaidChip {
  tone: Tone
  label: string
  /** Only an order that is ready for payment leads to its invoice (A167, A168). */
  opensInvoice: boolean
}

const TONE: Record<string, Tone> = { p: 'ok', e: 'ok', pe: 'ok', i: 'info', r: 'act' }

export function paidChip(status: string | null | undefined, label: string | null | undefined): PaidChip {
  if (!status) return { tone: 'plain', label: 'N/A', opensInvoice: false }
  return { tone: TONE[status] ?? 'plain', label: label || status, opensInvoice: status === 'r' }
}
