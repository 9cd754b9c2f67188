/** The office's unsaved prices and fees of an invoice (B120–B132). Pure. */
import {
  FEE_LABELS,
  FEES,
  type FeeName,
  type Invoice,
  type InvoiceCredit,
  type InvoiceFees,
  type InvoiceItem,
  type InvoiceSurcharge,
  type ItemOverrides,
} from '#contract/invoices/schema.ts'
import { fitCredits, retaxed } from '#contract/invoices/credits.ts'
import { withOverrides, type Overrides } from '#contract/invoices/show.ts'
import {
  exactPrice,
  priceForTotal,
  surchargePrice,
  surchargePriceForTotal,
  totalsOf,
  type Charged,
  type Totals,
} from '#contract/invoices/totals.ts'
import { cents, money } from '#contract/money.ts'

/** The texts of a row's inputs. An empty text means the original price. */
export interface ItemDraft {
  unit: string
  byCase: string
}

/** Holds only what differs from the invoice on the server: every entry is a modification (B121). */
export interface InvoiceDraft {
  items: Record<string, ItemDraft>
  surcharges: Record<number, string>
  fees: Partial<Record<FeeName, string>>
  /** The texts of total inputs that are not amounts, by the id of the item or the surcharge. */
  totals: Record<string | number, string>
}

export const NOTHING_TYPED: InvoiceDraft = { items: {}, surcharges: {}, fees: {}, totals: {} }

/** Whether a text is a price: in dollars, with six places at most, so that a typed total comes back to the cent. */
export const isPrice = (text: string): boolean => /^(\d{1,10}(\.\d{0,6})?|\.\d{1,6})$/.test(text)
const exact = (text: string): string => exactPrice(text.replace(/^\./, '0.').replace(/\.$/, ''))
/** Whether a text is an amount, to the cent. */
export const isAmount = (text: string): boolean => /^(\d{1,10}(\.\d{0,2})?|\.\d{1,2})$/.test(text)

const same = (a: string, b: string): boolean => isPrice(a) && isPrice(b) && exact(a) === exact(b)

/** The texts of an item's inputs before anything is typed: the override, or the original. */
const savedItem = (item: InvoiceItem): ItemDraft => ({
  unit: item.invoice_override_unit_price ?? item.unit_price,
  byCase: item.invoice_override_case_price ?? item.case_price,
})
const savedSurcharge = (surcharge: InvoiceSurcharge): string =>
  surcharge.invoice_override_price ?? surcharge.unit_price

export const itemDraft = (draft: InvoiceDraft, item: InvoiceItem): ItemDraft =>
  draft.items[item.id] ?? savedItem(item)
/** @param typed the surcharge with the typed values (`typedItems`): a percentage and its price follow the item */
export function surchargeDraft(draft: InvoiceDraft, typed: InvoiceSurcharge): string {
  const text = draft.surcharges[typed.id]
  return text === undefined || text === typed.unit_price ? surchargePrice(typed) : text
}
export const feeDraft = (draft: InvoiceDraft, invoice: Invoice, fee: FeeName): string =>
  draft.fees[fee] ?? invoice[fee]

/** Keeps an entry only where it differs from what is saved. */
function put<K extends string | number, T>(
  record: Record<K, T>,
  key: K,
  value: T,
  isSaved: boolean,
): Record<K, T> {
  const { [key]: _before, ...others } = record
  return (isSaved ? others : { ...others, [key]: value }) as Record<K, T>
}

/** A typed price replaces a total that could not be read. */
const withoutTotal = (draft: InvoiceDraft, id: string | number): InvoiceDraft => ({
  ...draft,
  totals: put(draft.totals, id, '', true),
})
const withTotal = (draft: InvoiceDraft, id: string | number, total: string): InvoiceDraft => ({
  ...draft,
  totals: put(draft.totals, id, total, false),
})

export function typeItem(draft: InvoiceDraft, item: InvoiceItem, typed: Partial<ItemDraft>): InvoiceDraft {
  const row = { ...itemDraft(draft, item), ...typed }
  const saved = savedItem(item)
  const isSaved = same(row.unit, saved.unit) && same(row.byCase, saved.byCase)
  return { ...withoutTotal(draft, item.id), items: put(draft.items, item.id, row, isSaved) }
}

/** The one price that a row's total sets (B169: the row has units or cases). */
const priceOfTotal = ({ case_quantity }: InvoiceItem, price: string): Partial<ItemDraft> =>
  case_quantity > 0 ? { byCase: price } : { unit: price }

/** B170: resets the price behind a row's total; null where it is the original price already. */
export function resetTotal(draft: InvoiceDraft, item: InvoiceItem): InvoiceDraft | null {
  const { unit, byCase } = itemDraft(draft, item)
  const [now, original] = item.case_quantity > 0 ? [byCase, item.case_price] : [unit, item.unit_price]
  return now === original ? null : typeItem(draft, item, priceOfTotal(item, original))
}

/**
 * B129–B131: a typed total sets the price of the row's units or cases. A row with both or with neither gets no price.
 * An emptied total restores the original price, as an emptied price does (B124).
 */
export function typeTotal(draft: InvoiceDraft, item: InvoiceItem, total: string): InvoiceDraft {
  if (total !== '' && !isAmount(total)) return withTotal(draft, item.id, total)
  const price = priceForTotal(item, exact(total || '0'))
  if (!price) return draft
  if (total === '') return typeItem(draft, item, priceOfTotal(item, ''))
  return typeItem(draft, item, 'unit' in price ? { unit: price.unit } : { byCase: price.case })
}

export function typeSurcharge(draft: InvoiceDraft, surcharge: InvoiceSurcharge, price: string): InvoiceDraft {
  const isSaved = same(price, savedSurcharge(surcharge))
  return {
    ...withoutTotal(draft, surcharge.id),
    surcharges: put(draft.surcharges, surcharge.id, price, isSaved),
  }
}

export function typeSurchargeTotal(
  draft: InvoiceDraft,
  surcharge: InvoiceSurcharge,
  total: string,
): InvoiceDraft {
  if (total !== '' && !isAmount(total)) return withTotal(draft, surcharge.id, total)
  const price = surchargePriceForTotal(surcharge.quantity, exact(total || '0'))
  return price === null ? draft : typeSurcharge(draft, surcharge, total === '' ? '' : price)
}

export function typeFee(draft: InvoiceDraft, invoice: Invoice, fee: FeeName, amount: string): InvoiceDraft {
  return {
    ...draft,
    fees: put(draft.fees as Record<FeeName, string>, fee, amount, same(amount, invoice[fee])),
  }
}

/** B123: sets every price to the original one, in the inputs only. Typed fees stay. */
export function resetAll(draft: InvoiceDraft, invoice: Invoice): InvoiceDraft {
  let next: InvoiceDraft = { ...draft, items: {}, surcharges: {}, totals: {} }
  for (const item of invoice.items) {
    next = typeItem(next, item, { unit: item.unit_price, byCase: item.case_price })
    for (const surcharge of item.surcharges) next = typeSurcharge(next, surcharge, surcharge.unit_price)
  }
  return next
}

/** Returns the numbers of an invoice's surcharges, by their items and their names. */
function surchargeNumbers({ items }: Pick<Invoice, 'items'>): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { id: item, surcharges } of items)
    for (const [at, { id, name }] of surcharges.entries()) {
      // Two of one item may have the same name.
      const nth = surcharges.slice(0, at).filter((one) => one.name === name).length
      numbers.set(JSON.stringify([item, name, nth]), id)
    }
  return numbers
}

/**
 * Returns a draft for the invoice as it is read again. An invoice that is made again numbers its surcharges again: what
 * is typed for a surcharge stays with it, and is left out where the invoice no longer has it.
 */
export function followSurcharges(
  draft: InvoiceDraft,
  before: Pick<Invoice, 'items'>,
  now: Pick<Invoice, 'items'>,
): InvoiceDraft {
  const numbers = surchargeNumbers(now)
  const moved = new Map([...surchargeNumbers(before)].map(([name, id]) => [String(id), numbers.get(name)]))
  const follow = (record: Record<string | number, string>): Record<string | number, string> =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, text]) => {
        const id = moved.has(key) ? moved.get(key) : key
        return id === undefined ? [] : [[id, text] as const]
      }),
    )
  const surcharges = follow(draft.surcharges)
  return { ...draft, surcharges, totals: follow(draft.totals) }
}

export const isInvoiceChanged = ({ items, surcharges, fees, totals }: InvoiceDraft): boolean =>
  [items, surcharges, fees, totals].some((record) => Object.keys(record).length > 0)

/** Returns why the draft cannot be saved: a typed text is not an amount. A price may be empty (B124), a fee may not. */
export function wrongIn({ items, surcharges, fees, totals }: InvoiceDraft): string | null {
  const emptied = FEES.find((fee) => fees[fee] === '')
  if (emptied) return `${FEE_LABELS[emptied]}: type 0 where there is none.`
  const prices = [
    ...Object.values(items).flatMap(({ unit, byCase }) => [unit, byCase]),
    ...Object.values(surcharges),
  ]
  const isWrong =
    Object.keys(totals).length > 0 ||
    prices.some((text) => text !== '' && !isPrice(text)) ||
    Object.values(fees).some((text) => !isAmount(text))
  return isWrong ? 'An amount is not a number such as 12.50.' : null
}

/** The overrides to save: those of the invoice, with the typed ones in their place. */
function overridesWith(draft: InvoiceDraft, { items }: Pick<Invoice, 'items'>): Overrides {
  const all: Overrides = { items: {}, surcharges: {} }
  for (const item of items) {
    const { unit, byCase } = itemDraft(draft, item)
    const [u, c] = [override(unit, item.unit_price), override(byCase, item.case_price)]
    if (u !== null || c !== null) all.items[item.id] = { unit: u, case: c }
    for (const surcharge of item.surcharges) {
      const price = typedPrice(draft, surcharge)
      if (price !== null) all.surcharges[surcharge.id] = price
    }
  }
  return all
}

/** The override of a surcharge's price; null where there is none, and the surcharge's percentage follows its item. */
function typedPrice(draft: InvoiceDraft, surcharge: InvoiceSurcharge): string | null {
  const text = draft.surcharges[surcharge.id]
  return text === undefined ? surcharge.invoice_override_price : override(text, surcharge.unit_price)
}

/** The items of the invoice once the draft is saved (B132), by the server's own function. */
export const typedItems = (draft: InvoiceDraft, invoice: Pick<Invoice, 'items'>): InvoiceItem[] =>
  withOverrides(invoice.items, overridesWith(draft, invoice))

/** The charges of the invoice once the draft is saved, before its credits. */
function typedCharge(draft: InvoiceDraft, invoice: Invoice): Charged {
  const fee = (name: FeeName) => {
    const text = feeDraft(draft, invoice, name)
    return isAmount(text) ? money(cents(exact(text))) : invoice[name]
  }
  return {
    items: typedItems(draft, invoice),
    fees: Object.fromEntries(FEES.map((name) => [name, fee(name)])) as Record<FeeName, string>,
    tax_rate: invoice.tax_rate === '' ? null : invoice.tax_rate,
    tax_total: invoice.tax_total,
  }
}

/** The credits on the invoice once the draft is saved, as the server applies them: a credit that does not fit waits. */
export function typedCredits(draft: InvoiceDraft, invoice: Invoice): InvoiceCredit[] {
  const charge = typedCharge(draft, invoice)
  // If no tax rate is known, the server's tax stays, also that of the credits.
  if (charge.tax_rate === null) return invoice.credits
  const of = { order: invoice.order_id, items: typedItems(draft, invoice), rate: charge.tax_rate }
  const taxed = retaxed(invoice.credits, of)
  return fitCredits(taxed, totalsOf(charge).grand_total).stay
}

/** B127, B128, readings "Money on the invoice": the customer's charge once the draft is saved. */
export const typedTotals = (draft: InvoiceDraft, invoice: Invoice): Totals =>
  totalsOf({ ...typedCharge(draft, invoice), credits: typedCredits(draft, invoice) })

/** B124: null for the original price, even if it was typed; else the price. */
const override = (text: string, original: string): string | null =>
  !isPrice(text) || same(text, original) ? null : exact(text)

/** B218, B220: only the changed rows; null where there is none. */
export function overridesOf(draft: InvoiceDraft, invoice: Invoice): ItemOverrides | null {
  const order_items = invoice.items.flatMap((item) => {
    const row = draft.items[item.id]
    if (!row) return []
    return [
      {
        id: item.id,
        invoice_override_case_price: override(row.byCase, item.case_price),
        invoice_override_unit_price: override(row.unit, item.unit_price),
      },
    ]
  })
  const surcharge_items = invoice.items.flatMap(({ surcharges }) =>
    surcharges.flatMap((surcharge) => {
      const price = draft.surcharges[surcharge.id]
      if (price === undefined) return []
      return [{ id: surcharge.id, invoice_override_price: override(price, surcharge.unit_price) }]
    }),
  )
  return order_items.length + surcharge_items.length > 0 ? { order_items, surcharge_items } : null
}

/** B219: only the changed fees; null where there is none. */
export function feesOf({ fees }: InvoiceDraft): InvoiceFees | null {
  const changed = Object.entries(fees).map(([fee, text]) => [fee, money(cents(exact(text)))])
  return changed.length > 0 ? (Object.fromEntries(changed) as InvoiceFees) : null
}
