/** The office's commands for receipts. */
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import { piecePrice } from '#contract/receipts/price.ts'
import { ReceiptLineCreate, type ReceiptCreate } from '#contract/receipts/schema.ts'
import { lineKind, noReceipt, signed } from '#contract/receipts/words.ts'
import { Id } from '#contract/values.ts'
import { z } from 'zod'
import { today, transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { IdRow, queryRow, queryRows } from '../platform/rows.ts'
import { isStorable } from '../platform/storable.ts'

/** C319: adds a receipt and returns its id. The same key returns the one that it has made already. */
export async function addReceipt(
  context: Context,
  person: Person,
  { description, total, warehouse, pricing_type }: ReceiptCreate,
  keyed: KeyedCall,
): Promise<number> {
  return transaction(context.pool, async (client) => {
    const made = await once(client, person, keyed, async () => {
      const receipt = await queryRow(
        client,
        IdRow,
        `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date, created_by)
           select $1, $2, w.id, $4, true, $5, $6 from warehouses w where w.id = $3 returning id`,
        [description, total, warehouse, pricing_type, today(context), person.id],
      )
      if (!receipt) throw wrongField('warehouse', 'is not a warehouse')
      return String(receipt.id)
    })
    return Number(made)
  })
}

/** Removes a receipt with its lines: for the rollback of an upload (C213, C321), or at a person's request. */
export async function removeReceipt({ pool }: Context, id: number): Promise<void> {
  const { rowCount } = await pool.query('delete from receipts where id = $1', [id])
  if (rowCount === 0) throw notFound('receipt')
}

/** A line that was not stored, as it came, and why. */
interface FailedLine {
  row: unknown
  message: string
}

const textProblem = (line: ReceiptLineCreate): string | null => {
  const bad = Object.entries(line).find(([, value]) => typeof value === 'string' && !isStorable(value))
  return bad ? `${bad[0]}: holds a character that cannot be stored` : null
}

/** The readable part of a line that cannot be stored: its receipt, and its number. */
const Addressed = z.object({ receipt: Id, line: z.unknown().optional() })

/** The lines that a call has for each receipt that it names, by receipt. A number that occurs twice is one line. */
type SentLines = Map<number, Set<unknown>>

/** Stores the highest number of lines that one call sent: a receipt with fewer stored lines is short. */
async function recordSent(client: pg.ClientBase, sent: SentLines): Promise<void> {
  await client.query(
    `update receipts r set lines_sent = greatest(r.lines_sent, sent.count)
       from unnest($1::int[], $2::int[]) as sent(id, count) where r.id = sent.id`,
    [[...sent.keys()], [...sent.values()].map(({ size }) => size)],
  )
}

/**
 * C319, C320: stores the lines that can be stored and names the others. A line that is sent again under its number
 * replaces itself, so that a repeated call stores nothing twice. A line without a number is stored once for its key. A
 * receipt's total is that of its lines (C388).
 */
export async function addLines(
  { pool }: Context,
  person: Person,
  sent: readonly unknown[],
  keyed: KeyedCall,
): Promise<{ saved: number; failed: FailedLine[] }> {
  const failed: FailedLine[] = []
  const good: { row: unknown; line: ReceiptLineCreate }[] = []
  const linesOf: SentLines = new Map()
  for (const row of sent) {
    const parsed = ReceiptLineCreate.safeParse(row)
    const { data: addressed } = parsed.success ? parsed : Addressed.safeParse(row)
    if (addressed) {
      const { receipt, line = row } = addressed
      linesOf.set(receipt, (linesOf.get(receipt) ?? new Set()).add(line))
    }
    const problem = parsed.success
      ? (textProblem(parsed.data) ?? lineProblem(parsed.data))
      : issuesOf(parsed.error)
    if (problem !== null) failed.push({ row, message: problem })
    else good.push({ row, line: parsed.data! })
  }
  const saved = await orTooMuch(() =>
    transaction(pool, async (client) => {
      const known = await lockReceipts(client, [...linesOf.keys()])
      const there = good.filter(({ row, line }) => {
        if (known.has(line.receipt)) return true
        failed.push({ row, message: noReceipt(line.receipt) })
        return false
      })
      const store = async () => {
        const lines = numbered(
          there.map(({ line }) => line),
          known,
        )
        await storeLines(client, lines)
        await recordSent(client, linesOf)
        return String(there.length)
      }
      // A call that stores no line takes no key: it may be sent again once its receipt is there.
      return Number(await (there.length === 0 ? store() : once(client, person, keyed, store)))
    }),
  )
  return { saved, failed }
}

/** Handles PostgreSQL's "numeric value out of range": single amounts fit, and their sum does not. */
async function orTooMuch<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '22003') throw error
    throw wrongField('total', 'the lines come to more than can be stored')
  }
}

const issuesOf = ({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }) =>
  issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('\n')

/** C248, C251: only a void has no unit type. */
function lineProblem({ product, unit_type }: ReceiptLineCreate): string | null {
  return unit_type === '' && lineKind(product) !== 'void' ? 'unit_type: must be U or C' : null
}

/** A receipt with the last number of its lines. */
const LastLine = z.object({ id: z.number(), last: z.number() })

/**
 * Locks the existing receipts, and returns the last line number of each. No other call adds lines to them meanwhile.
 */
async function lockReceipts(client: pg.ClientBase, ids: readonly number[]): Promise<Map<number, number>> {
  const receipts = await queryRows(
    client,
    IdRow,
    'select id from receipts where id = any($1::int[]) order by id for no key update',
    [ids],
  )
  const lasts = await queryRows(
    client,
    LastLine,
    'select receipt_id as id, max(line) as last from receipt_lines where receipt_id = any($1::int[]) group by receipt_id',
    [ids],
  )
  const last = new Map(lasts.map((one) => [one.id, one.last]))
  return new Map(receipts.map(({ id }) => [id, last.get(id) ?? 0]))
}

/** Returns each line with its number, and only the last one of lines with the same number. */
function numbered(lines: readonly ReceiptLineCreate[], last: Map<number, number>) {
  const stored = new Map<string, ReceiptLineCreate & { line: number }>()
  const next = new Map(last)
  for (const { receipt, line = 0 } of lines) next.set(receipt, Math.max(next.get(receipt)!, line))
  for (const one of lines) {
    const line = one.line ?? next.get(one.receipt)! + 1
    if (one.line === undefined) next.set(one.receipt, line)
    stored.set(`${one.receipt} ${line}`, { ...one, line })
  }
  return [...stored.values()]
}

async function storeLines(
  client: pg.ClientBase,
  lines: readonly (ReceiptLineCreate & { line: number })[],
): Promise<void> {
  if (lines.length === 0) return
  await client.query(
    `insert into receipt_lines (receipt_id, line, product, item_code, product_name, quantity, unit_type, total, price)
       select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[],
                            $8::numeric[], $9::numeric[])
       on conflict (receipt_id, line) do update set product = excluded.product, item_code = excluded.item_code,
         product_name = excluded.product_name, quantity = excluded.quantity, unit_type = excluded.unit_type,
         total = excluded.total, price = excluded.price`,
    [
      lines.map(({ receipt }) => receipt),
      lines.map(({ line }) => line),
      lines.map(({ product }) => product),
      lines.map(({ item_code }) => item_code),
      lines.map(({ product_name }) => product_name),
      lines.map(({ product, quantity }) => signed(product, quantity)),
      lines.map(({ unit_type }) => unit_type),
      lines.map(({ product, total }) => signed(product, total)),
      lines.map(
        ({ product, total, quantity, price }) =>
          price ?? piecePrice(signed(product, total), signed(product, quantity)),
      ),
    ],
  )
  await client.query(
    `update receipts r set total = (select sum(l.total) from receipt_lines l where l.receipt_id = r.id)
      where r.id = any($1::int[])`,
    [[...new Set(lines.map(({ receipt }) => receipt))]],
  )
}
