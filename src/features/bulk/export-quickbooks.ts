/** Invoices as a file for QuickBooks Online. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { refusalCodeOf, errorText } from '#src/api/errors.ts'
import type { Call, RunVerdict } from '#src/kit/long-run/long-runner.ts'
import { z } from 'zod'
import { EXPORT_FAILED } from './export-invoices.ts'
import { failureText } from './failure-text.ts'

/** What the server sends of an invoice: the file's first line, and the invoice's own. */
const Lines = z.object({ header: z.string(), lines: z.string() })
export type InvoiceLines = z.infer<typeof Lines>

const BEFORE = 'exported_before'
const CHANGED = 'exported_changed'
export const QB_QUESTIONS = {
  [BEFORE]: {
    title: 'Some were exported for QuickBooks before: imported again, they are there twice.',
    yes: 'Export again',
    no: 'Leave out',
  },
  [CHANGED]: {
    title: 'Some changed since they were exported for QuickBooks.',
    yes: 'Export the difference',
    no: 'Leave out',
  },
} as const

export const exportLines = (
  client: Pick<Client, 'api'>,
  { id }: Pick<OrderRow, 'id'>,
  { key, answers }: Call,
): Promise<InvoiceLines> =>
  client.api('POST', `orders/${id}/invoice/quickbooks`, {
    schema: Lines,
    idempotencyKey: key,
    ...bodyOf(answers),
  })

export function judgeExport({ id }: Pick<OrderRow, 'id'>, error: unknown): RunVerdict {
  const code = [BEFORE, CHANGED].find((one) => one === refusalCodeOf(error))
  return code
    ? { heading: EXPORT_FAILED, question: { code, words: errorText(error) } }
    : { heading: EXPORT_FAILED, words: failureText(id, error) }
}

/** The last answer counts: the invoice may have changed after the first. */
function bodyOf(answers: Call['answers']) {
  const last = answers.findLast((code) => code === BEFORE || code === CHANGED)
  return last === undefined ? {} : { body: last === BEFORE ? { again: true } : { difference: true } }
}

/** QuickBooks Online imports no more of one file. */
const MOST = { invoices: 100, rows: 1_000 }

/** The files, each with its first line; an invoice is never in two of them. */
export function filesOf(invoices: readonly InvoiceLines[]): string[] {
  const files: { text: string; invoices: number; rows: number }[] = []
  for (const { header, lines } of invoices) {
    const rows = lines.split('\r\n').length - 1
    const last = files.at(-1)
    if (last && last.invoices < MOST.invoices && last.rows + rows <= MOST.rows) {
      last.text += lines
      last.invoices += 1
      last.rows += rows
    } else files.push({ text: header + lines, invoices: 1, rows })
  }
  return files.map(({ text }) => text)
}

export const quickbooksName = (day: string, part?: number) =>
  `${day}_quickbooks${part === undefined ? '' : `-${part}`}`
