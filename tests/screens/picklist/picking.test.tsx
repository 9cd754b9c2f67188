/** What is said and taken in the dialogs of the floor: a new item of a pick list, and a swap on the scan screen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import { contextKey } from '#src/sync/store/meta.ts'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, it } from '../larder.tsx'
import { fact, fill, findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'
import { field, makeFilled, openList, save, storedItem } from './pick-list.ts'

it('A221 A238 A240 Add New Item takes whole numbers, and clears a negative or invalid value', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool)
  await makeItem(pool, { order_id: order.id })
  const flour = await makeProduct(pool, { name: 'Flour of the mill', unit_type: 'Unit' })
  const office = await larder.sit('office')
  await office.open(`/order/${order.id}`)
  await press('PickList')
  await press('Add New Item')
  const dialog = await findDialog('Add New Item')
  await fill('Product', flour.name, dialog)
  await press(new RegExp(flour.name), dialog)
  const units = await findField('Units Ordered', dialog)
  for (const [typed, shown] of [
    ['-3', ''],
    ['1.5', ''],
    ['abc', ''],
    ['12', '12'],
  ] as const) {
    await fill('Units Ordered', typed, dialog)
    expect(units.value, typed).toBe(shown)
    expect(isEnabled(await findButton('Confirm', dialog)), typed).toBe(shown !== '')
  }
  expect((await findField('Cases Ordered', dialog)).disabled).toBe(true)
})

it('A241 A242 A243 a swap for a product in another unit asks for the quantity, in both sentences', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool)
  const box = await makeProduct(pool, { upc: '614141000036', name: 'Lemons, box', unit_type: 'Case' })
  const lemons = await makeProduct(pool, {
    upc: '012345678905',
    name: 'Lemons',
    unit_type: 'Unit',
    acceptable_substitutions: [box.upc],
  })
  await makeItem(pool, { order_id: order.id, product: lemons.upc })
  const picker = await larder.sit('picker')
  await picker.open(`/order/${order.id}`)
  // The scanner looks a code up in the device's own catalogue.
  await picker.kept()
  await press('Scan')
  await screen.findByRole('list', { name: 'Items' })
  await createKeyboard().scan(box.upc)
  await press('Swap')
  const dialog = await findDialog('Substitution quantities')
  within(dialog).getByText(
    'The acceptable substitution cannot be sold in the same unit type of the previous item, please select the new quantities:',
  )
  within(dialog).getByText('The sub product uses a different unit type please adjust the quantities.')
  const confirm = await findButton('Confirm', dialog)
  expect(isEnabled(confirm)).toBe(false)
  for (const [typed, isEnough] of [
    ['2', true],
    ['0', false],
  ] as const) {
    fireEvent.change(within(dialog).getByRole('spinbutton', { name: 'Cases Ordered' }), {
      target: { value: typed },
    })
    expect(isEnabled(confirm), typed).toBe(isEnough)
  }
  await press('Cases: one more', dialog)
  await press('Confirm', dialog)
  await screen.findByText(`Instead of ${lemons.upc}`)
  await press('Save')
  await press('Confirm', await findDialog('Save the scan?'))
  await waitFor(async () => {
    const { rows } = await pool.query(
      'select product, original_product, units_ordered, cases_ordered from order_items where order_id = $1 order by id',
      [order.id],
    )
    expect(rows).toEqual([
      { product: lemons.upc, original_product: null, units_ordered: 0, cases_ordered: 0 },
      { product: box.upc, original_product: lemons.upc, units_ordered: 0, cases_ordered: 1 },
    ])
  })
})

it('A048 A050 an order that the device does not keep is among the included orders, and shows as missing', async (larder) => {
  const { pool } = larder
  const here = await makeOrder(pool)
  const old = await makeOrder(pool, { delivery_date: '2020-02-03' })
  for (const { id } of [here, old]) await makeItem(pool, { order_id: id })
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await picker.kept()
  const db = openDatabase(picker.person.id)
  const value = { orders: [here.id, old.id], bulk: false, start: null, end: null, filter: null }
  await db.meta.put({ key: contextKey('scan:picklist'), value })
  db.close()
  await picker.open('/scan?from=picklist')
  await screen.findByText(new RegExp(`^Not on this device: order ${old.id}\\. `))
  expect(await fact('Included orders')).toBe(`#${here.id}, #${old.id}`)
  expect(await fact('Items')).toBe('1')
})

it('A080 a quantity picked of a low-stock item raises a question, and No leaves it at 0', async (larder) => {
  const { upc } = await makeProduct(larder.pool, {
    name: 'Truffles',
    stock_level_indicator: 'low stock',
  })
  const { order } = await makeFilled(larder.pool, { Truffles: { product: upc } })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  const picked = () => field('Units Picked, Truffles')
  const enter = async (value: string) => {
    const units = await picked()
    fireEvent.change(units, { target: { value } })
    fireEvent.keyDown(units, { key: 'Enter' })
  }
  await enter('1')
  await press('Cancel', await findDialog('Item with low stock'))
  await noDialog()
  expect((await picked()).value).toBe('0')
  await enter('2')
  await press('Change it', await findDialog('Item with low stock'))
  await waitFor(async () => expect((await picked()).value).toBe('2'))
})

it('A080 two low-stock items that are counted before the first question is drawn are asked about one after the other', async (larder) => {
  const scarce = async (name: string) =>
    (await makeProduct(larder.pool, { name, stock_level_indicator: 'low stock' })).upc
  const { order, items } = await makeFilled(larder.pool, {
    Truffles: { product: await scarce('Truffles') },
    Saffron: { product: await scarce('Saffron') },
  })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  const typed = [
    [await field('Units Picked, Truffles'), '1'],
    [await field('Units Picked, Saffron'), '2'],
  ] as const
  for (const [units, value] of typed) {
    fireEvent.change(units, { target: { value } })
    fireEvent.blur(units)
  }
  for (const _ of typed) await press('Change it', await findDialog('Item with low stock'))
  await noDialog()
  await save()
  expect(await storedItem(larder.pool, items['Truffles']!.id)).toMatchObject({ unit_quantity: 1 })
  expect(await storedItem(larder.pool, items['Saffron']!.id)).toMatchObject({ unit_quantity: 2 })
})
