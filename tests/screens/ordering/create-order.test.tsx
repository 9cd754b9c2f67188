/** Questions and facts about a product where it is ordered: on Create Order, in the cart and in a staged order. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeFee, makeLocation, makeOrderList, makeProduct, makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { chefAt, chooseCustomer, makeOilAndRice } from './ordering.ts'
import { fill, findButton, findDialog, findField, hasButton, isAt, noDialog, press } from '../reading.ts'

const NOTE = 'this item might not be included in your final shipment due to low or no stock.'

/** Makes a location with oil that is low in stock. Butter is an acceptable substitution for it. */
async function kitchen(server: TestServer) {
  const { pool } = server.database
  const location = await makeLocation(pool, { name: 'Quay Kitchen' })
  const butter = await makeProduct(pool, {
    name: 'Butter',
    unit_type: 'Case',
    default_unit_type: 'c',
    case_price: '30.00',
    display_case_price: '30.00',
  })
  const oil = await makeProduct(pool, {
    name: 'Olive Oil',
    size: '1 l',
    unit_type: 'Unit',
    api_description: 'Cold pressed.',
    stock_level: 3,
    combined_stock_level: 3,
    stock_level_indicator: 'low stock',
    acceptable_substitutions: [butter.upc],
  })
  const unknown = await makeProduct(pool, {
    name: 'Rice',
    unit_type: 'Unit',
    combined_stock_level: null,
    stock_level: null,
  })
  await makeOrderList(pool, [oil.upc, butter.upc, unknown.upc], { company_location_id: location.id })
  return { location, oil, butter, company_id: location.company_id }
}
const units = async (name: string) => (await findField(`Units of ${name}`)).value

it('A080 A230 A231 a change of a scarce product needs a confirmation, on Create Order and in the cart, once a product', async (larder) => {
  const { company_id } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Olive Oil')
  const dialog = await findDialog('Item with low stock')
  expect(within(dialog).getByText(NOTE)).toBeTruthy()
  await press('Cancel', dialog)
  await noDialog()
  expect(await units('Olive Oil')).toBe('')
  await press('More units of Olive Oil')
  await press('Change it', await findDialog('Item with low stock'))
  await waitFor(async () => expect(await units('Olive Oil')).toBe('1'))
  await press('More units of Olive Oil')
  await waitFor(async () => expect(await units('Olive Oil')).toBe('2'))
  expect(screen.queryByRole('dialog')).toBeNull()
  // A person who sees no numbers is not asked because a number is missing.
  await press('More units of Rice')
  await waitFor(async () => expect(await units('Rice')).toBe('1'))

  await chef.open('/cart')
  await press('Fewer units of Olive Oil')
  await press('Cancel', await findDialog('Item with low stock'))
  expect(await units('Olive Oil')).toBe('2')
  // A quantity that was typed and declined is gone.
  await fill('Units of Olive Oil', '9')
  fireEvent.blur(await findField('Units of Olive Oil'))
  await press('Cancel', await findDialog('Item with low stock'))
  await press('Save to Staged Order')
  await screen.findByText('Empty Cart')
  await chef.open('/cart?stagedOrder=1')
  await waitFor(async () => expect(await units('Olive Oil')).toBe('2'))
  await press('More units of Olive Oil')
  await press('Change it', await findDialog('Item with low stock'))
  await waitFor(async () => expect(await units('Olive Oil')).toBe('3'))
})

it('A230 the office, which sees numbers, is asked when the stock is 0', async (larder) => {
  const { location } = await kitchen(larder.server)
  const chef = await makeUser(larder.pool, 'customer', { company_id: location.company_id })
  const office = await larder.sit('office')
  await office.open('/orders/add')
  await chooseCustomer(chef.username)
  await press('More units of Rice')
  expect(await findDialog('Item with low stock')).toBeTruthy()
})

it('B243 a customer without the fields that ordering does not use is offered', async (larder) => {
  const { location, company_id } = await kitchen(larder.server)
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'users'), [
    { id: 41, username: 'lena', company: company_id, is_active: true, company_location: [location.id] },
  ])
  await office.open('/orders/add')
  await chooseCustomer('lena')
  await findField('Units of Rice')
})

it('A083 A084 a product’s name opens its details, in each layout and in the cart; A256 A258 UPCs are for roles 1 to 9', async (larder) => {
  const { company_id, oil } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  for (const layout of ['Cards', 'Order List', 'Condensed']) {
    ;(await screen.findByRole('radio', { name: layout })).click()
    await press('Olive Oil')
    const dialog = await findDialog('Olive Oil')
    expect(within(dialog).getByText('Cold pressed.')).toBeTruthy()
    expect(dialog.textContent).toContain('Size1 l')
    expect(dialog.textContent).toContain('Unit price$2.50')
    expect(dialog.textContent).toContain('StockLow stock')
    expect(dialog.textContent).not.toContain(oil.upc)
    await press('Close', dialog)
    await noDialog()
  }
  ;(await screen.findByRole('radio', { name: 'Order List' })).click()
  const table = await screen.findByRole('table', { name: 'Order List' })
  expect(within(table).queryByRole('columnheader', { name: 'UPC' })).toBeNull()
  await press('More cases of Butter')
  await chef.open('/cart')
  await press('Butter')
  expect(await findDialog('Butter')).toBeTruthy()
})

it('A079 A144 B226 a substitute is chosen for a scarce product, and the order shows the replaced product', async (larder) => {
  const { company_id, location, oil, butter } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  expect(hasButton('Substitutes for Butter')).toBe(false)
  await press('More units of Olive Oil')
  await press('Change it', await findDialog('Item with low stock'))
  await waitFor(async () => expect(await units('Olive Oil')).toBe('1'))
  await press('Substitutes for Olive Oil')
  const dialog = await findDialog('Acceptable substitutions')
  await press('More cases of Butter', dialog)
  await press('Take Olive Oil out', dialog)
  await waitFor(() => expect(hasButton('Take Olive Oil out', dialog)).toBe(false))
  await press('Done', dialog)
  await noDialog()
  await screen.findByText('Total: $30.00')

  await chef.open('/cart')
  // A081, A082.
  await press('Substitution Information, Butter')
  const told = await findDialog('Substitution Information')
  expect(told.textContent).toMatch(/Original productOlive OilUnit[^·]* · 1 unitReplaced by/)
  expect(told.textContent).toContain('Replaced byButterCase · 1 case')
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await press('Confirm order')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  const { rows } = await larder.pool.query(
    `select i.product, i.original_product, i.units_originally_ordered as units, i.cases_ordered as cases from order_items i join orders o on o.id = i.order_id where o.company_location_id = $1`,
    [location.id],
  )
  expect(rows).toEqual([{ product: butter.upc, original_product: oil.upc, units: 1, cases: 1 }])
})

/** Chooses the butter in place of the oil, of which there is one bottle, and takes the oil out. */
async function chooseButter() {
  await press('Substitutes for Olive Oil')
  const dialog = await findDialog('Acceptable substitutions')
  await press('More cases of Butter', dialog)
  await press('Take Olive Oil out', dialog)
  await press('Done', dialog)
  await noDialog()
}

it.for(['cart', 'staged order'])(
  'B051 B054 a substitute that is chosen in the %s is still one in the staged order, and says how much was wanted',
  async (place, { server, sit }) => {
    const { company_id, location, oil, butter } = await kitchen(server)
    const chef = await chefAt(sit, company_id, '/orders/add')
    await press('More units of Olive Oil')
    await press('Change it', await findDialog('Item with low stock'))
    await waitFor(async () => expect(await units('Olive Oil')).toBe('1'))
    if (place === 'cart') await chooseButter()
    await chef.open('/cart')
    await press('Save to Staged Order')
    await screen.findByText('Empty Cart')
    await chef.open('/cart?stagedOrder=1')
    await screen.findByRole('button', { name: /^(1 )?Staged Order/ })
    if (place === 'staged order') {
      expect(await units('Olive Oil')).toBe('1')
      await chooseButter()
    }
    await press('Substitution Information, Butter')
    const told = await findDialog('Substitution Information')
    expect(told.textContent).toMatch(/Original productOlive OilUnit[^·]* · 1 unitReplaced by/)
    expect(hasButton('Save to Staged Order')).toBe(false)
    const staged = async () =>
      (
        await server.database.pool.query(
          `select upc, original_product, units_originally_ordered as units, case_quantity as cases from shared_cart_items
            where company_location_id = $1 and unit_quantity + case_quantity > 0`,
          [location.id],
        )
      ).rows
    await waitFor(async () =>
      expect(await staged()).toEqual([{ upc: butter.upc, original_product: oil.upc, units: 1, cases: 1 }]),
    )
  },
)

it('B057 a product that is on no list is added to the cart and a staged order, at the location’s price', async (larder) => {
  const { pool } = larder
  const { location } = await kitchen(larder.server)
  const salt = await makeProduct(pool, { name: 'Smoked Salt', unit_type: 'Unit' })
  await makeFee(pool, { kind: 'margin', type: 'f', amount: 1, company_location_id: location.id })
  const chef = await makeUser(larder.pool, 'customer', { company_id: location.company_id })
  const office = await larder.sit('office')
  await office.open('/cart')
  await chooseCustomer(chef.username)
  for (const [path, title] of [
    ['/cart', 'Products in the cart'],
    ['/cart?stagedOrder=1', 'Products in the staged order'],
  ] as const) {
    await office.open(path)
    await press('Add a product')
    const picker = await findDialog('Add a product')
    await fill('Search products', salt.upc, picker)
    await press('Choose Smoked Salt', picker)
    await noDialog()
    const lines = await screen.findByRole('list', { name: title })
    expect(await within(lines).findByText('Smoked Salt')).toBeTruthy()
    await waitFor(() => expect(lines.textContent).toContain('$3.50'))
  }
})

it('A066 a buyer chooses among the people of their own company, and begins with themselves', async (larder) => {
  const { pool } = larder
  const { location } = await makeOilAndRice(pool)
  const { company_id } = location
  const chef = await makeUser(pool, 'customer', { company_id })
  const stranger = await makeUser(pool, 'customer', { company_id: (await makeLocation(pool)).company_id })
  const buyer = await larder.sit('buyer', { company_id })
  await buyer.open('/orders/add')
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  await waitFor(() => expect(box.value).toMatch(new RegExp(`^${buyer.person.username} · `)))
  await userEvent.click(box)
  await userEvent.keyboard(stranger.username)
  await waitFor(() => expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]))
  await chooseCustomer(chef.username)
  await waitFor(() => expect(box.value).toMatch(new RegExp(`^${chef.username} · `)))
})

it('A065 a customer is found by each location, its address and its telephone number', async (larder) => {
  const { pool } = larder
  const first = await makeLocation(pool)
  const { company_id } = first
  await makeLocation(pool, {
    company_id,
    name: 'The Annex',
    complete_address: '12 Quayside, Newport',
    phone_number: '(201) 555-0188',
  })
  const chef = await makeUser(pool, 'customer', { company_id })
  const office = await larder.sit('office')
  await office.open('/orders/add')
  const box = await screen.findByRole('combobox', { name: 'Customer' })
  for (const typed of ['the annex', 'quayside newport', '555-0188', '2015550188']) {
    await userEvent.clear(box)
    await userEvent.type(box, typed)
    await screen.findByRole('option', { name: new RegExp(`^${chef.username} · `), hidden: true })
    await userEvent.type(box, ' nowhere')
    await waitFor(() => expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]))
  }
})

it('an order list without categories is shown as empty, without words about a search', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool)
  await makeOrderList(pool, [], { company_location_id: location.id, category_names: [] })
  await chefAt(larder.sit, location.company_id, '/orders/add')
  await screen.findByText('This list has no products yet')
  expect(screen.queryByText(/^Nothing has/)).toBeNull()
})

it('Undo of "Remove all" ends when a product is put in', async (larder) => {
  const { location, rice } = await makeOilAndRice(larder.pool)
  const chef = await chefAt(larder.sit, location.company_id, '/orders/add')
  await press('More units of Olive Oil')
  await chef.open('/cart')
  await press('Remove all')
  await findButton('Undo')
  await press('Add a product')
  const picker = await findDialog('Add a product')
  await fill('Search products', 'Rice', picker)
  await press('Choose Rice', picker)
  await noDialog()
  const total = await screen.findByRole('complementary', { name: 'Total' })
  await waitFor(() => expect(total.textContent).toContain('$2.50'))
  await press('Save to Staged Order')
  await screen.findByText('Empty Cart')
  expect(hasButton('Undo')).toBe(false)
  const { rows } = await larder.pool.query(
    'select upc from shared_cart_items where company_location_id = $1',
    [location.id],
  )
  expect(rows).toEqual([{ upc: rice.upc }])
})
