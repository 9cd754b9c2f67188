import { expect, it } from 'vitest'
import { neighboursOf } from './walked-orders.ts'

const orders = [
  { id: 5, invoiced: true },
  { id: 3, invoiced: false },
  { id: 9, invoiced: true },
]

it('the neighbours of an order are those of the list, in its order', () => {
  const all = () => true
  expect(neighboursOf(orders, 5, all)).toEqual({ previous: null, next: 3 })
  expect(neighboursOf(orders, 3, all)).toEqual({ previous: 5, next: 9 })
  expect(neighboursOf(orders, 9, all)).toEqual({ previous: 3, next: null })
})

it('the neighbours of an invoice are invoices, and an order that was not listed has none', () => {
  const invoices = ({ invoiced }: { invoiced: boolean }) => invoiced
  expect(neighboursOf(orders, 5, invoices)).toEqual({ previous: null, next: 9 })
  expect(neighboursOf(orders, 4, invoices)).toEqual({ previous: null, next: null })
})
