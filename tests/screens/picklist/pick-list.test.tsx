/** The rows of a pick list: which fields are closed, which are marked, and what becomes of a change. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openDatabase } from '#src/db/database.ts'
import { makePiece, makeProduct, makeWarehouse } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at, type Call } from '../network.ts'
import { fill, findButton, findDialog, isAt, isEnabled, noDialog, press } from '../reading.ts'
import { check, field, leave, list, makeFilled, openList, rowOf } from './pick-list.ts'

const marked = async (name: string) => (await field(name)).parentElement!.hasAttribute('data-overridden')
/** Returns the labels of the fields that a person can change in a row. */
const openFields = (row: HTMLElement) =>
  [...row.querySelectorAll<HTMLInputElement>('input')]
    .filter((input) => !input.disabled)
    .map((input) => input.getAttribute('aria-label')!.split(',')[0])

it('A119 Cancel returns to the order that opened the list, else to the generator', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Apples: {} })
  const office = await larder.sit('office')
  await office.open(`/order/${order.id}`)
  await press('PickList')
  await isAt('/orders/picklist/details?from=order')
  await press('Cancel')
  await isAt(`/order/${order.id}`)
  await openList(office, [order.id])
  await press('Cancel')
  await isAt('/orders/picklist')
})

it('A200 A201 A202 a changed quantity is highlighted until it is reset, and a save sends it alone', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Apples: {}, Beans: {} })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  const label = 'Units Ordered, Apples'
  expect(await marked(label)).toBe(false)
  await fill(label, '3')
  fireEvent.blur(await field(label))
  await press(`Reset ${label} to 2`)
  await waitFor(async () => expect([(await field(label)).value, await marked(label)]).toEqual(['2', false]))
  await fill(label, '5')
  fireEvent.blur(await field(label))
  await waitFor(async () => expect(await marked(label)).toBe(true))
  expect(await marked('Units Ordered, Beans')).toBe(false)
  await within(await rowOf('Apples')).findByText('Modified')
  await press('Save')
  await screen.findByText('Changes to the PickList has been successfully saved')
  const sent = office.network.calls.filter(at('POST', 'sync/push')).flatMap(({ body }) => {
    const { mutations = [] } = body as { mutations?: { entity_id: string; call: { method: string } }[] }
    return mutations.map(({ entity_id, call }) => `${call.method} ${entity_id}`)
  })
  expect(new Set(sent)).toEqual(new Set([`PATCH ${items['Apples']!.id}`]))
  expect(within(await rowOf('Apples')).queryByText('Modified')).toBeNull()
})

it('A203 A205 A206 A259 A260 a substitute replaces the item, and the ordered product can be restored', async (larder) => {
  const pears = await makeProduct(larder.pool, { name: 'Pears' })
  const plums = await makeProduct(larder.pool, {
    name: 'Plums',
    acceptable_substitutions: [pears.upc],
  })
  const { order, items } = await makeFilled(larder.pool, { Plums: { product: plums.upc } })
  const picker = await larder.sit('picker')
  await openList(picker, [order.id])
  await press('Substitute Plums')
  await press(/^Pears/, await findDialog('Acceptable substitutions'))
  await press('Substitution Information, Pears')
  const told = await findDialog('Substitution Information')
  for (const name of ['Plums', 'Pears']) within(told).getByText(name)
  await leave()
  await press('Save')
  await screen.findByText('Changes to the PickList has been successfully saved')
  const stored = async () =>
    (
      await larder.pool.query('select product, original_product from order_items where id = $1', [
        items['Plums']!.id,
      ])
    ).rows[0]
  expect(await stored()).toEqual({ product: pears.upc, original_product: plums.upc })
  await leave()
  await press('Substitution Information, Pears')
  await press('Revert to original', await findDialog('Substitution Information'))
  await findButton('Substitute Plums')
  await press('Save')
  await screen.findByText('Changes to the PickList has been successfully saved')
  expect(await stored()).toEqual({ product: plums.upc, original_product: null })
})

it('A104 A234 a bulk pull sums a product over its orders, picks all its items, and closes single-order fields', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Apples' })
  const orders = []
  for (const units_ordered of [2, 3])
    orders.push(await makeFilled(larder.pool, { Apples: { product: upc, units_ordered } }))
  const office = await larder.sit('office')
  await openList(
    office,
    orders.map(({ order }) => order.id),
    { bulk: true },
  )
  expect((await list()).querySelectorAll('tr[data-row]')).toHaveLength(1)
  expect((await field('Units Ordered, Apples')).value).toBe('5')
  expect(openFields(await rowOf('Apples'))).toEqual(['Picked', 'Out of Stock', 'Taxable'])
  expect(isEnabled(await findButton('Substitute Apples'))).toBe(false)
  await userEvent.click(await check('Picked, Apples'))
  await waitFor(async () => expect((await field('Units Picked, Apples')).value).toBe('5'))
  await press('Save')
  await screen.findByText('Changes to the PickList has been successfully saved')
  const { rows } = await larder.pool.query(
    'select picked, unit_quantity from order_items where product = $1 order by order_id',
    [upc],
  )
  expect(rows).toEqual([
    { picked: true, unit_quantity: 2 },
    { picked: true, unit_quantity: 3 },
  ])
})

it('A235 A237 all fields of an invoiced order are closed, and all but the mark of an item that is out of stock', async (larder) => {
  const open = await makeFilled(larder.pool, { Apples: { out_of_stock: true } })
  const locked = await makeFilled(larder.pool, { Beans: {} }, { invoiced: true })
  const office = await larder.sit('office')
  await openList(office, [open.order.id, locked.order.id])
  expect(openFields(await rowOf('Apples'))).toEqual(['Out of Stock'])
  expect(openFields(await rowOf('Beans'))).toEqual([])
  for (const name of ['Substitute Beans', 'Delete Beans'])
    expect(isEnabled(await findButton(name)), name).toBe(false)
})

it('A245 A246 a lot-tracked item without a lot is yellow and blocks Invoice, and with its lot neither', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, {
    Butter: { lot_tracked: true, units_ordered: 1, unit_quantity: 1, picked: true },
  })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  expect((await rowOf('Butter')).hasAttribute('data-lot-missing')).toBe(true)
  await press('Save')
  // The dialog says it, and its button gives it as the reason.
  await screen.findAllByText('A lot code is missing for Butter.')
  expect(isEnabled(await findButton('Invoice'))).toBe(false)
  await leave()
  await makePiece(larder.pool, { ...items['Butter']!, order_id: order.id }, { lot_code: 'L-1' })
  await office.open('/orders/picklist/details?from=picklist')
  await waitFor(async () => expect((await rowOf('Butter')).hasAttribute('data-lot-missing')).toBe(false))
  await press('Save')
  await waitFor(async () => expect(isEnabled(await findButton('Invoice'))).toBe(true))
})

it('A286 a product that the device does not keep is fetched with its substitutes', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Truffles: {} })
  const { product: upc } = items['Truffles']!
  const office = await larder.sit('office')
  await openList(office, [order.id])
  const db = openDatabase(office.person.id)
  await db.products.delete(upc)
  db.close()
  await office.open('/orders/picklist/details?from=picklist')
  await rowOf('Truffles')
  const asked = office.network.calls
    .filter(at('GET', 'products'))
    .map(({ query }) => Object.fromEntries(query))
  expect(asked).toEqual([
    { upc, substitution_detail: 'true', include_inactive: 'true', include_nonprimary: 'true', no_page: '1' },
  ])
})

it('A244 a search without an answer of the server finds the products on this device', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Plums: {} })
  for (const name of ['Quince jelly', 'Quince paste']) await makeProduct(larder.pool, { name })
  const picker = await larder.sit('picker')
  await openList(picker, [order.id])
  const asks = (call: Call) => call.path === 'products' && call.query.has('search')
  const mend = picker.network.fail(asks, 500)
  await press('Substitute Plums')
  await fill('Custom substitute', 'quince jelly')
  await findButton(/^Quince jelly/)
  await screen.findByText('The server could not be asked: this device’s catalogue was searched.')
  mend()
  // The stream learns at once that the server is gone.
  await waitFor(() => expect(picker.network.calls.some(at('GET', 'sync/stream'))).toBe(true))
  picker.network.disconnect()
  await screen.findByText(/^Offline/)
  await fill('Custom substitute', 'quince paste')
  await findButton(/^Quince paste/)
  picker.network.connect()
  await waitFor(() => expect(screen.queryByText(/catalogue was searched/)).toBeNull())
  await findButton(/^Quince paste/)
  expect(picker.network.calls.filter(asks).map(({ query }) => query.get('search'))).toEqual([
    'quince jelly',
    'quince paste',
  ])
})

it('A290 without the server the substitutes’ editor searches this device too', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Plums: {} })
  await makeProduct(larder.pool, { name: 'Medlar paste' })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await press('Substitute Plums')
  await press('Edit substitutions')
  // The stream learns at once that the server is gone.
  await waitFor(() => expect(office.network.calls.some(at('GET', 'sync/stream'))).toBe(true))
  office.network.disconnect()
  await screen.findByText(/^Offline/)
  await fill('Add a substitute', 'medlar')
  await findButton(/^Medlar paste/)
})

it('A080 a reset of a low-stock item asks as well, and No leaves the quantity', async (larder) => {
  const { upc } = await makeProduct(larder.pool, {
    name: 'Saffron',
    stock_level_indicator: 'low stock',
  })
  const { order } = await makeFilled(larder.pool, {
    Saffron: { product: upc, units_ordered: 5, units_originally_ordered: 2 },
  })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  const label = 'Units Ordered, Saffron'
  await press(`Reset ${label} to 2`)
  await press('Cancel', await findDialog('Item with low stock'))
  await noDialog()
  expect((await field(label)).value).toBe('5')
  await press(`Reset ${label} to 2`)
  await press('Change it', await findDialog('Item with low stock'))
  await waitFor(async () => expect((await field(label)).value).toBe('2'))
})

it('A238 an item can be added while one of the orders is open, with any location filter', async (larder) => {
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const { upc } = await makeProduct(larder.pool, { name: 'Peas', warehouse_id: 4 })
  const locked = await makeFilled(larder.pool, { Peas: { product: upc } }, { invoiced: true })
  const open = await makeFilled(larder.pool, { Apples: {} })
  const office = await larder.sit('office')
  await openList(office, [locked.order.id, open.order.id], { filter: 4 })
  expect((await list()).querySelectorAll('tr[data-row]')).toHaveLength(1)
  await press('Add New Item')
  const orders = within(await findDialog('Add New Item')).getByRole('combobox', { name: /^Order/ })
  expect([...orders.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    '',
    String(open.order.id),
  ])
})

it('A023 A254 role 14 opens the pick list and the scan without being staff, and a buyer is sent back', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Apples: {} })
  const picker = await larder.sit('picker', { is_staff: false })
  await openList(picker, [order.id])
  expect(await check('Picked, Apples')).toMatchObject({ disabled: false })
  await picker.open('/scan?from=picklist')
  await screen.findByText('There are no items to scan')
  const buyer = await larder.sit('buyer')
  await buyer.open('/scan?from=picklist')
  await isAt('/orders')
})
