/** How each figure of an invoice was computed, in words and figures: what the page shows on demand. */
import { cents, fromUnits, money, toUnits } from '../money.ts'
import type { Invoice, InvoiceItem, InvoiceSurcharge } from './schema.ts'
import { chargedSurcharge, chargedTotal, couponOf, exactPrice, itemTax, netTotal } from './totals.ts'

/** With as many places as the figure that is multiplied has, two at least: the reader can do it again. */
const pounds = (lbs: string): string => fromUnits(toUnits(lbs, 3), 3).replace(/0$/, '')
const count = (pieces: number, noun: string): string => `${pieces} ${noun}${pieces === 1 ? '' : 's'}`
const percent = (rate: string): string => `${rate.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')}%`

type Part = 'u' | 'c'

/** "3 pieces, 24.31 lb × $5.20/lb", of each unit type that was picked. */
export function howComputed(item: InvoiceItem): string {
  if (item.by_hand && item.invoice_override_total === null) return `Set to $${item.total} by hand`
  const parts = (['u', 'c'] as const).flatMap((part) => partOf(item, part) ?? [])
  return parts.join(' + ')
}

function partOf(item: InvoiceItem, part: Part): string | null {
  const [pieces, noun, own, over, lbs] =
    part === 'u'
      ? [item.unit_quantity, 'piece', item.unit_price, item.invoice_override_unit_price, item.unit_weight_lbs]
      : [item.case_quantity, 'case', item.case_price, item.invoice_override_case_price, item.case_weight_lbs]
  if (pieces === 0) return null
  const instead = over === null ? '' : ` instead of $${own}`
  const price = exactPrice(over ?? own)
  if (!item.weighable || lbs === null || lbs === undefined)
    return `${count(pieces, noun)} × $${price}${instead}`
  const average = item.at_average[part]
  const how =
    item.weight_type === 'fix'
      ? ' nominal'
      : average > 0
        ? ` (${average === pieces ? (pieces === 1 ? 'it' : 'all') : average} at the average weight)`
        : ''
  return `${count(pieces, noun)}, ${pounds(lbs)} lb${how} × $${price}/lb${instead}`
}

/** "8% of $126.41", or "3 × $0.05". */
function surchargeComputed(surcharge: InvoiceSurcharge, item: InvoiceItem): string {
  const { type, amount, quantity, unit_price, invoice_override_price: over } = surcharge
  if (over !== null) return `${quantity} × $${exactPrice(over)} instead of $${surcharge.total}`
  return type === '%' ? `${percent(amount)} of $${chargedTotal(item)}` : `${quantity} × $${unit_price}`
}

export interface ComputedLine {
  key: string
  name: string
  how: string
  amount: string
}

/** Every line of an invoice with its amount; they add up to the grand total. */
export function computedLines(invoice: Invoice): ComputedLine[] {
  const { items, credits, tax_rate } = invoice
  const lines = items.flatMap((item) => [
    { key: item.id, name: item.name, how: howComputed(item), amount: chargedTotal(item) },
    ...(cents(couponOf(item)) === 0n
      ? []
      : [
          {
            key: `${item.id} coupon`,
            name: `Coupon of ${item.name}`,
            how: couponWords(item),
            amount: `-${couponOf(item)}`,
          },
        ]),
    ...item.surcharges.map((one) => ({
      key: `${item.id} ${one.id}`,
      name: one.name,
      how: surchargeComputed(one, item),
      amount: chargedSurcharge(one),
    })),
  ])
  const taxed = items.filter((item) => cents(itemTax(item, tax_rate || '0')) !== 0n)
  return [
    ...lines,
    ...credits.map((one) => ({
      key: `credit ${one.id}`,
      name: 'Credit',
      how: one.reason,
      amount: one.total,
    })),
    {
      key: 'tax',
      name: 'Tax',
      how:
        taxed.map((item) => `${percent(tax_rate)} of $${netTotal(item)}`).join(' + ') +
          (credits.some(({ tax }) => cents(tax) !== 0n)
            ? `, less $${money(-credits.reduce((sum, { tax }) => sum + cents(tax), 0n))} of credits`
            : '') || 'Nothing on it is taxed',
      amount: invoice.tax_total,
    },
  ]
}

const couponWords = ({ coupon_amount, coupon_note, ...item }: InvoiceItem): string =>
  [
    coupon_note,
    cents(coupon_amount) > cents(chargedTotal(item)) && `$${coupon_amount}, at most what the line costs`,
  ]
    .filter(Boolean)
    .join(': ') || 'As it was entered on the order'
