import { describe, expect, it } from 'vitest'
import type { CompanyLocation, User } from '#contract/people/schema.ts'
import { customerOf, deliveryFeeOf } from './customers.ts'

const location = (id: number, more: Partial<CompanyLocation> = {}): CompanyLocation => ({
  id,
  company_id: 3,
  name: `Kitchen ${id}`,
  active: true,
  physical_address: { complete_address: '1 Dock Street' },
  lot_tracked: false,
  fuel_surcharge: false,
  late_order_fee: '25.00',
  refrigerated_delivery_fee: '0.00',
  ...more,
})
const chef = { id: 9, username: 'chef', company: 3, is_active: true, company_location: [2, 1, 4] } as User

describe('a customer', () => {
  it('A141 C178 is a person of a company with their locations in their own order, without closed ones', () => {
    const locations = [location(1), location(2), location(4, { active: false })]
    expect(customerOf(chef, locations)).toEqual({
      id: 9,
      name: 'chef',
      company_id: 3,
      company_location: [2, 1],
      company_location_data: [location(2), location(1)],
    })
  })

  it('A066 is no person of the house, and no person who left', () => {
    expect(customerOf({ ...chef, company: null }, [])).toBeNull()
    expect(customerOf({ ...chef, is_active: false }, [])).toBeNull()
  })

  it('C040 C041 pays for the delivery if their first location has the surcharge', () => {
    const paying = location(2, { fuel_surcharge: true, refrigerated_delivery_fee: '15.00' })
    expect(deliveryFeeOf(customerOf(chef, [location(1), paying])!)).toBe('15.00')
    expect(deliveryFeeOf(customerOf(chef, [location(2), { ...paying, id: 1 }])!)).toBeNull()
  })
})
