/** Quantities that are typed into the cart. The cart reports one that cannot be ordered, and does not correct it. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeItem, makeLocation, makeOrder, makeProduct, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { fill, findField, isAt, press } from '../reading.ts'
import { chefAt, makeOilAndRice } from './ordering.ts'

/** Opens the office's cart with 2 units of butter. */
async function openCart({ pool, sit }: Larder, over: { out_of_stock?: boolean } = {}) {
  const butter = await makeProduct(pool, { name: 'Butter', ...over })
  const location = await makeLocation(pool)
  const chef = await makeUser(pool, 'customer', { company_id: location.company_id })
  const order = await makeOrder(pool, { ...orderAt(location), customer_id: chef.id })
  await makeItem(pool, { order_id: order.id, product: butter.upc, units_ordered: 2 })
  const office = await sit('office')
  await office.open(`/order/${order.id}`)
  await office.kept()
  await press('Replicate Order')
  await isAt('/cart')
}

it('A182 A219 a quantity that cannot be ordered stays typed, with a message and the quantity in the cart', async (larder) => {
  await openCart(larder)
  const units = () => findField('Units of Butter')
  await waitFor(async () => expect((await units()).value).toBe('2'))
  expect((await units()).type).toBe('text')

  for (const [typed, words] of [
    ['10000', 'At most 9,999. The cart has 2.'],
    ['1.5', 'Whole numbers only. The cart has 2.'],
    ['-3', 'Not below 0. The cart has 2.'],
    ['1e3', 'Digits only, such as 12. The cart has 2.'],
  ] as const) {
    await fill('Units of Butter', typed)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    fireEvent.blur(await units())
    expect((await units()).value).toBe(typed)
  }

  await press('More units of Butter')
  await waitFor(async () => expect((await units()).value).toBe('3'))
  expect(screen.queryByRole('alert')).toBeNull()
  await fill('Units of Butter', '9999')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await press('Fewer units of Butter')
  await waitFor(async () => expect((await units()).value).toBe('9998'))
})

it('A219 a line stays while its number is retyped, and is removed when the emptied field is left', async (larder) => {
  await openCart(larder)
  const units = await findField('Units of Butter')
  await waitFor(() => expect(units.value).toBe('2'))
  await fill('Units of Butter', '')
  expect((await findField('Units of Butter')).value).toBe('')
  await fill('Units of Butter', '5')
  fireEvent.blur(units)
  await waitFor(() => expect(units.value).toBe('5'))
  await fill('Units of Butter', '')
  fireEvent.blur(units)
  await screen.findByText('Empty Cart')
})

it('a number typed for a scarce product raises a question when its field is left, not after its first digit', async (larder) => {
  await openCart(larder, { out_of_stock: true })
  const units = await findField('Units of Butter')
  await waitFor(() => expect(units.value).toBe('2'))
  const user = userEvent.setup()
  await user.clear(units)
  await user.type(units, '12')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.tab()
  await press('Change it', await screen.findByRole('dialog'))
  await waitFor(() => expect(units.value).toBe('12'))
})

it('A219 an emptied field counts as left if its row is removed from a long list', async (larder) => {
  const { location } = await makeOilAndRice(larder.pool)
  await chefAt(larder.sit, location.company_id, '/orders/add')
  await press('More units of Olive Oil')
  await press('More units of Rice')
  await screen.findByText('Total: $5.00')
  await fill('Units of Olive Oil', '')
  // The search removes the row as scrolling does: the field is not left before.
  await fill('Search', 'Rice')
  await waitFor(() => expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull())
  await screen.findByText('Total: $2.50')
})
