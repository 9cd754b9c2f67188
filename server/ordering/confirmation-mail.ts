/**
 * The mail that confirms an order to its customer (docs/decisions/0045): what it reads, and what it says. It includes
 * the note, a person's own words: a user's address was confirmed from it or set by the office (docs/decisions/0182).
 */
import { z } from 'zod'
import { showLongDay, showDollars } from '#contract/format.ts'
import { PriceChange, PriceSnapshot } from '#contract/orders/schema.ts'
import type { Env } from '../env.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { escapeHtml } from '../platform/html.ts'

/** Returns an SQL condition: a person, `users u`, has mails of their orders. */
export const wantsMail = (env: Pick<Env, 'DEMO'>): string =>
  `u.email_order_confirmation and u.email <> '' and ${accountIsOpen(env, 'u')}`

const Line = z.object({
  name: z.string(),
  units_ordered: z.number(),
  cases_ordered: z.number(),
  estimated_price: z.string(),
  price_snapshot: PriceSnapshot,
})
type Line = z.infer<typeof Line>

export const ConfirmedOrder = z.object({
  id: z.number(),
  delivery_date: z.string(),
  location: z.string(),
  address: z.string(),
  note: z.string(),
  total: z.string(),
  lines: z.array(Line),
  price_changes: z.array(PriceChange),
})
export type ConfirmedOrder = z.infer<typeof ConfirmedOrder>

/**
 * Returns SQL of order $1, where its customer still takes confirmations; no row once its delivery day is before day $2.
 */
export const confirmedSql = (env: Pick<Env, 'DEMO'>): string => `
  select o.id, o.delivery_date, l.name as location,
         l.complete_address as address, o.note, o.total, o.price_changes,
         coalesce((select json_agg(json_build_object('name', p.name, 'units_ordered', i.units_ordered,
                            'cases_ordered', i.cases_ordered, 'estimated_price', i.estimated_price::text,
                            'price_snapshot', i.price_snapshot) order by i.id)
                     from order_items i join products p on p.upc = i.product
                    where i.order_id = o.id and i.units_ordered + i.cases_ordered > 0), '[]') as lines
    from orders o
    join company_locations l on l.id = o.company_location_id
    join users u on u.id = o.customer_id
   where o.id = $1 and o.delivery_date >= $2 and ${wantsMail(env)}`

const counted = (count: number, noun: string) =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
const quantity = ({ units_ordered, cases_ordered }: Line) =>
  [...counted(units_ordered, 'unit'), ...counted(cases_ordered, 'case')].join(', ')

/** Whether the charged price depends on a scale (readings, "Orders, quantities, weights"). */
const isWeighed = ({ units_ordered, cases_ordered, price_snapshot: price }: Line) =>
  price.weight_type === 'r/w' &&
  ((units_ordered > 0 && price.unit_price_per_lb !== null) ||
    (cases_ordered > 0 && price.case_price_per_lb !== null))

const CHANGED = 'These prices have changed since the order was confirmed, and are those of the order:'
const changeText = ({ name, unit_type, seen, price }: PriceChange) =>
  `${name}: $${seen} → $${price} a ${unit_type === 'u' ? 'unit' : 'case'}`

const WEIGHED =
  '* Sold by weight: the price is for the usual weight, and what is delivered is charged by what it weighs.'

/**
 * @param distributor its lines, its name first
 * @param app the address at which people open the app (`PUBLIC_URL`)
 */
export function confirmationMail(
  order: ConfirmedOrder,
  distributor: readonly string[],
  app?: string,
): { subject: string; text: string; html: string } {
  const day = showLongDay(order.delivery_date)
  const lines = order.lines.map((line) => ({
    quantity: quantity(line),
    name: line.name,
    price: `${showDollars(line.estimated_price)}${isWeighed(line) ? '*' : ''}`,
  }))
  const facts = [
    ['Delivery', day],
    ['Ship to', `${order.location}, ${order.address}`],
    ...(order.note === '' ? [] : [['Note', order.note]]),
  ] as [string, string][]
  const thanks = `Thank you. We have your order ${order.id}.`
  const total = showDollars(order.total)
  const changes = order.price_changes.map(changeText)
  const link = app && `${app}/order/${order.id}`
  const isAnyWeighed = order.lines.some(isWeighed)
  const cell = (text: string, style = '') =>
    `<td style="padding:4px 12px 4px 0;${style}">${escapeHtml(text)}</td>`
  const right = 'text-align:right;'
  return {
    subject: `Order ${order.id} for ${day}`,
    text: [
      thanks,
      '',
      ...facts.map(([what, text]) => `${what}: ${text}`),
      '',
      ...lines.map(({ quantity, name, price }) => `${quantity} - ${name}: ${price}`),
      '',
      `Estimated total: ${total}`,
      ...(changes.length > 0 ? ['', CHANGED, ...changes.map((change) => `- ${change}`)] : []),
      ...(isAnyWeighed ? ['', WEIGHED] : []),
      ...(link ? ['', `See it at ${link}`] : []),
      '',
      ...distributor,
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif">',
      `<p>${thanks}</p>`,
      ...facts.map(
        ([what, text]) => `<p style="white-space:pre-line">${what}: <strong>${escapeHtml(text)}</strong></p>`,
      ),
      '<table style="border-collapse:collapse">',
      ...lines.map(
        ({ quantity, name, price }) => `<tr>${cell(quantity)}${cell(name)}${cell(price, right)}</tr>`,
      ),
      `<tr>${cell('')}${cell('Estimated total', 'font-weight:bold;')}${cell(total, `font-weight:bold;${right}`)}</tr>`,
      '</table>',
      ...(changes.length > 0
        ? [
            `<p>${CHANGED}</p>`,
            `<ul>${changes.map((change) => `<li>${escapeHtml(change)}</li>`).join('')}</ul>`,
          ]
        : []),
      ...(isAnyWeighed ? [`<p>${WEIGHED}</p>`] : []),
      ...(link ? [`<p><a href="${escapeHtml(link)}">See it at ${escapeHtml(link)}</a></p>`] : []),
      `<p>${distributor.map(escapeHtml).join('<br>')}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}
