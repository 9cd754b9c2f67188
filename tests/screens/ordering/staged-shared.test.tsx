/** A cart becomes a staged order, which others change and order. A failure says why, and keeps the products. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeLocation } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { askToPlaceStaged, chefAt, chooseCustomer, goOnFromList, kitchen, stagedRows } from './ordering.ts'
import { findButton, findDialog, findField, isAt, isEnabled, press } from '../reading.ts'

/** Returns the edits that were sent, as `METHOD entity`. */
const sent = (calls: readonly { path: string; body: unknown }[]) =>
  calls
    .filter(({ path }) => path === 'sync/push')
    .flatMap(({ body }) => (body as { mutations: { call: { method: string }; entity: string }[] }).mutations)
    .map(({ call, entity }) => `${call.method} ${entity}`)

it('A003 A031 B050 B138 B139 B181 B228 a cart with a price joins the staged order of the first location, and is empty', async (larder) => {
  const { company_id, location, oil, rice, staged } = await kitchen(larder.server)
  await makeLocation(larder.pool, { company_id })
  const chef = await chefAt(larder.sit, company_id, '/cart')
  expect(isEnabled(await findButton('Save to Staged Order'))).toBe(false)
  await press('Continue Shopping')
  await press('More units of Rice')
  await screen.findByText('Total: $2.50')
  screen.getAllByRole('button', { name: 'Cart' }).at(-1)!.click()
  await press('Save to Staged Order')
  await screen.findByText('Empty Cart')
  await waitFor(async () => expect(await staged()).toEqual({ [oil.upc]: 2, [rice.upc]: 1 }))
  await chef.open('/cart?stagedOrder=1')
  await waitFor(() => expect(stagedRows()).toHaveLength(2))
  const asked = chef.network.calls.filter(at('GET', 'sharedcartitems')).map(({ query }) => `${query}`)
  expect(new Set(asked)).toEqual(new Set([`no_page=1&company_location_id=${location.id}`]))
})

it('B144 B145 the office’s changes of a staged order, also down to 0, are sent as one call for each changed row', async (larder) => {
  const { oil, rice, buyer, stage, staged } = await kitchen(larder.server)
  await stage(rice.upc, 1)
  const office = await larder.sit('office')
  await office.open('/cart?stagedOrder=1')
  await chooseCustomer(buyer.username)
  await waitFor(() => expect(stagedRows()).toHaveLength(2))
  await press('More units of Olive Oil')
  await press('Fewer units of Rice')
  await waitFor(() => expect(stagedRows()).toHaveLength(1))
  await waitFor(async () => expect(await staged()).toEqual({ [oil.upc]: 3 }))
  expect(sent(office.network.calls).sort()).toEqual(['DELETE sharedcartitems', 'PATCH sharedcartitems'])
})

it('B140 B253 a staged order that cannot be cleared says so, and is still ordered once', async (larder) => {
  const { company_id, staged, orders } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/cart?stagedOrder=1')
  const dialog = await askToPlaceStaged()
  const mend = chef.network.answer(at('POST', 'sharedcartclear'), { message: 'Not now.' }, 503)
  await press('Place order', dialog)
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain('There was an issue trying to clear the items')
  mend()
  await press('Place order', dialog)
  await isAt('/orders')
  expect([await orders(), await staged()]).toEqual([1, {}])
})

it('B140 products that are staged after an order that could not be cleared are an order of their own', async (larder) => {
  const { company_id, rice, stage, staged, orders } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/cart?stagedOrder=1')
  const first = await askToPlaceStaged()
  const mend = chef.network.answer(at('POST', 'sharedcartclear'), { message: 'Not now.' }, 503)
  await press('Place order', first)
  await within(first).findByRole('alert')
  mend()
  await press('Cancel', first)
  await stage(rice.upc, 3)
  await screen.findByText('1 product')
  await waitFor(() => expect(stagedRows()).toHaveLength(1))
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  // After the 503 the server may count as away for a moment. The order is then sent a little later.
  await waitFor(async () => expect([await orders(), await staged()]).toEqual([2, {}]))
})

it('B137 B251 an order that the server refuses shows the product and the reason, and the cart does not change', async (larder) => {
  const { company_id, oil, orders } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Olive Oil')
  await press('More units of Rice')
  await screen.findByText('Total: $5.00')
  await goOnFromList()
  await press('Confirm order')
  const dialog = await findDialog('Place this order?')
  // A change before the dialog could reach the cart, which would then report it before the question.
  await larder.pool.query('update products set active = false where upc = $1', [oil.upc])
  await press('Place order', dialog)
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain('There was an issue saving the order')
  expect(alert.textContent).toContain(`Olive Oil (${oil.upc}) is not sold any more`)
  await press('Cancel', dialog)
  await chef.open('/cart')
  const lines = await screen.findByRole('list', { name: 'Products in the cart' })
  await waitFor(() => expect(within(lines).getAllByRole('listitem')).toHaveLength(2))
  await chef.open('/orders')
  await screen.findByRole('heading', { name: 'Orders' })
  expect(screen.queryByRole('region', { name: 'Orders that wait to be sent' })).toBeNull()
  expect(await orders()).toBe(0)
})

it('B265 a change of a staged order that the server refuses in the background opens no dialog', async (larder) => {
  const { company_id, oil } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/cart?stagedOrder=1')
  await findField('Units of Olive Oil')
  await larder.pool.query('update products set active = false where upc = $1', [oil.upc])
  await press('More units of Olive Oil')
  await waitFor(() => expect(sent(chef.network.calls)).toEqual(['PATCH sharedcartitems']))
  // The refusal has come back, and only the bar reports it.
  await screen.findByText('1 needs you')
  expect(screen.queryByRole('dialog')).toBeNull()
})
