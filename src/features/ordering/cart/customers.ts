/**
 * The customers that an order can be for (A066, A141; readings, "Who orders for where"): the office chooses among all
 * active customers, role 20 among people of their own company, and anybody else orders for themselves.
 */
import type { CompanyLocation, User } from '#contract/people/schema.ts'

/** A141. A customer is a person of a company; `name` is their username. */
export interface OrderingCustomer {
  id: number
  name: string
  company_id: number
  /** The ids of the locations. Orders go to the first unless another is chosen (B139). */
  company_location: number[]
  company_location_data: CompanyLocation[]
}

/** The fields of a user that the device of an orderer stores: only those that ordering needs. */
export type Orderer = Pick<User, 'id' | 'username' | 'company' | 'is_active' | 'company_location'>

/** Returns the customer; null for a person of the house, who only orders for others. Closed locations are left out. */
export function customerOf(user: Orderer, locations: readonly CompanyLocation[]): OrderingCustomer | null {
  if (user.company === null || !user.is_active) return null
  const byId = new Map(locations.map((location) => [location.id, location]))
  const data = user.company_location.flatMap((id) => byId.get(id) ?? []).filter(({ active }) => active)
  return {
    id: user.id,
    name: user.username,
    company_id: user.company,
    company_location: data.map(({ id }) => id),
    company_location_data: data,
  }
}

/** B053, C040: the fee of a delivery to the customer's first location; null where there is none. */
export const deliveryFeeOf = ({ company_location_data: [first] }: OrderingCustomer): string | null =>
  first?.fuel_surcharge ? first.refrigerated_delivery_fee : null
