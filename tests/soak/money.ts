/**
 * Random histories of money: invoices of one location are paid online and in parts, refunded, disputed, returned by the bank, held, opened again,
 * credited, changed and unlocked, and events of Stripe get lost. After every step the ledger, the invoices and the stand-in for Stripe must agree
 * with sums that are computed here, by no code of Larder.
 */
import { askStripe } from '#server/invoices/payments/ask-stripe.ts'
import { makeItem, makeOrder } from '../factories/business.ts'
import { orderAt } from '../factories/house.ts'
import { intentOf, type Till } from '../factories/make-till.ts'
import { bankCharge, cardCharge } from '../factories/stripe.ts'
import { weighted, type Chance } from '../sim/chance.ts'

export interface MoneyReport {
  steps: number
  /** Steps that the server refused, as it may. */
  refused: number
  /** By act, how often it was done. */
  done: Record<string, number>
  /** What did not agree, after which step. */
  wrong: string[]
}

const SCENE_ORDERS = 3
/** After so many steps other orders are taken. */
const STEPS_A_SCENE = 80
const MOST_TOLD = 10
const DAY_MS = 86_400_000

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- what a call answers is what its caller is about
  body: any
}
/** There is nothing to do it to. */
const NOTHING: Answer = { status: 0, body: null }

/** What happened to a payment at Stripe. */
interface Paid {
  method: 'card' | 'ach'
  asked: number
  received: number
  refunds: { id: string; amount: number; status: 'succeeded' | 'failed'; reason: null; created: number }[]
  dispute: 'needs_response' | 'lost' | 'won' | null
}

interface Scene {
  till: Till
  chance: Chance
  orders: number[]
  paid: Map<string, Paid>
  /** Orders whose money went back since they were paid. */
  shortened: Set<number>
}

const units = (decimal: string | null) => BigInt((decimal ?? '0').replace('.', ''))
const decimal = (cents: number) => (cents / 100).toFixed(2)
const leftOf = ({ received, refunds, dispute }: Paid) =>
  dispute === 'lost' || dispute === 'needs_response'
    ? 0
    : received - refunds.reduce((all, { status, amount }) => all + (status === 'succeeded' ? amount : 0), 0)

async function newOrder({ till, chance }: Scene): Promise<number> {
  const { pool } = till.server.database
  const { rows } = await pool.query<{ id: number }>('select id from users where username = $1', [till.payer])
  const { id } = await makeOrder(pool, { ...orderAt(till.house.location), customer_id: rows[0]!.id })
  for (let n = 0; n < 2; n += 1)
    await makeItem(pool, {
      order_id: id,
      unit_quantity: 1 + chance.whole(4),
      picked: true,
      price_per_unit: decimal(100 + chance.whole(9_000)),
    })
  return id
}

const office = ({ till }: Scene, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  till.server.call(till.house.as.office, method, path, { ...(body && { body }) })
const confirmed = { confirm_kept: true, confirm_exported: true }

/** Stripe tells of it; or the event is lost, and Stripe's lists are read a day later. */
async function tell(scene: Scene, type: string, intent: string): Promise<void> {
  const { till, chance } = scene
  if (!chance.oneIn(10)) return void (await till.tell(type, intent))
  // The stand-in's events are all of today: the lists are read as if for the first time.
  await till.server.database.pool.query("delete from facts where key = 'stripe_walked'")
  const later = Date.now() + DAY_MS
  await askStripe({ ...till.server.app.larder, clock: () => new Date(later) })
}

/** What Stripe has of it now. */
function show({ till }: Scene, intent: string, paid: Paid): void {
  const over = { refunds: { object: 'list', data: paid.refunds }, disputed: paid.dispute !== null }
  const latest_charge = paid.method === 'ach' ? { ...bankCharge(), ...over } : cardCharge(paid.received, over)
  till.stripe.becomes(intent, 'succeeded', { latest_charge, amount_received: paid.received })
}

/** An order with an invoice that is not paid. */
async function someUnpaid({ till, orders, chance }: Scene): Promise<number | undefined> {
  const { rows } = await till.server.database.pool.query<{ id: number }>(
    `select id from orders where id = any($1) and invoiced and paid_status in ('', 'r') order by id`,
    [orders],
  )
  return rows.length === 0 ? undefined : chance.pick(rows).id
}
const someOrder = ({ orders, chance }: Scene) => chance.pick(orders)
function somePaid({ paid, chance }: Scene): [string, Paid] | null {
  const all = [...paid]
  return all.length === 0 ? null : chance.pick(all)
}
const payments = async ({ till, orders }: Scene, where: string) => {
  const { rows } = await till.server.database.pool.query<{
    id: string
    order_id: number
    intent_id: string | null
  }>(
    `select id, order_id, intent_id from payments where ${where} and (order_id = any($1) or came_for = any($1)) order by id`,
    [orders],
  )
  return rows
}
const post =
  (path: string, body: (scene: Scene) => object = () => ({})) =>
  async (scene: Scene) =>
    office(scene, 'POST', `orders/${someOrder(scene)}/${path}`, body(scene))
const cash = ({ chance }: Scene) => decimal(1 + chance.whole(20_000))
const mayConfirm = ({ chance }: Scene) => (chance.oneIn(3) ? {} : confirmed)

const generate = (force: boolean) =>
  post('generateinvoice', (scene) => ({
    ...(force && { force_regenerate: true }),
    confirm_nothing: true,
    confirm_zero: true,
    ...mayConfirm(scene),
  }))

async function payOnline(scene: Scene): Promise<Answer> {
  const { till, chance } = scene
  const order = await someUnpaid(scene)
  if (order === undefined) return NOTHING
  const method = chance.oneIn(2) ? 'card' : 'ach'
  if (!chance.oneIn(4)) await office(scene, 'POST', `orders/${order}/invoice/setpayable`)
  const started = await till.start(order, method)
  if (started.status !== 200) return started
  const intent = intentOf(started)
  if (chance.oneIn(6)) return started
  if (method === 'ach' && chance.oneIn(2)) {
    till.stripe.becomes(intent, 'processing')
    await tell(scene, 'payment_intent.processing', intent)
    if (chance.oneIn(4)) {
      till.stripe.becomes(intent, 'requires_payment_method')
      await tell(scene, 'payment_intent.payment_failed', intent)
      return started
    }
  }
  const { amount } = till.stripe.intents.get(intent)!
  // Now and then another sum arrives than was asked for, and is held.
  const received = chance.oneIn(5) ? Math.max(50, amount - 150 + chance.whole(300)) : amount
  const paid: Paid = { method, asked: amount, received, refunds: [], dispute: null }
  scene.paid.set(intent, paid)
  show(scene, intent, paid)
  await tell(scene, 'payment_intent.succeeded', intent)
  return started
}

type Act = (scene: Scene) => Promise<Answer>
const ACTS: Record<string, readonly [weight: number, act: Act]> = {
  generate: [6, generate(false)],
  regenerate: [3, generate(true)],
  ready: [5, post('invoice/setpayable')],
  notReady: [1, post('invoice/setnotpayable')],
  online: [16, payOnline],
  external: [
    8,
    post('invoice/setpaidexternally', (scene) => ({
      ...(!scene.chance.oneIn(4) && { amount: cash(scene) }),
      ...(scene.chance.oneIn(5) && { discount: decimal(scene.chance.whole(300)) }),
      way: 'check',
    })),
  ],
  takeBack: [1, post('invoice/setnotpaidexternally')],
  takePartBack: [3, takePartBack],
  openAgain: [8, post('invoice/openagain', () => ({ note: 'Money went back' }))],
  hold: [6, post('invoice/holdpayments', () => ({ note: 'For another order' }))],
  applyHeld: [8, applyHeld],
  refundHeld: [3, refundHeld],
  refund: [5, refund],
  failRefund: [2, failRefund],
  dispute: [4, dispute],
  fees: [
    5,
    async (scene) =>
      office(scene, 'PATCH', `orders/${someOrder(scene)}/invoice`, {
        fuel_surcharge: decimal(scene.chance.whole(5_000)),
        late_fee: decimal(scene.chance.whole(2_000)),
        ...(!scene.chance.oneIn(3) && { confirm_kept: true }),
      }),
  ],
  credit: [
    5,
    post('invoice/credit', (scene) => ({
      item: null,
      amount: decimal(1 + scene.chance.whole(6_000)),
      reason: 'Spoilt',
      ...(!scene.chance.oneIn(3) && { confirm_kept: true }),
    })),
  ],
  reverse: [3, reverse],
  unlock: [3, post('unlock', () => ({ confirm_exported: true }))],
}

async function takePartBack(scene: Scene): Promise<Answer> {
  const parts = await payments(scene, "method = 'external' and status = 'succeeded'")
  if (parts.length === 0) return NOTHING
  const { id, order_id } = scene.chance.pick(parts)
  const answer = await office(scene, 'POST', `orders/${order_id}/invoice/setnotpaidexternally`, {
    payment: id,
  })
  if (answer.status === 204) scene.shortened.add(order_id)
  return answer
}

async function applyHeld(scene: Scene): Promise<Answer> {
  const held = await payments(scene, "status = 'held'")
  if (held.length === 0) return NOTHING
  const order = scene.chance.oneIn(2) ? someOrder(scene) : undefined
  return office(scene, 'POST', `heldpayments/${scene.chance.pick(held).id}/apply`, {
    ...(order !== undefined && { order }),
    note: '',
  })
}

/** The office refunds held money at Stripe, and says so. */
async function refundHeld(scene: Scene): Promise<Answer> {
  const held = await payments(scene, "status = 'held'")
  if (held.length === 0) return NOTHING
  const { id, intent_id } = scene.chance.pick(held)
  const paid = intent_id === null ? undefined : scene.paid.get(intent_id)
  if (!paid) return NOTHING
  if (leftOf(paid) > 0) addRefund(scene, intent_id!, paid, leftOf(paid))
  return office(scene, 'POST', `heldpayments/${id}/refunded`, { note: '' })
}

/** The order that this intent pays now may be paid and have something due. */
async function shorten({ till, shortened }: Scene, intent: string): Promise<void> {
  const { rows } = await till.server.database.pool.query<{ order_id: number | null }>(
    'select order_id from payments where intent_id = $1',
    [intent],
  )
  for (const { order_id } of rows) if (order_id !== null) shortened.add(order_id)
}

function addRefund(scene: Scene, intent: string, paid: Paid, amount: number): void {
  const id = `re_${intent}_${paid.refunds.length}`
  const created = Math.floor(Date.now() / 1_000)
  paid.refunds.push({ id, amount, status: 'succeeded', reason: null, created })
  show(scene, intent, paid)
}

async function refund(scene: Scene): Promise<Answer> {
  const one = somePaid(scene)
  if (!one) return NOTHING
  const [intent, paid] = one
  const left = leftOf(paid)
  if (left === 0) return NOTHING
  addRefund(scene, intent, paid, scene.chance.oneIn(3) ? left : 1 + scene.chance.whole(left))
  await shorten(scene, intent)
  await tell(scene, 'charge.refunded', intent)
  return { status: 200, body: null }
}

async function failRefund(scene: Scene): Promise<Answer> {
  const one = somePaid(scene)
  const refunds = one?.[1].refunds.filter(({ status }) => status === 'succeeded') ?? []
  if (!one || refunds.length === 0) return NOTHING
  scene.chance.pick(refunds).status = 'failed'
  show(scene, ...one)
  await tell(scene, 'refund.failed', one[0])
  return { status: 200, body: null }
}

/** A dispute is opened, or decided; a bank returns a debit, and may pay it after all. */
async function dispute(scene: Scene): Promise<Answer> {
  const one = somePaid(scene)
  if (!one) return NOTHING
  const [intent, paid] = one
  // What is disputed at the stand-in is the whole payment.
  if (paid.dispute === null && paid.refunds.some(({ status }) => status === 'succeeded')) return NOTHING
  if (paid.dispute === 'won' || paid.received !== paid.asked) return NOTHING
  const isBank = paid.method === 'ach'
  const next =
    paid.dispute === null ? (isBank ? 'lost' : 'needs_response') : scene.chance.pick(['lost', 'won'] as const)
  paid.dispute = next
  show(scene, intent, paid)
  scene.till.stripe.disputes(intent, next, isBank ? 'insufficient_funds' : 'fraudulent')
  await shorten(scene, intent)
  await tell(scene, next === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', intent)
  return { status: 200, body: null }
}

async function reverse(scene: Scene): Promise<Answer> {
  const { rows } = await scene.till.server.database.pool.query<{ id: number; of_order: number }>(
    'select id, of_order from invoice_credits where of_order = any($1) and reversed_at is null order by id',
    [scene.orders],
  )
  if (rows.length === 0) return NOTHING
  const { id, of_order } = scene.chance.pick(rows)
  return office(scene, 'POST', `orders/${of_order}/invoice/credits/${id}/reverse`, {})
}

interface Row {
  id: number
  paid_status: string
  grand_total: string | null
  discount: string | null
  external: string
  online: string
  moved: string
  laid: string
}

/** What does not agree with what else, in words. */
async function look(scene: Scene): Promise<string[]> {
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
                where order_id = v.order_id and reversed_at is null) as laid
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
  for (const { intent, amount } of money) {
    const known = scene.paid.get(intent)
    if (known && units(amount) !== BigInt(leftOf(known)))
      wrong.push(`Stripe has ${leftOf(known)} cents of ${intent}, and the ledger ${amount}`)
  }
  return wrong
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
  return wrong
}

/** Does so many steps at random. The till's tables hold nothing else of its location. */
export async function payAtRandom(
  till: Till,
  {
    steps,
    chance,
    tell: say = () => undefined,
  }: { steps: number; chance: Chance; tell?: (words: string) => void },
): Promise<MoneyReport> {
  const report: MoneyReport = { steps: 0, refused: 0, done: {}, wrong: [] }
  const scene: Scene = { till, chance, orders: [], paid: new Map(), shortened: new Set() }
  let trail: string[] = []
  while (report.steps < steps && report.wrong.length < MOST_TOLD) {
    if (report.steps % STEPS_A_SCENE === 0) {
      // What waits of earlier orders would pay all invoices of these.
      await till.server.database.pool.query(
        'update invoice_credits set reversed_at = now() where order_id is null and reversed_at is null',
      )
      scene.orders = []
      for (let n = 0; n < SCENE_ORDERS; n += 1) scene.orders.push(await newOrder(scene))
      scene.paid.clear()
      trail = []
    }
    if (report.steps > 0 && report.steps % 1_000 === 0) say(`${report.steps} steps`)
    const name = weighted(
      chance,
      Object.entries(ACTS).map(([one, [weight]]) => [weight, one] as const),
    )!
    const { status, body } = await ACTS[name]![1](scene)
    report.steps += 1
    if (status === 0) continue
    trail.push(`${name} ${status}`)
    if (status >= 500) report.wrong.push(`${trail.slice(-12).join(', ')}: ${JSON.stringify(body)}`)
    if (status >= 400) report.refused += 1
    else report.done[name] = (report.done[name] ?? 0) + 1
    const found = await look(scene)
    if (found.length > 0) {
      report.wrong.push(`after ${trail.slice(-12).join(', ')}: ${found.join('; ')}`)
      // What is wrong once is wrong in each later step of this scene.
      report.steps += STEPS_A_SCENE - (report.steps % STEPS_A_SCENE)
    }
  }
  return report
}
