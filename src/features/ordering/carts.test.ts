/** The carts of a device. */
import { expect, it } from 'vitest'
import { user } from '#contract/testing/rows.ts'
import { makeDevice } from '#src/sync/testing/device.ts'
import { FakeServer } from '#src/sync/testing/fake-server.ts'
import type { Cart, OrderingCustomer } from './cart/index.ts'
import { readCart, showCart } from './carts.ts'

const chef = user({ role_id: 5, company: 1, company_location: [1] })
const customer: OrderingCustomer = {
  id: chef.id,
  name: 'chef',
  company_id: 1,
  company_location: [1],
  company_location_data: [],
}
const cartOf = (upc: string): Cart => ({
  products: [{ upc, unit_in_cart: 1, case_in_cart: 0, added_in_cart: true, added_through_sub: false }],
  total: '2.00',
})

it('a page of the previous release replaces no cart: the newer release has taken over', async () => {
  const device = await makeDevice(new FakeServer(), chef)
  const engine = await device.open()
  await showCart(engine, customer, cartOf('oil'))
  engine.outdate()
  await expect(showCart(engine, customer, cartOf('rice'))).rejects.toThrow('Larder was updated: reload')
  expect(await readCart(engine, chef.id)).toEqual(cartOf('oil'))
  await engine.close()
})
