/** Invoices as a file for QuickBooks Online. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { Call, Verdict } from '#src/kit/long-runner.ts'
import { z } from 'zod'
import { EXPORT_FAILED } from './export-invoices.ts'
import { codeOf, failureText } from './failure-text.ts'

/** What the server sends of an invoice: the file's first line, and the invoice's own. */
const Lines = z.object({ header: z.string(), lines: z.string() })
export type Lines = z.infer<typeof Lines>

const BEFORE = 'exported_before'
export const QB_QUESTIONS = {
  [BEFORE]: {
    title: 'Some were exported for QuickBooks before: imported again, they are there twice.',
    yes: 'Export again',
    no: 'Leave out',
  },
} as const

export const exportLines = (
  client: Pick<Client, 'api'>,
  { id }: Pick<OrderRow, 'id'>,
  { key, answers }: Call,
): Promise<Lines> =>
  client.api('POST', `orders/${id}/invoice/quickbooks`, {
    schema: Lines,
    idempotencyKey: key,
    ...(answers.includes(BEFORE) && { body: { again: true } }),
  })

export const judgeExport = ({ id }: Pick<OrderRow, 'id'>, error: unknown): Verdict =>
  codeOf(error) === BEFORE
    ? { heading: EXPORT_FAILED, question: { code: BEFORE, words: errorText(error) } }
    : { heading: EXPORT_FAILED, words: failureText(id, error) }

/** QuickBooks Online imports no more of one file. */
const MOST = { invoices: 100, rows: 1_000 }

/** The files, each with its first line; an invoice is never in two of them. */
export function filesOf(invoices: readonly Lines[]): string[] {
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
