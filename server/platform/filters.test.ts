import { describe, expect, it } from 'vitest'
import { filtersOf, patternsOf } from './filters.ts'

describe('the WHERE of a list', () => {
  it('has the conditions of the filters that came, with their values in the order of their numbers', () => {
    const { where, values, nameOf } = filtersOf({
      state: ['m.state = $', 'sent'],
      kind: ['m.kind = $', undefined],
      order: ['m.order_id = $', null],
      paid: ['o.paid', true],
      open: ['not o.paid', false],
      day: ['m.day = $::date or m.later = $::date', '2026-11-29'],
    })
    expect(where).toBe(' where (m.state = $1) and (o.paid) and (m.day = $2::date or m.later = $2::date)')
    expect(values).toEqual(['sent', '2026-11-29'])
    expect(nameOf('mails')).toBe('mails state paid day')
  })

  it('is nothing where none came, and takes a 0 and an empty text for values', () => {
    const { where, values, nameOf } = filtersOf({ company: ['o.company_id = $', null] }, [
      's.search ilike $',
      [],
    ])
    expect([where, values, nameOf('orders')]).toEqual(['', [], 'orders'])
    expect(filtersOf({ n: ['n = $', 0], t: ['t = $', ''] }).values).toEqual([0, ''])
  })

  it('asks a row for every word of a search, and has no statement name then', () => {
    const { where, values, nameOf } = filtersOf({ n: ['n = $', 7] }, [
      's.search ilike $',
      patternsOf(' 5% Dock '),
    ])
    expect(where).toBe(' where (n = $1) and (s.search ilike $2) and (s.search ilike $3)')
    expect(values).toEqual([7, String.raw`%5\%%`, '%dock%'])
    expect(nameOf('orders')).toBe(null)
    expect(patternsOf('a b c d e f g h i j')).toHaveLength(8)
    expect(patternsOf(undefined)).toEqual([])
  })
})
