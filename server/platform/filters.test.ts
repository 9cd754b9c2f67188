import { describe, expect, it } from 'vitest'
import { filtersOf } from './filters.ts'

describe('the WHERE of a list', () => {
  it('has the conditions of the filters that came, with their values in the order of their numbers', () => {
    expect(
      filtersOf({
        state: ['m.state = $', 'sent'],
        kind: ['m.kind = $', undefined],
        order: ['m.order_id = $', null],
        paid: ['o.paid', true],
        open: ['not o.paid', false],
        day: ['m.day = $::date or m.later = $::date', '2026-11-29'],
      }),
    ).toEqual({
      where: ' where (m.state = $1) and (o.paid) and (m.day = $2::date or m.later = $2::date)',
      named: ' state paid day',
      values: ['sent', '2026-11-29'],
    })
  })

  it('is nothing where none came, and takes a 0 and an empty text for values', () => {
    expect(filtersOf({ company: ['o.company_id = $', null] })).toEqual({ where: '', named: '', values: [] })
    expect(filtersOf({ n: ['n = $', 0], t: ['t = $', ''] }).values).toEqual([0, ''])
  })
})
