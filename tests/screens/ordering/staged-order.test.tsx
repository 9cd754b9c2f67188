/** The rows of a staged order, changed and ordered with and without a network (readings, "Ordering"; decision 0113). */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { askToPlaceStaged, chefAt, kitchen, orderStagedOffline, stagedRows } from './ordering.ts'
import { fill, findButton, findField, hasButton, isEnabled, press } from '../reading.ts'

const units = async (name: string) => (await findField(`Units of ${name}`)).value

it('B142 B146 plus, minus and a typed number change the rows at once, and are sent as one call', async (larder) => {
  const { company_id, oil, staged } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/cart?stagedOrder=1')
  await waitFor(async () => expect(await units('Olive Oil')).toBe('2'))
  const pushes = () => chef.network.calls.filter(({ path }) => path === 'sync/push').length
  const before = pushes()
  for (const name of ['More', 'More', 'Fewer', 'More']) await press(`${name} units of Olive Oil`)
  await waitFor(async () => expect(await units('Olive Oil')).toBe('4'))
  await waitFor(async () => expect(await staged()).toEqual({ [oil.upc]: 4 }), { timeout: 5_000 })
  expect(pushes() - before).toBe(1)
  await fill('Units of Olive Oil', '12')
  await waitFor(async () => expect(await staged()).toEqual({ [oil.upc]: 12 }), { timeout: 5_000 })
})

it('B143 a removed row is gone at once; B056 the last one leaves an empty staged order', async (larder) => {
  const { company_id, rice, stage, staged } = await kitchen(larder.server)
  await stage(rice.upc, 1)
  await chefAt(larder.sit, company_id, '/cart?stagedOrder=1')
  await press('Remove Olive Oil')
  await waitFor(() => expect(stagedRows()).toHaveLength(1))
  // B144: this is the last unit of the row.
  await press('Fewer units of Rice')
  await screen.findByText('Empty Staged Order')
  expect(isEnabled(await findButton('Confirm order'))).toBe(false)
  await waitFor(async () => expect(await staged()).toEqual({}), { timeout: 5_000 })
})

it('without a network a staged order shows the device’s data and their time, and keeps changes to send later', async (larder) => {
  const { company_id, oil, rice, stage, staged } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Rice')
  await chef.open('/cart')
  await findField('Units of Rice')
  chef.goOffline()
  await press('Save to Staged Order')
  await screen.findByText('Empty Cart')
  expect(await staged()).toEqual({ [oil.upc]: 2 })

  await chef.open('/cart?stagedOrder=1')
  await waitFor(() => expect(stagedRows()).toHaveLength(2))
  chef.goOffline()
  expect((await screen.findByText(/This is the staged order as of/)).textContent).toMatch(
    /as of \d\d:\d\d:\d\d/,
  )
  await press('More units of Olive Oil')
  await waitFor(async () => expect(await units('Olive Oil')).toBe('3'))
  // Another user adds to the staged order meanwhile.
  await stage(oil.upc, 4)
  chef.goOnline()
  await waitFor(async () => expect(await staged()).toEqual({ [oil.upc]: 7, [rice.upc]: 1 }), {
    timeout: 10_000,
  })
  await waitFor(async () => expect(await units('Olive Oil')).toBe('7'), { timeout: 5_000 })
})

it('B140 B141 without a network a staged order is ordered on the device, and once on the server', async (larder) => {
  const { company_id, staged, orders } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Rice')
  await chef.open('/cart?stagedOrder=1')
  await chef.kept()
  await orderStagedOffline(chef)
  await chef.open('/cart?stagedOrder=1')
  await screen.findByText('Empty Staged Order')
  await chef.open('/cart')
  expect(await units('Rice')).toBe('1')
  chef.goOnline()
  await waitFor(async () => expect([await orders(), await staged()]).toEqual([1, {}]), { timeout: 10_000 })
})

it('the second person who places a staged order sees who was first and which order it is, and orders nothing', async (larder) => {
  const { company_id, buyer, staged, orders, placeFirst } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/cart?stagedOrder=1')
  const dialog = await askToPlaceStaged()
  const first = await placeFirst()
  await press('Place order', dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    `There was an issue saving the order\n${buyer.username} has placed this staged order already: it is order ${first}. Nothing was ordered twice.`,
  )
  await press('Cancel', dialog)
  await screen.findByText('Empty Staged Order')
  await chef.open('/sync')
  await screen.findByRole('heading', { level: 1 })
  expect(hasButton('Try again')).toBe(false)
  expect([await orders(), await staged()]).toEqual([1, {}])
})
