/** A distributor with one person of every role, two customers, and a line to pick for each of them. */
import type { TestDatabase } from '../setup/database.ts'
import {
  makeCompany,
  makeItem,
  makeLocation,
  makeOrder,
  makeUser,
  type ItemRecord,
  type LocationRecord,
  type OrderRecord,
  type UserRecord,
} from './business.ts'

type Pool = TestDatabase['pool']

/** Staff above the picker, who run the back office. */
export const BACK_OFFICE = ['administrator', 'manager', 'office', 'foreman', 'sales'] as const
const EVERYBODY = [...BACK_OFFICE, 'picker', 'floorPicker', 'buyer', 'customer', 'stranger'] as const
export type Somebody = (typeof EVERYBODY)[number]

export interface House {
  people: Record<Somebody, UserRecord>
  /** Usernames, which the calls of a test server are made by. */
  as: Record<Somebody, string>
  /** Of the company that `buyer` and `customer` belong to. */
  location: LocationRecord
  order: OrderRecord
  item: ItemRecord
  /** Of the company that only `stranger` belongs to. */
  elsewhere: { location: LocationRecord; order: OrderRecord; item: ItemRecord }
}

/** `floorPicker` is a picker without the staff flag (A254); `stranger` buys for another company. */
export async function makeHouse(pool: Pool): Promise<House> {
  const place = async () => {
    const location = await makeLocation(pool, { company_id: await makeCompany(pool) })
    return { location, ...(await makeOneLineOrder(pool, location)) }
  }
  const here = await place()
  const elsewhere = await place()
  const { company_id } = here.location
  const people: Partial<Record<Somebody, UserRecord>> = {
    picker: await makeUser(pool, 'picker'),
    floorPicker: await makeUser(pool, 'picker', { is_staff: false }),
    buyer: await makeUser(pool, 'buyer', { company_id }),
    customer: await makeUser(pool, 'customer', { company_id }),
    stranger: await makeUser(pool, 'buyer', { company_id: elsewhere.location.company_id }),
  }
  for (const role of BACK_OFFICE) people[role] = await makeUser(pool, role)
  const all = people as Record<Somebody, UserRecord>
  const as = Object.fromEntries(EVERYBODY.map((name) => [name, all[name].username])) as House['as']
  return { people: all, as, ...here, elsewhere }
}

/** Makes an order of this location with one line. */
export async function makeOneLineOrder(pool: Pool, location: LocationRecord) {
  const order = await makeOrder(pool, orderAt(location))
  return { order, item: await makeItem(pool, { order_id: order.id }) }
}

/** Makes an order of the house's customer with one picked line of 5.00. */
export async function makePickedOrder(pool: Pool, { location, people }: House): Promise<OrderRecord> {
  const order = await makeOrder(pool, { ...orderAt(location), customer_id: people.customer.id })
  await makeItem(pool, { order_id: order.id, unit_quantity: 2, picked: true, final_price: '5.00' })
  return order
}

/**
 * Two orders of this location with a line of one product each: 2 units in `base`, 3 in `one`. Merged into `base`, the line
 * that is `gone` goes into the one that is `left`.
 */
export async function makeTwoToMerge(pool: Pool, location: LocationRecord) {
  const base = await makeOrder(pool, orderAt(location))
  const one = await makeOrder(pool, orderAt(location))
  const left = await makeItem(pool, { order_id: base.id })
  const gone = await makeItem(pool, { order_id: one.id, product: left.product, units_ordered: 3 })
  return { base, one, left, gone }
}

/** What an order of this location is made of. */
export const orderAt = ({ id, company_id }: LocationRecord) => ({ company_location_id: id, company_id })
