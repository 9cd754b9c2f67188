/** Whether ledger, invoices, balances and the stand-in for Stripe agree, by sums that are computed here. */
import type { OpenBalance } from '#contract/invoices/balances.ts'
import { leftOf, office, units, type Scene } from './acts.ts'

interface Row {
  id: number
  paid_status: string
  grand_total: string | null
  discount: string | null
  external: string
  online: string
  moved: string
  laid: string
  /** The money that came, wherever it is by now. */
  came: string
  /** Credits that were on no other invoice, and are lowered although the order neither has nor will have a discount. */
  lowered: number
}

/** What does not agree with what else, in words. */
export async function look(scene: Scene): Promise<string[]> {
  const { pool } = scene.till.server.database
  const location = scene.till.house.location.id
  const [{ rows }, { rows: unposted }, { rows: sums }, { rows: money }] = await Promise.all([
    pool.query<Row>(
      `select o.id, o.paid_status, v.grand_total::text, v.on_time_discount::text as discount,
              (select coalesce(sum(amount), 0)::numeric(14, 2)::text from payments
                where order_id = o.id and method = 'external' and status = 'succeeded') as external,
              (select coalesce(sum(amount - refunded - disputed), 0)::numeric(14, 2)::text from payments
                where order_id = o.id and method <> 'external' and status = 'succeeded') as online,
              (select coalesce(-sum(total + tax), 0)::numeric(14, 2)::text from invoice_credits
                where of_order = o.id and is_overpaid and reversed_at is null) as moved,
              (select coalesce(sum(total + tax), 0)::numeric(14, 2)::text from invoice_credits
                where order_id = v.order_id and reversed_at is null) as laid,
              (select coalesce(sum(amount), 0)::numeric(14, 2)::text from payments
                where (order_id = o.id or came_for = o.id) and status in ('succeeded', 'held', 'refunded') and amount > 0) as came,
              (select count(*)::int from invoice_credits c
                where c.of_order = o.id and c.reversed_at is null and c.discount > 0
                  and (c.order_id is null or c.order_id = o.id) and coalesce(v.on_time_discount, 0) = 0
                  and not exists (select from payments p where p.order_id = o.id and p.status = 'processing')) as lowered
         from orders o left join invoices v on v.order_id = o.id where o.company_location_id = $1`,
      [location],
    ),
    pool.query<{ kind: string; order_id: number | null; amount: string }>(
      `select kind, order_id, sum(amount)::text as amount from (
         select kind, order_id, credit_id, payment_id, amount from ledger_state
         union all select kind, order_id, credit_id, payment_id, -amount from ledger) both_sides
        group by kind, order_id, credit_id, payment_id having sum(amount) <> 0`,
    ),
    pool.query<{ owed: string; given: string }>(
      `select (select coalesce(sum(amount), 0)::numeric(14, 2)::text from ledger
                where company_location_id = $1 and kind not in ('held', 'held_back')) as owed,
              (select coalesce(sum(total + tax), 0)::numeric(14, 2)::text from invoice_credits
                where company_location_id = $1 and reversed_at is null and not is_overpaid) as given`,
      [location],
    ),
    pool.query<{ intent: string; amount: string }>(
      `select coalesce(p.intent_id, r.intent_id, a.intent_id) as intent, coalesce(-sum(l.amount), 0)::numeric(14, 2)::text as amount
         from payments p left join payments r on r.id = p.reverses left join payments a on a.id = r.reverses
         left join ledger l on l.payment_id = p.id and l.kind in ('payment', 'return', 'refund', 'dispute', 'held', 'held_back')
        where p.method <> 'external' group by 1`,
    ),
  ])
  const wrong = unposted.map(
    ({ kind, order_id, amount }) => `the ledger lacks ${amount} of ${kind} of order ${order_id}`,
  )
  let balance = units(sums[0]!.given)
  for (const row of rows) {
    const paid = units(row.external) + units(row.online)
    const discount = units(row.discount)
    balance += units(row.grand_total) - units(row.laid) - discount - paid
    if (!scene.orders.includes(row.id)) continue
    wrong.push(...(await lookAtInvoice(scene, row, paid - units(row.moved), discount)))
  }
  if (units(sums[0]!.owed) !== balance)
    wrong.push(`the location owes ${sums[0]!.owed}, and its rows come to ${balance} cents`)
  const shown = await shownAsOwed(scene)
  if (units(sums[0]!.owed) !== shown)
    wrong.push(`the location owes ${sums[0]!.owed}, and open balances show ${shown} cents`)
  for (const { intent, amount } of money) {
    const known = scene.paid.get(intent)
    if (known && units(amount) !== BigInt(leftOf(known)))
      wrong.push(`Stripe has ${leftOf(known)} cents of ${intent}, and the ledger ${amount}`)
  }
  return wrong
}

/** Returns what the open balances say that the location owes, in cents. One that owes nothing may be absent. */
async function shownAsOwed(scene: Scene): Promise<bigint> {
  const { body } = await office(scene, 'GET', 'openbalances')
  const own = (body as OpenBalance[]).find((one) => one.company_location === scene.till.house.location.id)
  return own ? units(own.invoiced) - units(own.paid) - units(own.discounts) + units(own.credits) : 0n
}

async function lookAtInvoice(scene: Scene, row: Row, kept: bigint, discount: bigint): Promise<string[]> {
  const { id, paid_status, grand_total } = row
  const isPaid = paid_status === 'p' || paid_status === 'e'
  if (!isPaid) scene.shortened.delete(id)
  if (grand_total === null)
    return kept === 0n ? [] : [`order ${id} has no invoice, and ${kept} cents of it are kept`]
  const wrong: string[] = []
  const { body } = await office(scene, 'GET', `orders/${id}/invoice`)
  const due = units(grand_total) - discount - kept
  if (units(body.kept) !== kept || units(body.due) !== due)
    wrong.push(`invoice ${id} says ${body.kept} kept and ${body.due} due, its rows ${kept} and ${due} cents`)
  if (due < 0n) wrong.push(`invoice ${id} has ${due} cents due`)
  if (isPaid && due !== 0n && !scene.shortened.has(id))
    wrong.push(`order ${id} is "${paid_status}", and ${due} cents are due`)
  if (discount < 0n) wrong.push(`invoice ${id} has a discount of ${discount} cents`)
  // What went back later may leave less than what waits.
  if (units(row.moved) > units(row.came))
    wrong.push(`${row.moved} waits of invoice ${id}, of which ${row.came} was paid`)
  if (row.lowered > 0)
    wrong.push(`invoice ${id} has no discount, and ${row.lowered} credits are lowered by one`)
  return wrong
}
