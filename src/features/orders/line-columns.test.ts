import { expect, it } from 'vitest'
import { cellOf, visibleColumns } from '#src/ui/table/column.ts'
import { lineColumns } from './line-columns.tsx'
import type { OrderLine } from './lines.ts'

const columnsOf = (role_id: number) => {
  const person = { id: 1, username: 'x', role_id, is_staff: true, company: null }
  return visibleColumns(lineColumns(person), person)
}
const labels = (role_id: number) => columnsOf(role_id).map(({ label }) => label)

it('A257 A258 the order view shows the UPC to roles 1 to 11, which is two more than the pick list', () => {
  for (const role of [1, 9, 10, 11]) expect(labels(role)).toContain('UPC')
  for (const role of [12, 14, 20, 32]) expect(labels(role)).not.toContain('UPC')
})

it('A033 the item code links to its form for role_id below 12', () => {
  const isLink = (role: number) => columnsOf(role).find(({ id }) => id === 'code')?.cell !== undefined
  expect([1, 11, 12, 14, 32].map(isLink)).toEqual([true, true, false, false, false])
})

it('A257 a phone’s card has the UPC too, and shows a stock of 0 unlike an unknown stock', () => {
  const [upc, stock] = ['upc', 'combined stock'].map((name) => columnsOf(1).find(({ id }) => id === name)!)
  expect(upc!.offCard).toBeUndefined()
  const stockOf = (combined_stock_level: number | null) =>
    cellOf(stock!, { product: { combined_stock_level } } as OrderLine)
  expect([stockOf(0), stockOf(12), stockOf(null)]).toEqual([0, 12, '–'])
})
