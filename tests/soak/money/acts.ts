/** Random acts on invoices and payments: by the office, the payer, Stripe and banks. */
import { askStripe } from '#server/invoices/payments/ask-stripe.ts'
import type { Answer as AppAnswer } from '../../factories/app.ts'
import { makeItem, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { mailInvoice } from '../../factories/invoice-mail.ts'
import { intentOf, type Till } from '../../factories/make-till.ts'
import { bankCharge, cardCharge } from '../../factories/stripe.ts'
import type { Chance } from '../../sim/chance.ts'

const DAY_MS = 86_400_000

export type Answer = Pick<AppAnswer, 'status' | 'body'>
/** The act has no target. */
const NOTHING: Answer = { status: 0, body: null }

/** The state of a payment at Stripe. */
export interface Paid {
  method: 'card' | 'ach'
  asked: number
  received: number
  refunds: { id: string; amount: number; status: 'succeeded' | 'failed'; reason: null; created: number }[]
  dispute: 'needs_response' | 'lost' | 'won' | null
}

export interface Scene {
  till: Till
  chance: Chance
  orders: number[]
  paid: Map<string, Paid>
  /** Orders whose money went back since they were paid. */
  shortened: Set<number>
}

export const units = (decimal: string | null) => BigInt((decimal ?? '0').replace('.', ''))
const decimal = (cents: number) => (cents / 100).toFixed(2)
export const leftOf = ({ received, refunds, dispute }: Paid) =>
  dispute === 'lost' || dispute === 'needs_response'
    ? 0
    : received - refunds.reduce((all, { status, amount }) => all + (status === 'succeeded' ? amount : 0), 0)

export async function newOrder({ till, chance }: Scene): Promise<number> {
  const { pool } = till.server.database
  const { rows } = await pool.query<{ id: number }>('select id from users where username = $1', [till.payer])
  const { id } = await makeOrder(pool, { ...orderAt(till.house.location), customer_id: rows[0]!.id })
  for (let n = 0; n < 2; n += 1) {
    const [unit_quantity, price] = [1 + chance.whole(4), 100 + chance.whole(9_000)]
    await makeItem(pool, {
      order_id: id,
      unit_quantity,
      picked: true,
      price_per_unit: decimal(price),
      final_price: decimal(price * unit_quantity),
      taxable: chance.oneIn(2),
    })
  }
  return id
}

export const office = ({ till }: Scene, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  till.server.call(till.house.as.office, method, path, { ...(body && { body }) })
const confirmed = { confirm_kept: true, confirm_exported: true }

/** Sends Stripe's event; or the event is lost, and the server reads Stripe's lists a day later. */
async function tell(scene: Scene, type: string, intent: string): Promise<void> {
  const { till, chance } = scene
  if (!chance.oneIn(10)) return void (await till.tell(type, intent))
  // The stand-in's events are all of today: the lists are read as if for the first time.
  await till.server.database.pool.query("delete from facts where key = 'stripe_walked'")
  const later = Date.now() + DAY_MS
  await askStripe({ ...till.server.app.larder, clock: () => new Date(later) })
}

/** Sets the payment's present state at Stripe. */
function show({ till }: Scene, intent: string, paid: Paid): void {
  const over = { refunds: { object: 'list', data: paid.refunds }, disputed: paid.dispute !== null }
  const latest_charge = paid.method === 'ach' ? { ...bankCharge(), ...over } : cardCharge(paid.received, over)
  till.stripe.becomes(intent, 'succeeded', { latest_charge, amount_received: paid.received })
}

/** Returns an order with an invoice that is not paid. */
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
const cash = ({ chance }: Scene) => decimal(1 + chance.whole(chance.oneIn(2) ? 3_000 : 30_000))
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
  // In some cases another sum arrives than was requested, and is held.
  const received = chance.oneIn(5) ? Math.max(50, amount - 150 + chance.whole(300)) : amount
  const paid: Paid = { method, asked: amount, received, refunds: [], dispute: null }
  scene.paid.set(intent, paid)
  show(scene, intent, paid)
  await tell(scene, 'payment_intent.succeeded', intent)
  return started
}

export type Act = (scene: Scene) => Promise<Answer>
export const ACTS: Record<string, readonly [weight: number, act: Act]> = {
  generate: [6, generate(false)],
  regenerate: [3, generate(true)],
  ready: [5, post('invoice/setpayable')],
  notReady: [1, post('invoice/setnotpayable')],
  online: [16, payOnline],
  external: [
    8,
    post('invoice/setpaidexternally', (scene) => ({
      ...(!scene.chance.oneIn(4) && { amount: cash(scene) }),
      ...(scene.chance.oneIn(3) && { discount: decimal(scene.chance.whole(300)) }),
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
  credit: [10, credit],
  reverse: [3, reverse],
  unlock: [3, post('unlock', () => ({ confirm_exported: true }))],
  export: [
    2,
    post('invoice/quickbooks', ({ chance }) => (chance.oneIn(2) ? { again: true } : { difference: true })),
  ],
  mail: [
    1,
    async (scene) =>
      mailInvoice(scene.till.server, scene.till.house.as.office, someOrder(scene), {
        to_email: 'chef@example.com',
      }),
  ],
}

/**
 * Credits an item, some of them in full, or something else, sometimes more than any invoice. Confirms only what the server
 * asks, and not always.
 */
async function credit(scene: Scene): Promise<Answer> {
  const { till, chance } = scene
  const order = someOrder(scene)
  const { rows: items } = await till.server.database.pool.query<{ id: string; final_price: string }>(
    'select id, final_price::text from order_items where order_id = $1 order by id',
    [order],
  )
  const item = chance.oneIn(3) ? null : chance.pick(items)
  const all = item ? item.final_price : '2000.00'
  const amount = chance.oneIn(2) ? all : decimal(1 + chance.whole(6_000))
  const body = { item: item?.id ?? null, amount, reason: 'Spoilt' }
  const answers: Record<string, true> = {}
  for (;;) {
    const answer = await office(scene, 'POST', `orders/${order}/invoice/credit`, { ...body, ...answers })
    const { code } = answer.body as { code?: string }
    const asked = CREDIT_QUESTIONS[code ?? '']
    if (answer.status !== 409 || !asked || chance.oneIn(3)) return answer
    answers[asked] = true
  }
}

/** The answer to each question about a credit, by its code. */
const CREDIT_QUESTIONS: Record<string, string> = {
  credit_exceeds_invoice: 'confirm_exceeds',
  below_kept: 'confirm_kept',
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

/** Refunds held money at Stripe, and records that in the office. */
async function refundHeld(scene: Scene): Promise<Answer> {
  const held = await payments(scene, "status = 'held'")
  if (held.length === 0) return NOTHING
  const { id, intent_id } = scene.chance.pick(held)
  const paid = intent_id === null ? undefined : scene.paid.get(intent_id)
  if (!paid) return NOTHING
  if (leftOf(paid) > 0) addRefund(scene, intent_id!, paid, leftOf(paid))
  return office(scene, 'POST', `heldpayments/${id}/refunded`, { note: '' })
}

/** Marks the orders of this intent as shortened: they may be paid and have something due. */
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

/** Opens or decides a dispute. A bank returns a debit, and may pay it after all. */
async function dispute(scene: Scene): Promise<Answer> {
  const one = somePaid(scene)
  if (!one) return NOTHING
  const [intent, paid] = one
  // A dispute at the stand-in covers the whole payment.
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
