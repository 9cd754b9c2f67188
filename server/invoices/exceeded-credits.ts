/** Credits that exceed what their lines bill by now (readings, "Credits and lines that shrink"), and the answers. */
import type pg from 'pg'
import { z } from 'zod'
import {
  exceededItems,
  exceededWords,
  loweredBy,
  typedOf,
  type ExceededLine,
} from '#contract/invoices/credits.ts'
import type { CreditAnswer, InvoiceItem } from '#contract/invoices/schema.ts'
import { cents, divideRounded, money } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { queryRows } from '../platform/rows.ts'
import { AMOUNT_SQL } from './credits.ts'

const ItemCredit = z.object({
  id: z.number(),
  item: z.string(),
  order_id: z.number().nullable(),
  reason: z.string(),
  amount: z.string(),
  total: z.string(),
  tax: z.string(),
})
type ItemCredit = z.infer<typeof ItemCredit>

/**
 * Applies the answers to the order's credits, and returns the questions that are left. The caller holds the order's
 * lock.
 * @param items the invoice's items as it is about to charge them
 */
export async function settleExceeded(
  client: pg.ClientBase,
  person: Person,
  order: number,
  items: readonly InvoiceItem[],
  answers: readonly CreditAnswer[],
): Promise<{ said: string[]; left: ExceededLine[] }> {
  const credits = await itemCreditsOf(client, order, 'for update')
  const exceeded = exceededItems(items, credits)
  if (exceeded.length === 0) return { said: [], left: [] }
  const names = await namesOf(client, items, exceeded)
  const said: string[] = []
  const left: ExceededLine[] = []
  for (const one of exceeded) {
    const line = { ...one, name: names.get(one.item) ?? 'a line that is deleted' }
    const answer = answers.find(({ item }) => item === one.item)
    if (!answer) left.push(line)
    else
      said.push(
        await answerOne(
          client,
          person,
          order,
          line,
          answer,
          credits.filter(({ item }) => item === one.item),
        ),
      )
  }
  return { said, left }
}

/**
 * Returns whether an order's credits leave a question that the answers do not name. Locks nothing: it is the check
 * before the lock.
 */
export async function leavesExceeded(
  db: pg.Pool,
  order: number,
  items: readonly InvoiceItem[],
  answers: readonly CreditAnswer[],
): Promise<boolean> {
  const exceeded = exceededItems(items, await itemCreditsOf(db, order))
  return exceeded.some(({ item }) => answers.every((answer) => answer.item !== item))
}

/** Returns the credits of an order's items that count, oldest first. */
export async function itemCreditsOf(
  db: pg.Pool | pg.ClientBase,
  order: number,
  lock: 'for update' | '' = '',
): Promise<ItemCredit[]> {
  return queryRows(
    db,
    ItemCredit,
    {
      name: `credits of items ${lock}`,
      text: `select c.id, c.item_id as item, c.order_id, c.reason, ${AMOUNT_SQL}, c.total::text, c.tax::text from invoice_credits c
            where c.of_order = $1 and c.item_id is not null and c.reversed_at is null order by c.id ${lock}`,
    },
    [order],
  )
}

const ItemName = z.object({ id: z.string(), name: z.string() })

async function namesOf(
  client: pg.ClientBase,
  items: readonly InvoiceItem[],
  exceeded: readonly { item: string }[],
): Promise<Map<string, string>> {
  const names = await queryRows(
    client,
    ItemName,
    'select i.id, p.name from order_items i join products p on p.upc = i.product where i.id = any($1::uuid[])',
    [exceeded.map(({ item }) => item)],
  )
  return new Map([...names, ...items].map(({ id, name }) => [id, name]))
}

async function answerOne(
  client: pg.ClientBase,
  person: Person,
  order: number,
  line: ExceededLine,
  answer: CreditAnswer,
  credits: readonly ItemCredit[],
): Promise<string> {
  // Credits that another invoice has taken stay there unchanged.
  const here = credits.filter(({ order_id }) => order_id === null || order_id === order)
  const elsewhere = credits.filter((one) => !here.includes(one))
  if (answer.act === 'keep') {
    await client.query(
      `update invoice_credits set item_id = null, reason = reason || ': ' || $2,
              discount = 0, tax = case when id = any($3::int[]) then 0 else tax end where id = any($1::int[])`,
      [credits.map(({ id }) => id), answer.reason, here.map(({ id }) => id)],
    )
    return `${exceededWords(line)} Kept: ${answer.reason}`
  }
  let room =
    answer.act === 'remove'
      ? 0n
      : elsewhere.reduce((rest, credit) => rest - typedOf(credit), cents(line.billed))
  for (const { id, ...credit } of here) {
    const typed = typedOf(credit)
    const stays = room <= 0n ? 0n : room < typed ? room : typed
    const part = (amount: string) => money(divideRounded(cents(amount) * stays, typed))
    room -= stays
    if (stays === 0n)
      await client.query('update invoice_credits set reversed_at = now(), reversed_by = $2 where id = $1', [
        id,
        person.id,
      ])
    // The tax is lowered with it: no invoice computes the tax of a credit that waits again.
    else if (stays < typed)
      await client.query('update invoice_credits set total = $2, tax = $3, discount = $4 where id = $1', [
        id,
        part(credit.total),
        part(credit.tax),
        loweredBy({ amount: money(stays), total: part(credit.total) }),
      ])
  }
  return `${exceededWords(line)} ${answer.act === 'remove' ? 'Removed' : 'Lowered'}.`
}
