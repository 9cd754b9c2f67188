/** Dialogs of the floor: low stock, a product, who did what, and a piece that is unusual. Before an invoice: tests/screens/invoices. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { makeProduct, makeUser } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, it } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'
import { fill, findDialog, findField, noDialog, press } from '../reading.ts'
import {
  choose,
  current,
  expectCard,
  expectCounted,
  expectCurrent,
  expectIgnored,
  findCard,
  openScan,
  save,
  storedItem,
} from './scan.ts'

it('A080 A231 the quantity of a low-stock item changes only after a Yes, and the question comes once', async (larder) => {
  const { upc } = await makeProduct(larder.pool, {
    name: 'Anchovies',
    stock_level_indicator: 'low stock',
  })
  const { order, items } = await makeFilled(larder.pool, {
    Anchovies: { product: upc, units_ordered: 5 },
    Bread: {},
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Anchovies', 'Bread')
  await choose('Anchovies')
  const units = within(current()).getByRole<HTMLInputElement>('spinbutton', { name: /^Units/ })
  const more = () => press('Units: one more', current())
  await more()
  const asked = await findDialog('Item with low stock')
  expect(asked.textContent).toContain(
    'this item might not be included in your final shipment due to low or no stock.',
  )
  await expectIgnored(items['Bread']!.product, asked)
  await press('Cancel', asked)
  await noDialog()
  await expectCard('Bread', '0 of 2')
  expect(units.value).toBe('0')
  await more()
  await press('Change it', await findDialog('Item with low stock'))
  await waitFor(() => expect(units.value).toBe('1'))
  await more()
  await waitFor(() => expect(units.value).toBe('2'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('A080 two taps on a low-stock item before the question is drawn are one question, and both count after it', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Capers', stock_level_indicator: 'low stock' })
  const { order } = await makeFilled(larder.pool, { Capers: { product: upc, units_ordered: 5 } })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Capers')
  await choose('Capers')
  const more = within(current()).getByRole('button', { name: 'Units: one more' })
  fireEvent.click(more)
  fireEvent.click(more)
  await press('Change it', await findDialog('Item with low stock'))
  await expectCard('Capers', '2 of 5')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('A083 A084 a product’s name opens its details', async (larder) => {
  const { upc } = await makeProduct(larder.pool, {
    name: 'Basil',
    size: '12 x 1 lb',
    api_description: 'Grown in the sun',
    units_per_case: 12,
    unit_price: '2.35',
    display_unit_price: '2.35',
    combined_stock_level: 417,
  })
  const { order } = await makeFilled(larder.pool, { Basil: { product: upc } })
  const foreman = await larder.sit('foreman')
  await openScan(foreman, order.id, 'Basil')
  await press('Basil', within(current()).getByRole('heading'))
  const detail = await findDialog('Basil')
  const facts = [upc, '12 x 1 lb', 'Grown in the sun', '417', 'Unit price', '2.35', 'Case price', '24.00']
  for (const fact of facts) expect(detail.textContent, fact).toContain(fact)
  expect(within(detail).getByText('Units per case').nextElementSibling!.textContent).toBe('12')
})

it('the history of an item shows who did what, on which device and by which scan', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Cumin: {} })
  const { product } = items['Cumin']!
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Cumin')
  await createKeyboard().scan(product)
  await expectCard('Cumin', '1 of 2')
  await save()
  await press('History', current())
  const [first] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem')
  expect(first!.textContent).toContain('Scanned')
  expect(first!.textContent).toMatch(
    new RegExp(`${picker.person.username}, device [0-9a-f]{8} · \\d\\d:\\d\\d:\\d\\d`),
  )
  expect(first!.textContent).toContain(product)
})

it('a dialog that a scan of another item has closed stays closed when its item is scanned again', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Fennel: {}, Garlic: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Fennel', 'Garlic')
  await choose('Fennel')
  await press('History', current())
  await findDialog('History')
  const keyboard = createKeyboard()
  await keyboard.scan(items['Garlic']!.product)
  await noDialog()
  await expectCounted('Garlic', '1 of 2')
  await keyboard.scan(items['Fennel']!.product)
  await expectCounted('Fennel', '1 of 2')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Out of Stock on the card asks for the reason with one tap, keeps it, and is undone or pressed off again', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Dill: {}, Endive: {} })
  const dill = items['Dill']!
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Dill', 'Endive')
  await createKeyboard().scan(dill.product)
  await expectCard('Dill', '1 of 2')
  await press('Out of Stock', current())
  const asked = await findDialog('Out of Stock')
  await expectIgnored(items['Endive']!.product, asked)
  await press('Cancel', asked)
  await noDialog()
  await expectCard('Endive', '0 of 2')
  await press('Out of Stock', current())
  await press('Damaged', await findDialog('Out of Stock'))
  await noDialog()
  await expectCard('Dill', 'Out of stock')
  await press(/^Undo out of stock/)
  await expectCard('Dill', '1 of 2')
  await press('Out of Stock', current())
  await press('The bin is empty', await findDialog('Out of Stock'))
  await expectCard('Dill', 'Out of stock')
  await save()
  expect(await storedItem(larder.pool, dill.id)).toMatchObject({ picked: false, unit_quantity: 0 })
  await press('History', current())
  const history = await screen.findByRole('list', { name: 'History' })
  expect(history.textContent).toContain('The bin is empty')
  await press('Close', await findDialog('History'))
  await noDialog()
  // Pressed off it is in stock again, and nothing is asked.
  await press('Out of Stock', current())
  await expectCard('Dill', 'Pending')
})

it('Substitute on the card offers acceptable products and any other, and replaces the item', async (larder) => {
  const leeks = await makeProduct(larder.pool, { name: 'Leeks' })
  const kale = await makeProduct(larder.pool, { name: 'Kale', acceptable_substitutions: [leeks.upc] })
  const { order } = await makeFilled(larder.pool, { Kale: { product: kale.upc, units_ordered: 3 } })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Kale')
  await picker.kept()
  await press('Substitute', current())
  const choices = await findDialog('Acceptable substitutions')
  await findField('Custom substitute', choices)
  await press(/^Leeks/, choices)
  await noDialog()
  await expectCurrent('Leeks')
  // Nothing was scanned, so nothing is counted.
  await expectCard('Leeks', '0 of 3')
  within(current()).getByText(`Instead of ${kale.upc}`)
})

it('without the server the history shows what this device did', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Fennel: {}, Garlic: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Fennel', 'Garlic')
  await press('Scanned', current())
  await save()
  picker.goOffline()
  await choose('Fennel')
  await press('Scanned', current())
  await press('History', current())
  await screen.findByText('The server is not in reach. This is what was done on this device.')
  const lines = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Set aside taken back.*Not sent yet\./),
    expect.stringMatching(/^Set aside/),
  ])
})

it('a line that lacks its lot is not done', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Halibut: { units_ordered: 1, lot_tracked: true } })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Halibut')
  await press('Picked', current())
  await expectCard('Halibut', '1 lot missing')
  expect((await findCard('Halibut')).textContent).not.toContain('Done')
  within(current()).getByText('1 lot missing')
  await screen.findByText('Nothing is pending; 1 lot missing.')
  await press('Weight / Lot', current())
  const dialog = await findDialog('Weight / Lot')
  await fill('Lot', 'H-1', dialog)
  await press('Save', dialog)
  await noDialog()
  await expectCard('Halibut', 'Done')
  await screen.findByText('Every item is done. Press Save to send it.')
})

it('a piece of a recalled lot or of an unusual weight counts after one tap and a reason, which is kept', async (larder) => {
  const fish = await makeProduct(larder.pool, {
    name: 'Eel',
    upc: '614141000128',
    weight_type: 'r/w',
    average_unit_weight: '4',
  })
  const { order, items } = await makeFilled(larder.pool, {
    Eel: { product: fish.upc, units_ordered: 3, lot_tracked: true },
  })
  const { username } = await makeUser(larder.pool, 'office')
  const body = { product: fish.upc, lot_code: 'R-1', note: 'Listeria at the packer' }
  expect((await larder.server.call(username, 'POST', 'recalledlots', { body })).status).toBeLessThan(300)
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Eel')
  const keyboard = createKeyboard()
  const label = (weight: string, lot: string) => `]C10100${fish.upc}3202${weight}10${lot}`

  await keyboard.scan(label('000400', 'r-1'))
  const asked = await findDialog('Not counted yet')
  expect(asked.textContent).toContain('Lot r-1 of Eel is recalled.')
  await press('Put it back', asked)
  await noDialog()
  await expectCard('Eel', '0 of 3')
  await keyboard.scan(label('000400', 'R-1'))
  await press('Foreman cleared it', await findDialog('Not counted yet'))
  await expectCard('Eel', '1 of 3')
  await noDialog()
  await keyboard.scan(label('001200', 'L'))
  const unusual = await findDialog('Not counted yet')
  expect(unusual.textContent).toContain('12.00 lb is not usual')
  await press('Weighed again, it is right', unusual)
  await expectCard('Eel', '2 of 3')
  await save()
  expect(await storedItem(larder.pool, items['Eel']!.id)).toMatchObject({ unit_quantity: 2 })
  const { rows } = await larder.pool.query<{ reason: string }>(
    'select distinct reason from mutations where order_id = $1 and reason is not null order by reason',
    [order.id],
  )
  expect(rows.map(({ reason }) => reason)).toEqual([
    'Recalled lot: Foreman cleared it',
    'Unusual weight: Weighed again, it is right',
  ])
})
