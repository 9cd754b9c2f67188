import { expect, it } from 'vitest'
import { can } from './permissions.ts'

it('A032 A033 A092 the ways to a product’s and an item code’s page are for role ids below 12 alone, staff or not', () => {
  const may = (role_id: number, is_staff: boolean) =>
    can({ id: 1, username: 'x', role_id, is_staff, company: null }, 'catalogue.links')
  expect([may(11, true), may(5, false)]).toEqual([true, true])
  expect([may(12, true), may(14, true), may(20, false)]).toEqual([false, false, false])
})
