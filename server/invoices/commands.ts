/** The office's commands on an invoice. Each locks the order first, and updates its total with the invoice's. */
import type pg from 'pg'
import {
  CONFIRMS,
  creditsExceed,
  isAnswerable,
  invoiceBlockers,
  type Confirmations,
  type Blocker,
  type WholeOrder,
} from '#contract/invoices/blockers.ts'
import type { ExceededLine } from '#contract/invoices/credits.ts'
import { cents, money } from '#contract/money.ts'
import { isPricedByHand } from '#contract/pricing.ts'
import type { CopiedItem } from '#contract/invoices/make.ts'
import {
  FEE_LABELS,
  FEES,
  type CreditAnswer,
  type CreditBody,
  type FeeName,
  type InvoiceFees,
  type ItemOverrides,
} from '#contract/invoices/schema.ts'
import { NO_OVERRIDES, withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { exactPrice } from '#contract/invoices/totals.ts'
import { settled } from '#contract/orders/can.ts'
import { itemsWithoutWeight, withAverages, type PickLine } from '#contract/orders/before-invoice.ts'
import { repriced } from '#contract/orders/mutations.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { lockOrder } from '../orders/lock.ts'
import { together, transaction, type Context } from '../platform/context.ts'
import { mustBeVersion } from '../platform/if-match.ts'
import { once, wasDone, type KeyedCall } from '../platform/keyed.ts'
import { Problem, wrongField } from '../platform/problem.ts'
import { mustSeeOrders } from '../platform/scope.ts'
import { devicesHolding, type HoldingDevice } from '../devices/device-reports.ts'
import { Writes } from '../edits/store.ts'
import { charge, chargeOf, mustBeInReach, type Charge } from './charge.ts'
import { mustFitInvoice, storeCredit, takeCredits } from './credits.ts'
import { draftInvoice, type DraftLine } from './document.ts'
import { leavesExceeded, settleExceeded } from './exceeded-credits.ts'
import { addHistory, grandTotalOf, noInvoiceOf } from './history.ts'
import { forgetCardFees } from './payments/kept.ts'
import { mustNotBePaying, withdrawPayment } from './payments/withdraw.ts'

/**
 * Makes an invoice of what was picked (A207), which locks the order. A blocker (contract/invoices/blockers.ts) is
 * answered 409, unless the caller has answered it; missing lots (A246) and missing average weights always are. Only the
 * screens ask about lines that are not picked. With a key the invoice is made once, however often the call is repeated.
 * An invoice that is made again starts from the order: prices that were set over it and fees that were changed are lost
 * (docs/decisions/0041). Throws 404 where there is none to make again (docs/decisions/0130).
 */
export async function generateInvoice(
  context: Context,
  person: Person,
  id: number,
  regenerate: boolean,
  { credits: answers = [], ...confirmed }: Confirmations & { credits?: CreditAnswer[] | undefined },
  keyed: KeyedCall,
): Promise<void> {
  if (regenerate) await withdrawBefore(context, person, id, keyed)
  const moved = new Set<number>()
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      const [order, , held, first] = await together([
        lockOrder(client, person, id, regenerate ? 'changeInvoice' : 'generateInvoice'),
        mustNotBePaying(client, id),
        devicesHolding(client, id, context.clock()),
        draftInvoice(context, client, id),
      ])
      const isChanged = await takePresent(client, id, first.lines)
      const { lines, ...draft } = isChanged ? await draftInvoice(context, client, id) : first
      // The order was unlocked meanwhile and is being picked again. Its order page asks every question before
      // it is invoiced again.
      if (regenerate && !order.invoiced) throw noInvoiceOf(id)
      const items = withOverrides(draft.document.items, NO_OVERRIDES)
      const { said, left } = await settleExceeded(client, person, id, items, answers)
      mustBeAnswered({ id, lines, held }, confirmed, left)
      await recordAverage(client, lines)
      const made = {
        person,
        act: regenerate ? 'regenerated' : 'generated',
        detail: said.join('\n'),
        confirmsKept: confirmed.confirm_kept,
      } as const
      const credits = await takeCredits(client, id, true)
      if (regenerate) await forgetCardFees(client, id)
      await charge(client, id, { ...draft, overrides: NO_OVERRIDES }, made, credits)
      moved.add(order.company_id)
      return null
    }),
  )
  context.announcer.announce(moved)
}

/**
 * Ends an attempt to pay an invoice that is about to change. Does nothing where the change was made already: the
 * attempt is then for the changed invoice.
 */
export async function withdrawBefore(
  context: Context,
  person: Person,
  id: number,
  keyed: KeyedCall,
): Promise<void> {
  if (await wasDone(context.pool, person, keyed)) return
  await withdrawPayment(context, person, id, 'orders.invoice')
}

/** Throws 409 where a blocker was not answered. */
function mustBeAnswered(
  order: WholeOrder & { held: HoldingDevice[] },
  confirmed: Confirmations,
  exceeded: readonly ExceededLine[],
): void {
  const against = invoiceBlockers(order).filter(
    ({ code }) => code !== 'incomplete' && !(isAnswerable(code) && confirmed[CONFIRMS[code]] === true),
  )
  refuse([...against, ...creditsExceed(exceeded)], { devices: order.held })
}

/** Throws 409 with the code of the first blocker, and all blockers in `against`. */
function refuse(against: readonly Blocker[], more: object = {}): void {
  if (against.length === 0) return
  const message = against.map((one) => one.message).join('\n')
  throw new Problem(409, message, { code: against[0]!.code, against, ...more })
}

/**
 * Gives the order's lines the present values of their products: the average weight, where a line has none (readings,
 * "No average weight"), and the tax flag, unless a person set it on the line ("Tax"). Returns whether a line changed.
 */
async function takePresent(
  client: pg.ClientBase,
  order: number,
  lines: readonly DraftLine[],
): Promise<boolean> {
  const before = new Map<string, OrderItemRow>()
  const writes = new Writes()
  for (const { items, pieces, product } of lines)
    for (const { billed_at_average: _own, ...item } of items) {
      const weighed = isPricedByHand(item, pieces) ? item : withAverages(item, product)
      const taxable = item.hand_taxable ? item.taxable : product.is_taxed
      if (weighed === item && taxable === item.taxable) continue
      before.set(item.id, item)
      const row = { ...(weighed === item ? item : repriced(weighed, pieces)), taxable }
      writes.add({ table: 'items', row }, false, order, { item: (id) => before.get(id) })
    }
  if (before.size === 0) return false
  await writes.store(client)
  return true
}

/** Records that pieces without a weight are billed at the average. The record is kept until the order is unlocked. */
async function recordAverage(client: pg.ClientBase, lines: readonly PickLine[]): Promise<void> {
  const items = lines.flatMap(itemsWithoutWeight).filter((item) => !item.billed_at_average)
  if (items.length === 0) return
  await client.query('update order_items set billed_at_average = true where id = any($1::uuid[])', [
    items.map((item) => item.id),
  ])
}

/** The order of an invoice, and the version that the caller saw; null for any. */
interface ChangedInvoice {
  id: number
  seen: string | null
}

interface InvoiceChange {
  charge: Partial<Charge>
  said: string[]
  credits?: readonly CreditAnswer[]
  confirmsKept?: boolean | undefined
}

/**
 * Changes what an invoice charges, unless it is paid or being paid, with a line of history. Writes nothing where
 * nothing changes. Ends an open payment of the customer only for a change that can be made. Throws 412 where the
 * invoice is not the one that was seen.
 */
async function change(
  context: Context,
  person: Person,
  { id, seen }: ChangedInvoice,
  act: 'overrides' | 'fees',
  next: (now: Charge) => InvoiceChange,
): Promise<void> {
  await mustSeeOrders(context.pool, person, [id])
  const changeOf = (now: Charge & { version: string }) => {
    try {
      const changed = next(now)
      // A change without an effect was saved before, by a call whose answer was lost.
      if (changed.said.length === 0) return null
      mustBeVersion(now.version, seen, `The invoice of order ${id}`)
      return changed
    } catch (error) {
      mustBeVersion(now.version, seen, `The invoice of order ${id}`)
      throw error
    }
  }
  const isMade = async () => {
    const now = await chargeOf(context.pool, id)
    const changed = changeOf(now)
    if (!changed) return false
    const { items } = charged(now, changed)
    return !(await leavesExceeded(context.pool, id, items, changed.credits ?? []))
  }
  if (can(person, 'orders.invoice') && (await isMade()))
    await withdrawPayment(context, person, id, 'orders.invoice')
  const company = await transaction(context.pool, async (client) => {
    const order = await lockOrder(client, person, id, 'changeInvoice')
    const now = await chargeOf(client, id)
    const changed = changeOf(now)
    if (!changed) return null
    const { next: made, items } = charged(now, changed)
    const { said, left } = await settleExceeded(client, person, id, items, changed.credits ?? [])
    refuse(creditsExceed(left))
    await mustNotBePaying(client, id)
    const detail = [...changed.said, ...said].join('\n')
    await charge(client, id, made, { person, act, detail, confirmsKept: changed.confirmsKept })
    return order.company_id
  })
  if (company !== null) context.announcer.announce([company])
}

/** Returns what an invoice charges after a change, and its items as they are then billed. */
function charged(now: Charge, { charge: changes }: { charge: Partial<Charge> }) {
  const next = { ...now, ...changes }
  return { next, items: withOverrides(next.document.items, next.overrides) }
}

/** Gives a credit with its reason: on the invoice, or for the location's next one if this is paid or being paid. */
export async function creditInvoice(
  context: Context,
  person: Person,
  id: number,
  body: CreditBody,
  keyed: KeyedCall,
): Promise<void> {
  await mustSeeOrders(context.pool, person, [id])
  if (can(person, 'orders.invoice') && !(await wasDone(context.pool, person, keyed))) {
    // A question leaves the customer's attempt to pay as it is.
    await mustFitInvoice(context.pool, id, body)
    await withdrawPayment(context, person, id, 'orders.invoice')
  }
  const moved = new Set<number>()
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      const order = await lockOrder(client, person, id, 'credit')
      const now = await chargeOf(client, id)
      await mustFitInvoice(client, id, body)
      const waits = settled(order, 'the credit waits for the next invoice')
      if (!waits) await mustNotBePaying(client, id)
      const said = await storeCredit(client, person, id, now, body, waits !== null)
      const { confirm_kept: confirmsKept } = body
      if (!waits) await charge(client, id, now, { person, act: 'credit', detail: said, confirmsKept })
      else
        await addHistory(
          client,
          person,
          id,
          'credit',
          await grandTotalOf(client, id),
          `${said}\n${waits.message}`,
        )
      moved.add(order.company_id)
      return null
    }),
  )
  context.announcer.announce(moved)
}

/** Sets prices over the invoice's own (B218); null takes one away (B124). Other lines keep theirs. */
export const overridePrices = (context: Context, person: Person, of: ChangedInvoice, body: ItemOverrides) =>
  change(context, person, of, 'overrides', ({ document, overrides }) => {
    mustHoldAll(document.items, body)
    const items = { ...overrides.items }
    for (const one of body.order_items) {
      const unit = exact(one.invoice_override_unit_price)
      const byCase = exact(one.invoice_override_case_price)
      if (unit === null && byCase === null) delete items[one.id]
      else items[one.id] = { unit, case: byCase }
    }
    const surcharges = { ...overrides.surcharges }
    for (const { id: surcharge, invoice_override_price } of body.surcharge_items) {
      if (invoice_override_price === null) delete surcharges[surcharge]
      else surcharges[surcharge] = exactPrice(invoice_override_price)
    }
    const next = { items, surcharges }
    mustBeInReach(document.items, next)
    const said = overridesSaid(document.items, overrides, next)
    return {
      charge: { overrides: next },
      said,
      credits: body.credits ?? [],
      confirmsKept: body.confirm_kept,
    }
  })

/** Returns "Ribeye, a unit: 5.20 → 4.80" for each price that has changed. */
function overridesSaid(items: readonly CopiedItem[], before: Overrides, after: Overrides): string[] {
  const said = (name: string, own: string, was: string | null, is: string | null) =>
    was === is ? [] : [`${name}: ${was ?? own} → ${is ?? own}`]
  return items.flatMap(({ id, name, unit_price, case_price, surcharges }) => {
    const [was, is] = [before.items[id], after.items[id]]
    return [
      ...said(`${name}, a unit`, unit_price, was?.unit ?? null, is?.unit ?? null),
      ...said(`${name}, a case`, case_price, was?.case ?? null, is?.case ?? null),
      ...surcharges.flatMap((one) =>
        said(
          `${one.name} of ${name}`,
          one.unit_price,
          before.surcharges[one.id] ?? null,
          after.surcharges[one.id] ?? null,
        ),
      ),
    ]
  })
}

const exact = (price: string | null) => (price === null ? null : exactPrice(price))

function mustHoldAll(items: readonly CopiedItem[], { order_items, surcharge_items }: ItemOverrides): void {
  const lines = new Set(items.map((item) => item.id))
  const surcharges = new Set(items.flatMap((item) => item.surcharges.map((one) => one.id)))
  const line = order_items.find((one) => !lines.has(one.id))
  if (line) throw wrongField('order_items', `${line.id} is not on this invoice`)
  const surcharge = surcharge_items.find((one) => !surcharges.has(one.id))
  if (surcharge) throw wrongField('surcharge_items', `${surcharge.id} is not on this invoice`)
}

/** Changes the fees that are named, and no others (B219). */
export const changeFees = (context: Context, person: Person, of: ChangedInvoice, body: InvoiceFees) =>
  change(context, person, of, 'fees', ({ fees }) => {
    const named = FEES.flatMap((fee) => {
      const amount = body[fee]
      return amount === undefined || cents(amount) === cents(fees[fee])
        ? []
        : [[fee, money(cents(amount))] as const]
    })
    return {
      charge: { fees: { ...fees, ...(Object.fromEntries(named) as Partial<Record<FeeName, string>>) } },
      said: named.map(([fee, amount]) => `${FEE_LABELS[fee]}: ${fees[fee]} → ${amount}`),
      confirmsKept: body.confirm_kept,
    }
  })
