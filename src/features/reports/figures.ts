/** What the figures come to beside what the server has summed. */
import type { Figures } from '#contract/reports/figures.ts'
import { addDays, type Days } from '#contract/day.ts'
import { cents, divideRounded, money } from '#contract/money.ts'

/** The seven days up to this one: what the figures begin with. */
export const daysUntil = (today: string): Days => ({
  start: addDays(today, -6),
  end: today,
})

type Product = Figures['products'][number]

/** Returns the sales less the cost; null where the cost is not known. */
export const marginOf = ({ sales, cost }: Pick<Product, 'sales' | 'cost'>): string | null =>
  cost === null ? null : money(cents(sales) - cents(cost))

/** A part of a whole in per cent with one decimal, rounded half up; null of nothing. */
export function shareOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null
  const tenths = divideRounded(part * 1_000n, whole)
  const digits = String(tenths < 0n ? -tenths : tenths).padStart(2, '0')
  return `${tenths < 0n ? '-' : ''}${digits.slice(0, -1)}.${digits.slice(-1)}`
}

export interface Department {
  name: string
  products: number
  sales: string
  /** The sales of the products whose cost is known. */
  known_sales: string
  cost: string
}

/** The products by department, the largest first. */
export function departmentsOf(products: readonly Product[]): Department[] {
  const sums = new Map<string, { products: number; sales: bigint; known: bigint; cost: bigint }>()
  for (const { department, sales, cost } of products) {
    const sum = sums.get(department) ?? { products: 0, sales: 0n, known: 0n, cost: 0n }
    sums.set(department, {
      products: sum.products + 1,
      sales: sum.sales + cents(sales),
      known: sum.known + (cost === null ? 0n : cents(sales)),
      cost: sum.cost + cents(cost ?? '0'),
    })
  }
  return [...sums]
    .toSorted(([, a], [, b]) => (a.sales < b.sales ? 1 : a.sales > b.sales ? -1 : 0))
    .map(([name, { products: count, sales, known, cost }]) => ({
      name: name || 'Without a department',
      products: count,
      sales: money(sales),
      known_sales: money(known),
      cost: money(cost),
    }))
}

/** Lines in an hour; null where nothing was picked. */
export const linesAnHour = ({ lines, minutes }: Figures['pickers'][number]): number | null =>
  minutes === 0 ? null : Math.round((lines * 60) / minutes)
