/** Create Order: the list of a customer, its layouts and its search, and a cart for each customer. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser, type Pool } from '../../factories/business.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Seat, type Sit } from '../larder.tsx'
import { at } from '../network.ts'
import { chooseCustomer } from './ordering.ts'
import { timersOver } from '../timers.ts'
import { fill, findButton, findDialog, findField, isAt, isEnabled, press } from '../reading.ts'

/** A customer with a product by the unit and one by the case only on their list. */
async function makeChef(pool: Pool) {
  const location = await makeLocation(pool)
  const { username } = await makeUser(pool, 'customer', { company_id: location.company_id })
  const rice = await makeProduct(pool, { name: `Rice of ${username}`, unit_type: 'Unit' })
  const butter = await makeProduct(pool, { name: `Butter of ${username}`, unit_type: 'Case' })
  await makeOrderList(pool, [rice.upc, butter.upc], { company_location_id: location.id })
  return { username, location, rice, butter }
}
/** Signs the office in at the list of this customer. */
async function sitAtListOf(sit: Sit, username: string): Promise<Seat> {
  const office = await sit('office')
  await office.open('/orders/add')
  await chooseCustomer(username)
  return office
}
const layout = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }))
/** In the popup; the screen behind it has a list of the customers as well. */
async function chooseIn(popup: HTMLElement, username: string) {
  const box = within(popup).getByRole('combobox', { name: 'Customer' })
  fireEvent.change(box, { target: { value: username } })
  const name = new RegExp(`^${username} · `)
  await userEvent.click((await screen.findAllByRole('option', { name, hidden: true })).at(-1)!)
}
const products = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const badge = () => screen.queryByTestId('cart-badge')?.textContent

it('A032 A034 A068 A220 the office views a list in three layouts, with links to edit categories and products', async (larder) => {
  const chef = await makeChef(larder.pool)
  await sitAtListOf(larder.sit, chef.username)
  await layout('Order List')
  const table = await screen.findByRole('table', { name: 'Order List' })
  within(table).getByRole('columnheader', { name: 'Unit price' })
  const { upc } = chef.butter
  const name = `Butter of ${chef.username}`
  expect((await findField(`Units of ${name}`)).disabled).toBe(true)
  await fill(`Cases of ${name}`, '3')
  await waitFor(() => expect(badge()).toBe('1'))
  await layout('Condensed')
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Order List' })).toBeNull())
  const columns = async () => (await findField(`Cases of ${name}`)).closest('ul')!.style.gridTemplateColumns
  expect(await columns()).toBe('')
  await layout('Cards')
  expect(await columns()).toMatch(/^repeat/)
  const [category] = await screen.findAllByRole('link', { name: /^Edit / })
  expect(category?.getAttribute('href')).toBe(`/customer/${chef.location.id}?orderlist=1`)
  expect(screen.getByRole('link', { name: `Edit ${name}` }).getAttribute('href')).toBe(`/product/${upc}`)
})

it('A067 A071 a search of three letters narrows the list, and one of two does not', async (larder) => {
  const chef = await makeChef(larder.pool)
  await sitAtListOf(larder.sit, chef.username)
  await screen.findByText(/^Butter of/)
  await fill('Search', 'but')
  await waitFor(() => expect(products()).toHaveLength(1))
  expect(products()[0]).toContain('Butter of')
  await fill('Search', 'ri')
  await timersOver(SEARCH_DEBOUNCE_MS)
  expect(products()).toEqual([expect.stringContaining('Butter of')])
  await fill('Search', '')
  await waitFor(() => expect(products()).toHaveLength(2))
  await fill('Search', 'rice')
  await waitFor(() => expect(products()).toHaveLength(1))
  expect(products()[0]).toContain('Rice of')
})

it('C177 the carts of two customers keep their units, cases and totals apart', async (larder) => {
  const { pool } = larder
  const [one, other] = [await makeChef(pool), await makeChef(pool)]
  const office = await larder.sit('office')
  await office.open('/orders/add')
  for (const [{ username }, units, cases, total] of [
    [one, '2', '3', 'Total: $77.00'],
    [other, '4', '1', 'Total: $34.00'],
  ] as const) {
    await chooseCustomer(username)
    await fill(`Units of Rice of ${username}`, units)
    await fill(`Cases of Butter of ${username}`, cases)
    await screen.findByText(total)
  }
  await office.open('/cart')
  expect((await findField(`Units of Rice of ${other.username}`)).value).toBe('4')
  await office.open('/orders/add')
  await chooseCustomer(one.username)
  await screen.findByText('Total: $77.00')
  await office.open('/cart')
  expect((await findField(`Units of Rice of ${one.username}`)).value).toBe('2')
  expect((await findField(`Cases of Butter of ${one.username}`)).value).toBe('3')
})

it('A002 A019 A065 A073 A184 B005 B056 each customer has their own cart, which is emptied at once', async (larder) => {
  const { pool } = larder
  const [one, other] = [await makeChef(pool), await makeChef(pool)]
  const office = await sitAtListOf(larder.sit, one.username)
  await press(`More units of Rice of ${one.username}`)
  await waitFor(() => expect(badge()).toBe('1'))
  await chooseCustomer(other.username)
  await screen.findByText(`Rice of ${other.username}`)
  expect(screen.queryByText(`Rice of ${one.username}`)).toBeNull()
  await waitFor(() => expect(badge()).toBeUndefined())
  await chooseCustomer(one.username)
  await waitFor(() => expect(badge()).toBe('1'))
  await office.open('/cart')
  await press('Remove all')
  await screen.findByText('Empty Cart')
  await press('Undo')
  await screen.findByText(`Rice of ${one.username}`)
  await press('Remove all')
  await screen.findByText('Empty Cart')
  await press('Continue Shopping')
  await isAt('/orders/add')
  await press('Staged Order')
  await isAt('/cart?stagedOrder=1')
})

it('C036 C037 C038 C039 C042 C222 the cart button opens the cart’s customer, its products and prices, and a link to it', async (larder) => {
  const { pool } = larder
  const [one, other] = [await makeChef(pool), await makeChef(pool)]
  await sitAtListOf(larder.sit, one.username)
  await fill(`Cases of Butter of ${one.username}`, '3')
  await waitFor(() => expect(badge()).toBe('1'))
  await userEvent.click((await screen.findAllByRole('button', { name: /^Cart(,|$)/ }))[0]!)
  const popup = await findDialog('Cart')
  await within(popup).findByText(`Butter of ${one.username}`)
  within(popup).getByText('unit: N/A')
  expect(within(popup).getByText(/^case: /).textContent).toMatch(/^case: .*\$24\.00.* × 3$/)
  expect(popup.textContent).toContain('$72.00')
  // Mantine hides its clear button from screen readers, and so from a search by role.
  expect(popup.querySelector('.mantine-InputClearButton-root')).toBeNull()
  // The chosen customer cannot be taken away by another press, or by emptying the text.
  await chooseIn(popup, one.username)
  const chosen = within(popup).getByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  expect(chosen.value).toContain(one.username)
  await userEvent.clear(chosen)
  expect(chosen.value).toBe('')
  fireEvent.blur(chosen)
  await waitFor(() => expect(chosen.value).toContain(one.username))
  expect(badge()).toBe('1')
  await chooseIn(popup, other.username)
  await within(popup).findByText('Cart empty')
  await waitFor(() => expect(badge()).toBeUndefined())
  expect(within(popup).queryByRole('link', { name: 'View Cart' })).toBeNull()
  await chooseIn(popup, one.username)
  await userEvent.click(await within(popup).findByRole('link', { name: 'View Cart' }))
  await isAt('/cart')
  await findField(`Cases of Butter of ${one.username}`)
})

it('A146 a card counts first in the unit in which its product is usually ordered', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool)
  const { username } = await makeUser(pool, 'customer', { company_id: location.company_id })
  const oil = await makeProduct(pool, { name: `Oil of ${username}`, default_unit_type: 'u' })
  const flour = await makeProduct(pool, { name: `Flour of ${username}`, default_unit_type: 'c' })
  await makeOrderList(pool, [oil.upc, flour.upc], { company_location_id: location.id })
  await sitAtListOf(larder.sit, username)
  for (const name of ['Condensed', 'Cards']) {
    await layout(name)
    for (const [product, first, second] of [
      [oil, 'Units', 'Cases'],
      [flour, 'Cases', 'Units'],
    ] as const) {
      const before = await findField(`${first} of ${product.name}`)
      const after = await findField(`${second} of ${product.name}`)
      const place = before.compareDocumentPosition(after)
      expect([name, product.name, place]).toEqual([name, product.name, Node.DOCUMENT_POSITION_FOLLOWING])
    }
  }
})

it('C040 C041 C043 the popup adds the fee of a location with a surcharge for fuel, and shows prices for a quantity of 0', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool)
  const { username } = await makeUser(pool, 'customer', { company_id: location.company_id })
  const { upc, name } = await makeProduct(pool, { name: `Oil of ${username}` })
  await makeOrderList(pool, [upc], { company_location_id: location.id })
  const office = await larder.sit('office')
  const openPopup = async () => {
    await office.open('/orders/add')
    await chooseCustomer(username)
    await waitFor(() => expect(badge()).toBe('1'))
    await userEvent.click((await screen.findAllByRole('button', { name: /^Cart(,|$)/ }))[0]!)
    const popup = await findDialog('Cart')
    await within(popup).findByText(name)
    return popup
  }
  const sums = (popup: HTMLElement) =>
    [...popup.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent])
  await office.open('/orders/add')
  await chooseCustomer(username)
  await fill(`Cases of ${name}`, '4')
  const popup = await openPopup()
  expect(within(popup).getByText(/^unit: /).textContent).toMatch(/^unit: .*\$2\.50.* × 0$/)
  expect(sums(popup)).toEqual([['Total', '$96.00']])
  await pool.query(
    'update company_locations set fuel_surcharge = true, refrigerated_delivery_fee = 5 where id = $1',
    [location.id],
  )
  expect(sums(await openPopup())).toEqual([
    ['Subtotal', '$96.00'],
    ['Refrigerated Delivery Fee', '$5.00'],
    ['Grand Total', '$101.00'],
  ])
})

it('A075 A076 A077 B212 B213 the list shows loading, a missing list and an empty category', async (larder) => {
  const { pool } = larder
  const [none, empty] = [await makeLocation(pool), await makeLocation(pool)]
  const list = await makeOrderList(pool, [], {
    company_location_id: empty.id,
    category_names: ['Nothing yet'],
  })
  const [nobody, somebody] = [
    await makeUser(pool, 'customer', { company_id: none.company_id }),
    await makeUser(pool, 'customer', { company_id: empty.company_id }),
  ]
  const office = await larder.sit('office')
  await office.open('/orders/add')
  const asked = (path: string) =>
    office.network.calls.filter((call) => call.path === path).map(({ query }) => `${query}`)
  const release = office.network.hold(at('GET', 'orderlists'))
  await chooseCustomer(nobody.username)
  await screen.findByText('Loading OrderList ...')
  expect(asked('orderlists')).toContain(`no_page=1&visible=True&company_id=${none.company_id}`)
  release()
  await screen.findByText('There are no OrderList assigned to this customer')
  await chooseCustomer(somebody.username)
  const category = await screen.findByRole('region', { name: 'Nothing yet' })
  within(category).getByText('There are no products assigned to this category')
  await waitFor(() => expect(asked('orderlistprices')).toContain(`no_page=1&order_list=${list}`))
})

it('customers that fail to load are reported as missing, and are fetched again', async (larder) => {
  const { username } = await makeChef(larder.pool)
  const office = await larder.sit('office')
  expectOnConsole(/The users list did not come: Not now\./)
  const mend = office.network.answer(at('GET', 'users'), { message: 'Not now.' }, 500)
  await office.open('/orders/add')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/The customers did not come\.\s*Not now\./),
  )
  expect(isEnabled(await findButton('Try again'))).toBe(true)
  mend()
  await press('Try again')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await chooseCustomer(username)
  await screen.findByText(`Rice of ${username}`)
})
