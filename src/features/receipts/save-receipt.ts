/**
 * Saves an upload: the receipt, then its lines. If the lines fail, it deletes the receipt that it made for them
 * (C212–C215).
 */
import { Receipt, ReceiptLinesAnswer } from '#contract/receipts/schema.ts'
import { noReceipt } from '#contract/receipts/words.ts'
import { SUPPLIER_WAREHOUSE } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText, isNotFound, isObject, lines } from '#src/api/errors.ts'
import type { CallKeys } from '#src/ui/use-call-key.ts'
import { receiptLineOf, receiptTotal, type DraftRow } from './receipt-rows.ts'

export interface SavedReceipt {
  id: number
  /** The server's message about the lines that it did not store; null where it stored all. */
  issue: string | null
  /** Why a line was not stored, by the line's number. */
  failed: ReadonlyMap<number, string>
}

/** The lines were not saved, and the receipt made for them could not be deleted. The next try uses that receipt. */
export class NotRolledBack extends Error {
  override readonly name = 'NotRolledBack'
  constructor(
    readonly id: number,
    message: string,
    cause: unknown,
  ) {
    super(message, { cause })
  }
}

/** Thousands of lines over a slow connection. */
const LINES_TIMEOUT_MS = 120_000

interface Upload {
  /** null makes a new receipt. */
  id: number | null
  /** No line of this receipt is stored: if it is gone, another one is made. */
  isEmpty?: boolean
  description: string
  /** The valid rows. */
  rows: readonly DraftRow[]
  /** A lost answer makes no second receipt. A receipt that is made after this one has another key. */
  keys: CallKeys
}

/**
 * Saves a receipt. Throws the server's error where nothing was saved. C387: independent of the warehouse that the file
 * was read for.
 */
export async function saveReceipt(client: Client, upload: Upload): Promise<SavedReceipt> {
  const { id, isEmpty = false, rows } = upload
  if (id === null) return saveNew(client, upload)
  const saved = await sendLines(client, id, rows)
  // The receipt was deleted and the answer lost, or another user has deleted it.
  const isGone = rows.length > 0 && rows.every(({ line }) => saved.failed.get(line) === noReceipt(id))
  return isEmpty && isGone ? saveNew(client, upload) : saved
}

async function saveNew(
  client: Client,
  { description, rows, keys }: Omit<Upload, 'id'>,
): Promise<SavedReceipt> {
  const body = {
    description,
    total: receiptTotal(rows),
    warehouse: SUPPLIER_WAREHOUSE,
    pricing_type: 's',
  }
  const key = keys.keyOf(body)
  const { id } = await client.api('POST', 'receipts/', {
    body,
    schema: Receipt.pick({ id: true }),
    idempotencyKey: key,
  })
  keys.forget(key)
  try {
    return await sendLines(client, id, rows)
  } catch (error) {
    await rollBack(client, id, error)
    throw error
  }
}

/** Sends the lines of a receipt. Throws the server's error where none is stored and none is named. */
async function sendLines(client: Client, id: number, rows: readonly DraftRow[]): Promise<SavedReceipt> {
  try {
    const answer = await client.api('POST', 'receiptlines/', {
      body: rows.map((row) => receiptLineOf(row, id)),
      timeoutMs: LINES_TIMEOUT_MS,
    })
    return partial(id, answer) ?? { id, issue: null, failed: new Map() }
  } catch (error) {
    // An answer that names the failed lines is a partial error, whatever its status.
    const saved = error instanceof ApiError ? partial(id, error.body) : null
    if (saved) return saved
    throw error
  }
}

/** C320, C321. If the lines have no number, the product identifies them. */
function partial(id: number, answer: unknown): SavedReceipt | null {
  const parsed = isObject(answer) ? ReceiptLinesAnswer.partial({ saved: true }).safeParse(answer) : null
  const details = parsed?.data?.message_detail
  if (!details || details.length === 0) return null
  const said = parsed.data!.message ?? `${details.length} lines were not stored.`
  const failed = new Map<number, string>()
  for (const detail of details)
    if (isObject(detail) && typeof detail['line'] === 'number')
      failed.set(detail['line'], lines(detail['message'] ?? 'was not stored'))
  return { id, issue: [said, ...details.map(detailText)].join('\n'), failed }
}

function detailText(detail: unknown): string {
  if (!isObject(detail)) return lines(detail)
  const { line, product, message, ...rest } = detail
  const what = [line !== undefined && `Line ${lines(line)}`, product !== undefined && lines(product)]
    .filter(Boolean)
    .join(', ')
  return `${what || lines(rest)}: ${message === undefined ? 'was not stored' : lines(message)}`
}

/** C213, C321. */
async function rollBack(client: Client, id: number, cause: unknown): Promise<void> {
  try {
    await client.api('DELETE', `receipts/${id}`)
  } catch (error) {
    if (isNotFound(error)) return
    throw new NotRolledBack(
      id,
      `${errorText(cause)}\nReceipt ${id} was made without its lines and could not be deleted again (${errorText(error)}). The next try is for this receipt.`,
      cause,
    )
  }
}
